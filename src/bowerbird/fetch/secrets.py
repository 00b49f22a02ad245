"""Secrets stay out of plans: a plan names an environment variable, and here it is read."""

import os
import re

from bowerbird.model.errors import PlanError

_REFERENCE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")


def only_referred_to(secret: str) -> str:
    """The same text, if it is a reference like `${SHOP_PASSWORD}` and not the secret itself."""
    if not _REFERENCE.fullmatch(secret):
        raise ValueError(
            "a plan holds no secrets; put it into an environment variable and write ${ITS_NAME}"
        )
    return secret


def revealed(text: str) -> str:
    """The text with every reference replaced by what the environment says."""
    return _REFERENCE.sub(_look_up, text)


def _look_up(reference: re.Match[str]) -> str:
    name = reference.group(1)
    if name not in os.environ:
        raise PlanError(f"the plan refers to ${{{name}}}, but no such environment variable is set")
    return os.environ[name]
