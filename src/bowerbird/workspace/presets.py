"""Presets: ready-made plans, readable as such. A preset is values, never code."""

from typing import Any

import tomli_w

from bowerbird.model.errors import UnknownNameError

# What the page that a link stands on is worth, and nothing else.
_PARENT_ALONE = {"parent": 1.0, "anchor": 0.0, "nearby": 0.0, "in_url": 0.0}
# The same where hubs count, too: soft focus with the distiller, as in 1999.
_PARENT_AND_HUBS = {
    "parent": 1.0, "hub": 0.5, "mean_parent": 0.0, "shark": 0.0, "siblings": 0.0, "distance": 0.0,
    "host": 0.0, "in_links": 0.0, "concept": 0.0, "tags": 0.0, "depth": 0.0, "seed": 0.0,
}  # fmt: skip
_BY_CONCEPTS = {
    **_PARENT_AND_HUBS, "hub": 0.0, "concept": 1.0, "siblings": 1.0, "seed": 1.0, "tags": 1.0,
}  # fmt: skip
_NOT_LEARNT = {"learn": False, "words": False, "explore": 0.0, "host_share": 1.0}

SENTENCES = {
    "auto": "With a topic every cue is weighed, and learnt from what links led to. The default.",
    "mercator": "P1 without its classifier: every page counts, breadth first.",
    "page-weight": "P3: pages above a weight are relevant, links of heavy pages come first.",
    "chakrabarti-hard": "Hard focus: only links of relevant pages are followed, breadth first.",
    "chakrabarti-soft": "Soft focus: links of the most relevant pages and of hubs come first.",
    "social-semantic": "P2: pages by their concepts and bookmarks, links by the rank of their "
    "sources and siblings.",
    "scriburg": "P4: one site, URLs told apart without their query, breadth first.",
}

PRESETS: dict[str, dict[str, Any]] = {
    "auto": {
        "frontier.order": "best-first",
        "page_judge": {"use": "auto"},
        "link_judge": {"use": "learned"},
    },
    "mercator": {
        "frontier.order": "breadth-first",
        "page_judge": {"use": "everything"},
        "link_judge": {"use": "words"},
    },
    "page-weight": {
        "frontier.order": "best-first",
        "page_judge": {"use": "page-weight"},
        "link_judge": {"use": "words", "options": _PARENT_ALONE},
    },
    "chakrabarti-hard": {
        "frontier.order": "breadth-first",
        "follow.relevant_only": True,
        "page_judge": {"use": "auto"},
        "link_judge": {"use": "words"},
    },
    "chakrabarti-soft": {
        "frontier.order": "best-first",
        "page_judge": {"use": "auto"},
        "link_judge": {"use": "learned", "options": {**_NOT_LEARNT, "weights": _PARENT_AND_HUBS}},
    },
    "social-semantic": {
        "frontier.order": "best-first",
        "page_judge": {
            "use": "pool",
            "options": {"judges": {"concept": {"by_level": True}, "tags": {}}},
        },
        "link_judge": {"use": "learned", "options": {**_NOT_LEARNT, "weights": _BY_CONCEPTS}},
    },
    "scriburg": {
        "frontier.order": "breadth-first",
        "scope.stay": "host",
        "identity.ignore_query": True,
        "page_judge": {"use": "everything"},
        "link_judge": {"use": "words"},
    },
}


def preset_changes(name: str | None) -> dict[str, Any]:
    """The dotted keys that a preset sets."""
    if name is None:
        return {}
    if name not in PRESETS:
        raise UnknownNameError(f"unknown preset {name!r}; known: {', '.join(sorted(PRESETS))}")
    return dict(PRESETS[name])


def preset_as_toml(name: str) -> str:
    """A preset as it would stand in `project.toml`."""
    values: dict[str, Any] = {}
    for path, value in preset_changes(name).items():
        *parents, last = path.split(".")
        place = values
        for parent in parents:
            place = place.setdefault(parent, {})
        place[last] = value
    return f"# {SENTENCES[name]}\n{tomli_w.dumps(values)}"
