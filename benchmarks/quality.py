"""How good rankings are: Cranfield, CISI and the posts of the thesis, by people's judgements.

    python -m benchmarks.quality [--json] [--raise-floors]

Prints every measure of the usual settings and of some others, what auto-tune finds on Cranfield and
CISI, and what that is worth on queries held out. Exits with 1 if a mean average precision is below
its floor in floors.json. Floors only rise: `--raise-floors` lifts them to what was measured.
"""

import argparse
import json
import sys
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from benchmarks.judged_collections import DATA, Collection, cisi, cranfield, thesis
from bowerbird.index.memory import snapshot_of
from bowerbird.index.options import AnalysisOptions, IndexOptions, RankingOptions
from bowerbird.text.stop_lists import STOP_LISTS
from bowerbird.tuning.auto import AutoTune, Plan, auto_tune
from bowerbird.tuning.candidates import Understand, plain_words
from bowerbird.tuning.documents import found_by_field
from bowerbird.tuning.evaluation import Evaluation, evaluate
from bowerbird.tuning.trials import Setting, Trials
from bowerbird.tuning.understanding import AsSearched

FLOORS = Path(__file__).with_name("floors.json")
EVERY_WORD = AnalysisOptions(minimum_length=0)
ENGLISH = AnalysisOptions(
    minimum_length=0, stemming="english", stop_words=list(STOP_LISTS["english"])
)
USUAL = RankingOptions()
THESIS_FIELDS = ["title", "summary"]


@dataclass
class Line:
    """One setting on one collection. `printed`: what the thesis has (MP@5, MP@R, MAP)."""

    name: str
    measured: Evaluation
    printed: tuple[float, float, float] | None = None


@dataclass
class Quality:
    """All that is reported."""

    lines: list[Line] = field(default_factory=list)
    tuned: dict[str, AutoTune] = field(default_factory=dict)
    misspelt_alike: bool = True  # query 2 of the thesis finds the relevant ones where query 1 does

    @property
    def maps(self) -> dict[str, float]:
        """Mean average precision by the name of its floor."""
        return {
            f"map_{line.name.replace(' ', '_').replace(',', '').lower()}": line.measured.measures[
                "map"
            ]
            for line in self.lines
            if line.printed is None
        }


def trials_on(
    collection: Collection,
    analysis: AnalysisOptions,
    fields: list[str] | None = None,
    *,
    as_searched: bool = False,
) -> Trials:
    options = IndexOptions(fields=fields or ["title", "text"], analysis=analysis)
    snapshot = snapshot_of(collection.entries, options)
    understand: Understand = AsSearched(options) if as_searched else plain_words
    documents = found_by_field(snapshot, collection.judgements, "id")
    return Trials(snapshot, collection.judgements, documents, understand)


def measure(data: Path = DATA, *, tune: bool = True) -> Quality:
    quality = Quality()
    for collection in (cranfield(data), cisi(data)):
        for name, analysis in (("every word", EVERY_WORD), ("English", ENGLISH)):
            trials = trials_on(collection, analysis)
            whole = f"{collection.name}, {name}"
            quality.lines.append(Line(whole, evaluate(trials, Setting(USUAL))))
            if tune:
                quality.tuned[whole] = auto_tune(trials, Setting(USUAL), Plan())
    _measure_thesis(thesis(data), quality)
    return quality


def _measure_thesis(collection: Collection, quality: Quality) -> None:
    exact = trials_on(collection, AnalysisOptions(), THESIS_FIELDS)
    searched = trials_on(collection, AnalysisOptions(), THESIS_FIELDS, as_searched=True)
    settings = {
        "usual": (USUAL, (0.73, 0.72, 0.87)),
        "b .1, k .81": (RankingOptions(b=0.1, k=0.81), (0.80, 0.84, 0.89)),
        "votes/10": (RankingOptions(formula="votes / 10"), (0.53, 0.62, 0.63)),
    }
    for name, (ranking, printed) in settings.items():
        for way, trials in (("exact words", exact), ("forgiving", searched)):
            told = evaluate(trials, Setting(ranking))
            quality.lines.append(Line(f"thesis, {name}, {way}", told, printed))
    first, second = evaluate(searched, Setting(USUAL)).queries[:2]
    quality.misspelt_alike = first.places == second.places


def below_floors(quality: Quality, floors: dict[str, float]) -> list[str]:
    """What is worse than it was."""
    return [
        f"{name}: {value:.4f} is below its floor {floors[name]:.4f}"
        for name, value in quality.maps.items()
        if name in floors and value < floors[name]
    ]


def raised(quality: Quality, floors: dict[str, float]) -> dict[str, float]:
    """Floors at what was measured, a thousandth taken off for rounding, none lower than it was."""
    measured = {name: round(value - 0.0005, 3) for name, value in quality.maps.items()}
    return {**floors, **{k: max(v, floors.get(k, 0.0)) for k, v in measured.items()}}


def show(quality: Quality) -> None:
    print(f"{'':36}{'MP@5':>7}{'MP@R':>7}{'MAP':>7}{'nDCG@10':>9}{'MRR':>7}   thesis prints")
    for line in quality.lines:
        told = line.measured.measures
        shown = [told[name] for name in ("mp@5", "mp@r", "map", "ndcg@10", "mrr")]
        printed = "  ".join(f"{value:.2f}" for value in line.printed or ())
        print(
            f"{line.name:36}{shown[0]:7.3f}{shown[1]:7.3f}{shown[2]:7.3f}{shown[3]:9.3f}"
            f"{shown[4]:7.3f}   {printed}"
        )
    alike = "ranks like" if quality.misspelt_alike else "DOES NOT RANK LIKE"
    print(f"thesis: the misspelt query 2 {alike} query 1")
    for name, tuned in quality.tuned.items():
        found = tuned.found
        print(
            f"\nauto-tune on {name} ({tuned.queries} queries, {len(tuned.folds)} folds): "
            f"{tuned.sentence}\n  on the queries themselves {tuned.start_value:.4f} → "
            f"{tuned.found_value:.4f} with b {found.b}, k {found.k}, weights {found.weights}, "
            f"{len(found.stop_words)} stop words"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--raise-floors", action="store_true", help="never lowers any")
    asked = parser.parse_args()
    if not DATA.exists():
        print(f"the collections are not here: {DATA}", file=sys.stderr)
        return 1
    quality = measure()
    floors = json.loads(FLOORS.read_text("utf-8"))
    if asked.raise_floors:
        floors = raised(quality, floors)
        FLOORS.write_text(json.dumps(floors, indent=2) + "\n", "utf-8")
    wrong = below_floors(quality, floors)
    if asked.json:
        sys.stdout.buffer.write(msgspec.json.encode({"quality": quality, "wrong": wrong}))
    else:
        show(quality)
        print(
            *wrong, "holds" if not wrong and quality.misspelt_alike else "DOES NOT HOLD", sep="\n"
        )
    return 1 if wrong or not quality.misspelt_alike else 0


if __name__ == "__main__":
    sys.exit(main())
