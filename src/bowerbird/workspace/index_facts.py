"""What an index amounts to, and what a plan says of it that does not hold."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bowerbird.index.analysis import Analysis
from bowerbird.index.dictionaries import open_dictionaries
from bowerbird.index.formula import parse_formula
from bowerbird.index.options import IndexOptions
from bowerbird.index.reader import IndexFacts, IndexReader, damage_in
from bowerbird.index.reading import Snapshot
from bowerbird.index.suggest import FOLDER as SUGGESTIONS
from bowerbird.model.errors import PlanError
from bowerbird.text.stop_lists import STOP_LISTS
from bowerbird.workspace.indexes import DEFAULT, STOP_WORDS, index_folder, is_built, outdated
from bowerbird.workspace.plan import Plan, changed_index


def facts_of(folder: Path, name: str, asked: IndexOptions) -> dict[str, Any]:
    """What an index amounts to, as people and programs are told."""
    if not is_built(folder, name):
        return _facts(name, IndexFacts(0, 0, {}, 0, 0), asked) | {"state": "not built"}
    reader = IndexReader(index_folder(folder, name))
    return _facts(name, reader.facts(), reader.options) | {
        "warnings": [
            *outdated(reader.options, asked),
            *unheeded(asked, reader.snapshot()),
        ],
    }


def damage_of(folder: Path, name: str) -> list[str]:
    """Reads every byte of an index: one sentence for each file that is damaged."""
    return damage_in(index_folder(folder, name))


def with_index(plan: Plan, folder: Path, name: str, changes: Mapping[str, Any]) -> Plan:
    """The plan with these options of an index set; other indexes stay as they are."""
    if not plan.indexes and name != DEFAULT and is_built(folder, DEFAULT):
        plan = changed_index(plan, DEFAULT, {}, "the plan")  # from now on it has to be named
    after = changed_index(plan, name, _spelt_out(changes), f"index {name!r}")
    _check(after.indexes[name], index_folder(folder, name))
    return after


def unheeded(asked: IndexOptions, snapshot: Snapshot) -> list[str]:
    """What the plan says of the ranking, and nothing in the index answers to."""
    said = [
        f"ranking.weights: there is no searched field {name!r}; known: {', '.join(snapshot.fields)}"
        for name in sorted(set(asked.ranking.weights) - set(snapshot.fields))
    ]
    if asked.ranking.formula.strip() and snapshot.documents:
        columns = {name for segment in snapshot.segments for name in segment.numbers}
        try:
            parse_formula(asked.ranking.formula, columns)
        except PlanError as error:
            said.append(str(error))
    return said


def _facts(name: str, facts: IndexFacts, options: IndexOptions) -> dict[str, Any]:
    return {
        "name": name,
        "state": "ready",
        "documents": facts.documents,
        "terms": facts.terms,
        "bytes": sum(facts.bytes.values()),
        "segments": facts.bytes,
        "cursor": facts.cursor,
        "follow": options.follow,
        "options": options.model_dump(mode="json"),
        "warnings": [],
    }


def _spelt_out(changes: Mapping[str, Any]) -> dict[str, Any]:
    """`english` alone among the stop words stands for the words that say little in English."""
    match changes.get(STOP_WORDS):
        case str(name) | [str(name)] if name in STOP_LISTS:
            return {**changes, STOP_WORDS: list(STOP_LISTS[name])}
        case _:
            return dict(changes)


def _check(options: IndexOptions, folder: Path) -> None:
    """Whatever can be known of options before anything is written; says what is wrong."""
    Analysis(options.analysis)
    if not options.fields:
        raise PlanError("fields: name at least one field whose words are searched")
    open_dictionaries(options, folder / SUGGESTIONS)  # compiled now, not when somebody types
