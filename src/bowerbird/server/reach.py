"""What a plan can open beyond its project: this machine's files, programs and network, and the
secrets of its environment. Only admins set that; the owner of a server on their own machine is one.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from bowerbird.model.errors import BowerbirdError
from bowerbird.server.access import Identity
from bowerbird.workspace.plan import Plan, changed
from bowerbird.workspace.users import Role

REACHING = (
    "fetch.allow_private",
    "fetch.resolve",
    "fetch.proxies",
    "fetch.folders",
    "fetch.spool_folder",
    "fetch.ca_file",
    "fetch.verify_tls",
    "fetch.logins",
    "dns",
    "browser.executable",
    "seeding.providers",
    "seeding.sources",
    "topic.lexicon",
    "plugins",
)
REACHING_OF_INDEXES = ("synonym_list", "dictionary")


class NotAllowedError(BowerbirdError):
    """Somebody else may do that."""


def check_changes(identity: Identity | None, plan: Plan, changes: Mapping[str, Any]) -> None:
    """These dotted keys over that plan."""
    if changes and not _is_admin(identity):
        check_plan_change(identity, plan, changed(plan, dict(changes), "the changes"))


def check_plan_change(identity: Identity | None, before: Plan, after: Plan) -> None:
    """One plan instead of another."""
    if _is_admin(identity):
        return
    old, new = _reach(before), _reach(after)
    for name in sorted(old.keys() | new.keys()):
        if old.get(name) != new.get(name):
            raise NotAllowedError(
                f"{name} reaches beyond the project; ask somebody with the role admin to set it"
            )


def check_addresses(identity: Identity | None, providers: Sequence[str]) -> None:
    """A search engine's key goes to wherever its address says."""
    if any("=" in each for each in providers) and not _is_admin(identity):
        raise NotAllowedError(
            "the address of a search engine reaches beyond the project; ask somebody with the "
            "role admin to put it into the plan"
        )


def check_admin(identity: Identity | None, what: str) -> None:
    """`what` is for admins, whatever else the request brings."""
    if not _is_admin(identity):
        raise NotAllowedError(f"to {what}, ask somebody with the role admin")


def _is_admin(identity: Identity | None) -> bool:
    return identity is not None and identity.role.covers(Role.ADMIN)


def _reach(plan: Plan) -> dict[str, Any]:
    values = plan.model_dump(mode="json", exclude_defaults=True)
    found = {path: _at(values, path) for path in REACHING}
    for name, index in values.get("indexes", {}).items():
        found |= {f"indexes.{name}.{key}": index.get(key) for key in REACHING_OF_INDEXES}
    return {path: value for path, value in found.items() if value is not None}


def _at(values: Any, path: str) -> Any:
    for part in path.split("."):
        values = values.get(part) if isinstance(values, dict) else None
    return values
