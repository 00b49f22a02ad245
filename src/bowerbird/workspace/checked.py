"""Options that a caller gives, checked: what does not hold is said in a sentence."""

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import ValidationError

from bowerbird.model.errors import UsageError
from bowerbird.model.options import Options

Kind = TypeVar("Kind", bound=Options)


def checked(kind: type[Kind], values: Mapping[str, Any], what: str) -> Kind:
    """These options; `what` they are of, in the error."""
    try:
        return kind.model_validate(dict(values))
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        known = ", ".join(sorted(kind.model_fields))
        why = f"known: {known}" if first["type"] == "extra_forbidden" else first["msg"]
        raise UsageError(f"{what}, `{name}`: {why}; not {first['input']!r}") from error
