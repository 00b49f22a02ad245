"""Methods of a project about its own concept map: looked at, drawn, cut."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from bowerbird.workspace.plan import Plan

if TYPE_CHECKING:
    from bowerbird.topic.concepts import ConceptMap


class Of(Protocol):
    """What they need of a project."""

    folder: Path

    @property
    def plan(self) -> Plan: ...


def concepts(self: Of) -> list[dict[str, Any]]:
    """The project's own concept map: of each concept `id`, `label`, `names`, `relations`."""
    from bowerbird.workspace.concept_map import told_concepts

    return told_concepts(_map(self))


def draw_concept(self: Of, name: str, relation: str = "", other: str = "") -> None:
    """Put a concept into the map, or tie it to another: `name` has `other` as its `relation`
    (broader, narrower, part, whole, related, equivalent)."""
    from bowerbird.workspace.concept_map import draw, keep

    keep(self.folder, draw(_map(self), name, relation, other))


def remove_concept(self: Of, name: str, other: str = "") -> None:
    """Take a concept out of the map, or only what ties it to another."""
    from bowerbird.workspace.concept_map import keep, without

    keep(self.folder, without(_map(self), name, other))


def _map(project: Of) -> "ConceptMap":
    from bowerbird.workspace.topics import ProjectTopic

    return ProjectTopic(project.folder, project.plan.topic).own_map()
