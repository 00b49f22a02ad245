"""What a person names as target of a crawl: URLs, or words of a topic."""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from bowerbird.model.errors import UsageError
from bowerbird.model.seed import Seed
from bowerbird.topic.query import understand
from bowerbird.web.url import InvalidUrl, parse
from bowerbird.workspace.plan import Plan, changed

_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
_BARE_HOST = re.compile(r"(?:[\w-]+\.)+[a-zA-Z]{2,}(?::\d+)?(?:[/?#].*)?")


class Targets(Struct, frozen=True):
    """The same, told apart."""

    seeds: list[str]
    words: list[str]


def sort_targets(targets: Sequence[str]) -> Targets:
    """A URL, a bare host name like example.org/docs, a file of URLs as @FILE, or topic words."""
    seeds: list[str] = []
    words: list[str] = []
    for target in targets:
        if target.startswith("@"):
            seeds += _from_file(target[1:])
        elif _SCHEME.match(target):
            seeds.append(_checked(target))
        elif _BARE_HOST.fullmatch(target):
            seeds.append(_checked(f"https://{target}"))
        else:
            words.append(target)
    return Targets(list(dict.fromkeys(seeds)), words)


def plan_of_targets(
    plan: Plan,
    targets: Sequence[str],
    wanted: Mapping[str, Any],
    known_seeds: Callable[[], Sequence[Seed]],
) -> Plan:
    """The plan with what is `wanted` of it and a place to start; without any target and seed the
    seeds that the project knows, the best first."""
    named = sort_targets(targets)
    changes = dict(wanted)
    if named.seeds:
        changes.setdefault("seeds", named.seeds)
    if named.words:
        changes.setdefault("topic.query", " ".join(named.words))
    plan = changed(plan, changes, "the options")
    if plan.seeds:
        return plan
    found = [seed.url for seed in known_seeds()[: plan.seeding.most]]
    found = found or list(understand(plan.topic.query).urls)
    if not found:
        raise UsageError(
            "nowhere to start: give at least one URL, for example `bowerbird crawl "
            'https://example.org --topic "solar energy"`, or let `bowerbird seeds find` '
            "look for some"
        )
    return changed(plan, {"seeds": found}, "the seeds")


def _checked(text: str) -> str:
    try:
        return parse(text).href
    except InvalidUrl as error:
        raise UsageError(str(error)) from error


def _from_file(name: str) -> list[str]:
    try:
        lines = Path(name).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read the list of seeds {name}: {error}") from error
    return [_checked(line.strip()) for line in lines if line.strip() and line[0] != "#"]
