"""Presets: ready-made plans, readable as such. A preset is values, never code."""

from typing import Any

from bowerbird.model.errors import UnknownNameError

PRESETS: dict[str, dict[str, Any]] = {
    # P1 without its classifier: every page counts, breadth first.
    "mercator": {
        "frontier.order": "breadth-first",
        "page_judge": {"use": "everything"},
    },
    # P3: pages above a weight are relevant, links of heavy pages come first.
    "page-weight": {
        "frontier.order": "best-first",
        "page_judge": {"use": "page-weight"},
    },
    # P4: one site, URLs told apart without their query.
    "scriburg": {
        "frontier.order": "breadth-first",
        "scope.stay": "host",
        "identity.ignore_query": True,
        "page_judge": {"use": "everything"},
    },
}


def preset_changes(name: str | None) -> dict[str, Any]:
    """The dotted keys that a preset sets."""
    if name is None:
        return {}
    if name not in PRESETS:
        raise UnknownNameError(f"unknown preset {name!r}; known: {', '.join(sorted(PRESETS))}")
    return dict(PRESETS[name])
