"""How measures, maps and settings that were found are shown to people."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from rich.markup import escape
from rich.table import Table
from rich.text import Text

from bowerbird.cli.output import err, out

WEAKEST = 10  # queries that are shown where nobody asked for all
LONGEST = 60  # characters of a query
FEW, WIDE = 12, 6  # up to so many columns of a map are so many characters wide, else one
SHADES = ("#30123b", "#4662d7", "#36a9e1", "#1ae4b6", "#72fe5e", "#c8ef34", "#faba39", "#f66b19",
          "#ca2a04", "#7a0403")  # fmt: skip
STEPS = len(SHADES)


def say(sentence: str) -> None:
    out.print(sentence, highlight=False, markup=False, soft_wrap=True)


def note(sentence: str) -> None:
    err.print(f"note: {sentence}", highlight=False, markup=False, soft_wrap=True)


def print_evaluation(told: Mapping[str, Any], measure: str, *, every: bool) -> None:
    """Means, and the queries where the most is to be gained."""
    _print_head(told)
    table = Table(*(_name(name) for name in told["measures"]))
    table.add_row(*(f"{value:.4f}" for value in told["measures"].values()))
    out.print(table)
    queries = sorted(told["queries"], key=lambda query: query["measures"][measure])
    shown = told["queries"] if every else queries[:WEAKEST]
    say(f"\n{'Every query' if every else f'The weakest queries by {_name(measure)}'}:")
    columns = Table("id", "query", *(_name(n) for n in told["measures"]), "relevant", "unjudged")
    for query in shown:
        columns.add_row(
            query["id"],
            escape(_short(query["text"])),
            *(f"{value:.3f}" for value in query["measures"].values()),
            str(query["relevant"]),
            str(query["unjudged"]),
        )
    out.print(columns)
    _print_doubts(told)


def print_comparison(told: Mapping[str, Any], measure: str, *, every: bool) -> None:
    """The setting that was tried beside the one in use."""
    _print_head(told)
    tried = told["tried"]
    say(f"in use: {_setting(told['setting'])}")
    say(f"tried:  {_setting(tried['setting'], tried['index'])}")
    table = Table("measure", "in use", "tried", "gain", "better", "worse", "alike", "p")
    for name, found in told["comparison"].items():
        table.add_row(
            _name(name),
            f"{told['measures'][name]:.4f}",
            f"{tried['measures'][name]:.4f}",
            f"{found['gain']:+.4f}",
            str(found["wins"]),
            str(found["losses"]),
            str(found["ties"]),
            _chance(found["p"]),
        )
    out.print(table)
    say(_verdict(told["comparison"][measure], measure))
    _print_gains(told["gains"], measure, every=every)
    _print_doubts(told)
    if told["accepted"]:
        _say_accepted(told["accepted"])


def print_map(told: Mapping[str, Any]) -> None:
    """b downwards, k to the right; the better the warmer."""
    values = told["values"]
    low, high = min(map(min, values)), max(map(max, values))
    best, start = told["best"], told["start"]
    name = _name(told["measure"])
    say(f"{name} by b (down) and k (right), from 0 ({low:.4f}) to 9 ({high:.4f}):\n")
    marks = {_nearest(told, start): "o", _nearest(told, best): "*"}
    wide = 1 if len(told["k"]) > FEW else WIDE
    for at, b in enumerate(told["b"]):
        line = Text(f"b {b:<6.4g} ")
        for column, value in enumerate(values[at]):
            step = min(int(STEPS * (value - low) / (high - low)), STEPS - 1) if high > low else 0
            line.append(marks.get((at, column), str(step)).center(wide), style=_style(step))
        out.print(line, soft_wrap=True)
    say(f"         {_ticks(told['k'], wide)}\n")
    say(f"*  best: b {best['b']:g}, k {best['k']:g}, {name} {best['value']:.4f}")
    say(f"o  in use: b {start['b']:g}, k {start['k']:g}, {name} {start['value']:.4f}")
    flat, points = told["plateau"], sum(map(len, values))
    say(
        f"plateau: {flat['points']:,} of {points:,} points ({flat['share']:.0%}) are within 1 % of "
        f"the best: b {flat['b'][0]:g} to {flat['b'][1]:g}, k {flat['k'][0]:g} to {flat['k'][1]:g}"
    )
    say("What is best on these queries flatters itself; `bowerbird tune auto` tests on others.")


def print_found(told: Mapping[str, Any], *, asked_to_accept: bool) -> None:
    """What auto-tune found, and what it is worth on queries that were held out."""
    name = _name(told["measure"])
    say(told["sentence"])
    table = Table("", "settings", f"{name} on all {_queries(told['queries'])}")
    table.add_row("in use", _setting(told["start"]), f"{told['start_value']:.4f}")
    table.add_row("found", _setting(told["found"]), f"{told['found_value']:.4f} (flattering)")
    out.print(table)
    if told["found"]["stop_words"]:
        say(f"left out as stop words: {', '.join(told['found']['stop_words'])}")
    if told["folds"]:
        folds = Table("deal", "held out", "found without them", "in use", "found", "gain")
        for fold in told["folds"]:
            gain = fold["found_value"] - fold["start_value"]
            folds.add_row(
                str(fold["deal"] + 1),
                _queries(len(fold["queries"])),
                _setting(fold["found"]),
                f"{fold['start_value']:.4f}",
                f"{fold['found_value']:.4f}",
                f"{gain:+.4f}",
            )
        out.print(folds)
    if told["accepted"]:
        say(
            f"Accepted as settings {told['accepted']['number']}; `bowerbird tune revert` goes back."
        )
    elif asked_to_accept:
        say("Nothing was changed.")
    elif told["verdict"] == "better":
        say("`bowerbird tune auto --accept` writes them into the plan.")


def print_history(told: Mapping[str, Any]) -> None:
    """Accepted settings, and which of them hold."""
    lines = told["lines"]
    if not lines:
        say("No settings were accepted yet; `bowerbird tune auto --accept` does it.")
        return
    table = Table("", "when", "ranking", "stop words", "why")
    for line in lines:
        ranking = ", ".join(
            f"{name} {_value(value)}" for name, value in line["settings"]["ranking"].items()
        )
        table.add_row(
            f"{line['number']}{'*' if line['number'] == told['holding'] else ''}",
            datetime.fromtimestamp(line["accepted_at"], UTC).strftime("%Y-%m-%d %H:%M"),
            escape(ranking) or "as usual",
            str(len(line["settings"]["stop_words"]) or ""),
            escape(line["because"]),
        )
    out.print(table)
    say("* holds now" if told["holding"] else "The plan was edited since: none of them holds now.")


def _print_head(told: Mapping[str, Any]) -> None:
    say(
        f"Index {told['index']!r}, {told['documents']:,} documents; "
        f"{_queries(told['judged_queries'])} with relevant documents, "
        f"{told['judgements']:,} judgements."
    )


def _print_doubts(told: Mapping[str, Any]) -> None:
    for warning in told["warnings"]:
        note(warning)
    if told["left_out"]:
        note(
            f"{_queries(len(told['left_out']))} without a relevant document left out: "
            f"{_some(told['left_out'])}"
        )
    if told["missing"]:
        names = [name for query in told["queries"] for name in query["missing"]]
        note(f"relevant documents that are not in the index, {told['missing']}: {_some(names)}")
    if told["ambiguous"]:
        note(
            "names of several records, of which the first counts, "
            f"{len(told['ambiguous'])}: {_some(told['ambiguous'])}"
        )
    if told["unjudged"] > 0.5:
        note(
            f"{told['unjudged']:.0%} of the first ten documents were never judged and count as of "
            "no use; judge more before you believe the figures"
        )


def _say_accepted(line: Mapping[str, Any]) -> None:
    say(f"Accepted as settings {line['number']}; `bowerbird tune revert` goes back.")


def _print_gains(gains: Sequence[Mapping[str, Any]], measure: str, *, every: bool) -> None:
    ordered = sorted(gains, key=lambda query: -query["gains"][measure])
    moved = [query for query in ordered if query["gains"][measure]]
    if not every and len(moved) > 2 * (WEAKEST // 2):
        moved = [*moved[: WEAKEST // 2], *moved[-(WEAKEST // 2) :]]
    if not moved:
        return
    say(f"\nQueries that gain and lose {'' if every else 'most '}by {_name(measure)}:")
    table = Table("id", "query", "gain")
    for query in moved:
        table.add_row(query["id"], escape(_short(query["text"])), f"{query['gains'][measure]:+.4f}")
    out.print(table)


def _verdict(found: Mapping[str, Any], measure: str) -> str:
    chance = f"(p {_chance(found['p'], '= ')})"
    if found["p"] <= 0.05:
        word = "better" if found["gain"] > 0 else "worse"
        return f"By {_name(measure)}, what was tried is {word}: more than chance {chance}."
    return f"By {_name(measure)}, the difference may be chance {chance}."


def _chance(p: float, equals: str = "") -> str:
    return f"{equals}{p:.3f}" if p >= 0.001 else "< 0.001"


def _setting(told: Mapping[str, Any], index: str = "") -> str:
    """A setting in a few words."""
    said = [f"index {index!r}"] if index else []
    said += [f"b {told['b']:g}", f"k {told['k']:g}"]
    if told["idf"] != "log2":
        said.append(f"idf {told['idf']}")
    for name in ("weights", "words"):
        if told[name]:
            said.append(f"{name} {_value(told[name])}")
    if told["formula"]:
        said.append(f"formula {told['formula']}")
    if told["stop_words"]:
        said.append(f"{len(told['stop_words'])} stop words")
    return ", ".join(said)


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{name}={weight:g}" for name, weight in value.items())
    return f"{value:g}" if isinstance(value, float) else str(value)


def _nearest(told: Mapping[str, Any], point: Mapping[str, float]) -> tuple[int, int]:
    """Where a point is on the map."""
    return tuple(  # type: ignore[return-value]
        min(range(len(told[axis])), key=lambda at: abs(told[axis][at] - point[axis]))
        for axis in ("b", "k")
    )


def _ticks(values: Sequence[float], wide: int) -> str:
    """Values of k below their columns, as many as have room."""
    line = ""
    for at, value in enumerate(values):
        if at * wide >= len(line) + bool(line):
            line = line.ljust(at * wide) + f"{value:.2g}".center(wide).rstrip()
    return line


def _style(step: int) -> str:
    return f"{'black' if 3 <= step <= 7 else 'white'} on {SHADES[step]}"


def _name(measure: str) -> str:
    return {"ndcg@10": "nDCG@10", "mp@r": "MP@R"}.get(measure, measure.upper())


def _queries(many: int) -> str:
    return f"{many} query" if many == 1 else f"{many} queries"


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:5]) + (", …" if len(names) > 5 else "")
