"""Templates from examples: documents read, examples placed, and what is proposed as JSON."""

import asyncio
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import tomli_w
from msgspec import Struct

from bowerbird.extract.infer import Choice, NoProposal, Proposal, infer, rows_of
from bowerbird.extract.infer_examples import Example, Examples
from bowerbird.extract.infer_lists import FoundList, lists_on
from bowerbird.extract.infer_page import SamplePage
from bowerbird.extract.repairing import NothingToRepair, Repair, broken_fields, repaired
from bowerbird.extract.template import Template
from bowerbird.model.errors import RunError, UsageError
from bowerbird.workspace.fields import Source, Tree, read_tree

NAMED = re.compile(r"^([A-Za-z_][\w -]{0,60}?)\s*=\s*(.+)$", re.DOTALL)


class Wanted(Struct, frozen=True):
    """What a person asks for."""

    examples: Sequence[str] = ()  # texts, or NAME=TEXT
    unwanted: Sequence[str] = ()
    name: str = "items"
    choice: int | None = None  # which of the choices; None: the likeliest
    out: str = ""  # a file that the template is written to


def infer_template(documents: Sequence[str], wanted: Wanted, source: Source) -> dict[str, Any]:
    """The template that the examples ask for, and what it extracts from these documents. Without
    examples, the lists of the first one."""
    trees = asyncio.run(_read(documents, source))
    pages = [SamplePage(tree.root, tree.base) for tree in trees]
    if wanted.examples:
        told, template = _from_examples(pages, wanted, _hint(trees))
    elif wanted.unwanted:
        raise UsageError("--not takes something away; say with --example what is wanted")
    else:
        told, template = _from_lists(documents[0], pages[0], wanted, _hint(trees[:1]))
    if wanted.out:
        write_template(template, wanted.name, Path(wanted.out))
    return {
        "document": trees[0].url.href,
        "template": template_values(template, wanted.name),
        "records": _records(template, wanted.name, trees, pages),
        **told,
    }


def repair_template(
    documents: Sequence[str], templates: Mapping[str, Template], out: str, source: Source
) -> dict[str, Any]:
    """What is broken of a template on these documents, and a template that is not: with the rows
    before and after."""
    if len(templates) != 1:
        names = ", ".join(templates) or "none"
        raise UsageError(f"give the one template to repair with --template FILE; here: {names}")
    [(name, template)] = templates.items()
    trees = asyncio.run(_read(documents, source))
    pages = [SamplePage(tree.root, tree.base) for tree in trees]
    match repaired(template, pages):
        case NothingToRepair(why=why, coverage=coverage):
            broken = broken_fields(template, pages)
            return {"template": None, "why": why, "coverage": coverage, "broken": broken}
        case Repair() as repair:
            if out:
                write_template(repair.template, name, Path(out))
            return {
                "template": template_values(repair.template, name),
                "why": repair.why,
                "coverage": repair.coverage,
                "broken": broken_fields(template, pages),
                "fields": [
                    {"field": each.field, "before": each.before, "after": each.after}
                    for each in repair.changes
                ],
                "before": repair.before,
                "after": repair.after,
            }


def template_values(template: Template, name: str) -> dict[str, Any]:
    """As a template's file has it, without what is usual anyway."""
    values = template.model_dump(mode="json", exclude_defaults=True, exclude_none=True)
    return {"name": name, **values}


def write_template(template: Template, name: str, path: Path) -> None:
    """Into a TOML or JSON file, as `crawl --template` reads it."""
    values = template_values(template, name)
    text = json.dumps(values, indent=2, ensure_ascii=False) + "\n"
    try:
        path.write_text(text if path.suffix == ".json" else tomli_w.dumps(values), "utf-8")
    except OSError as error:
        raise UsageError(f"cannot write the template {path}: {error}") from error


# ---- reading -------------------------------------------------------------------------------------


async def _read(documents: Sequence[str], source: Source) -> list[Tree]:
    return [await read_tree(each, source, source.url) for each in documents]


def _records(
    template: Template, name: str, trees: Sequence[Tree], pages: Sequence[SamplePage]
) -> list[dict[str, Any]]:
    return [
        {"_kind": name, "url": tree.url.href, **row}
        for tree, page in zip(trees, pages, strict=True)
        for row in rows_of(template, page)
    ]


# ---- from examples -------------------------------------------------------------------------------


def _hint(trees: Sequence[Tree]) -> str:
    """What to do about pages that may say more than they were sent with; empty if none may."""
    signs = next((tree.signs for tree in trees if tree.signs), "")
    return f"; {signs}: --browser auto shows what scripts draw" if signs else ""


def _from_examples(
    pages: Sequence[SamplePage], wanted: Wanted, hint: str
) -> tuple[dict[str, Any], Template]:
    examples = [_example(text, pages, wanted=True) for text in wanted.examples]
    examples += [_example(text, pages, wanted=False) for text in wanted.unwanted]
    match infer(pages, Examples(tuple(examples))):
        case NoProposal(why=why, unplaced=unplaced):
            missing = ", ".join(repr(example.text) for example in unplaced)
            raise RunError(
                f"no template can be proposed: {why}"
                + (f" ({missing})" if missing else "")
                + "; copy an example exactly as the page shows it, or give another"
                + hint
            )
        case Proposal() as proposal:
            chosen = _choice(proposal, wanted.choice)
            return _told(proposal, chosen), proposal.choices[chosen].template


def _example(text: str, pages: Sequence[SamplePage], *, wanted: bool) -> Example:
    """The text as it stands, or `NAME=TEXT` where only TEXT does."""
    words = " ".join(text.split())
    named = NAMED.match(text)
    if named and not any(words in page.text(0) for page in pages if len(page)):
        return Example(named[2].strip(), wanted=wanted, field=named[1].strip())
    return Example(words, wanted=wanted)


def _choice(proposal: Proposal, asked: int | None) -> int:
    if asked is None:
        return proposal.chosen
    if not 0 <= asked < len(proposal.choices):
        last = len(proposal.choices) - 1
        raise UsageError(f"there is no choice {asked}; there are 0 (narrowest) to {last} (widest)")
    return asked


def _told(proposal: Proposal, chosen: int) -> dict[str, Any]:
    return {
        "coverage": proposal.coverage,
        "choices": [_choice_told(choice) for choice in proposal.choices],
        "chosen": chosen,
        "unplaced": [example.text for example in proposal.unplaced],
        "ignored": [example.text for example in proposal.ignored],
    }


def _choice_told(choice: Choice) -> dict[str, Any]:
    fields = {field.name: field.selector for field in choice.template.fields}
    return {
        "records": choice.records,
        "values": choice.values,
        "record": choice.template.record,
        "fields": fields,
    }


# ---- from lists ----------------------------------------------------------------------------------


def _from_lists(
    document: str, page: SamplePage, wanted: Wanted, hint: str
) -> tuple[dict[str, Any], Template]:
    found = lists_on(page)
    if not found:
        raise RunError(f"{document} shows no list; say with --example what is wanted of it{hint}")
    chosen = wanted.choice or 0
    if not 0 <= chosen < len(found):
        raise UsageError(f"there is no choice {chosen}; there are lists 0 to {len(found) - 1}")
    told = {"lists": [_list_told(each) for each in found], "chosen": chosen}
    return told, found[chosen].template


def _list_told(found: FoundList) -> Mapping[str, Any]:
    fields = {field.name: field.selector for field in found.template.fields}
    record = found.template.record
    return {"records": found.records, "score": found.score, "record": record, "fields": fields}
