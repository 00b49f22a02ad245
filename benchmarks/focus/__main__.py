"""Focused crawls over recorded graphs: `python -m benchmarks.focus`. See README.md beside this."""

import argparse
import json
import sys
from collections import defaultdict
from dataclasses import asdict
from pathlib import Path

from benchmarks.focus.corpus import (
    Corpus,
    Task,
    corpus_of,
    reachable,
    read_corpus,
    read_tasks,
    tasks_from_labels,
)
from benchmarks.focus.generated import made_world
from benchmarks.focus.measures import BUDGETS, Line, ideal, mean, measured
from benchmarks.focus.simulation import crawl

FLOORS = Path(__file__).resolve().parents[1] / "floors.json"
PRESETS = ("mercator", "page-weight", "chakrabarti-hard", "chakrabarti-soft", "auto")
BREADTH_FIRST, LEARNT = "mercator", "auto"
BEATEN = ("chakrabarti-soft", "page-weight")
LEAD = 1.25  # times the best of these, at the first budget


def main() -> int:
    """Crawl, print, and say whether the promises hold."""
    asked = _arguments()
    if asked.corpus is None:
        pages, tasks = made_world(asked.seed)
        corpus = corpus_of(pages)
    else:
        corpus = read_corpus(asked.corpus)
        tasks = _tasks(corpus, asked)
    if asked.only:
        tasks = [task for task in tasks if task.name in asked.only.split(",")]
    lines, problems = _crawl_all(corpus, tasks, asked)
    means = {preset: mean(preset, of_it) for preset, of_it in lines.items()}
    if set(BEATEN) | {BREADTH_FIRST, LEARNT} <= means.keys():
        problems += _unkept(means)
    if asked.corpus is None and not asked.only:
        problems += _below_floors(means)
    if asked.json:
        told = {"means": {name: asdict(line) for name, line in means.items()}, "problems": problems}
        print(json.dumps(told, indent=1))
    else:
        print(f"\nmean of {len(tasks)} tasks")
        for line in means.values():
            print(_row(line))
        for problem in problems:
            print(problem)
    return 1 if problems else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", nargs="?", type=Path, help="JSON lines; else a made-up web")
    parser.add_argument("--tasks", type=Path, help="a JSON list of tasks; else made from labels")
    parser.add_argument("--labels", help="with commas: labels to make tasks from; else the largest")
    parser.add_argument("--presets", default=",".join(PRESETS), help="with commas")
    parser.add_argument("--only", help="with commas: names of tasks")
    parser.add_argument("--seed", type=int, default=1, help="of the made-up web, or of samples")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def _tasks(corpus: Corpus, asked: argparse.Namespace) -> list[Task]:
    if asked.tasks is not None:
        return read_tasks(asked.tasks)
    if asked.labels:
        return list(tasks_from_labels(corpus, asked.labels.split(","), asked.seed))
    counts: dict[str, int] = defaultdict(int)
    for page in corpus.values():
        for label in page.labels:
            counts[label] += 1
    largest = sorted(counts, key=lambda label: (-counts[label], label))[:10]
    return list(tasks_from_labels(corpus, largest, asked.seed))


def _crawl_all(
    corpus: Corpus, tasks: list[Task], asked: argparse.Namespace
) -> tuple[dict[str, list[Line]], list[str]]:
    lines: dict[str, list[Line]] = defaultdict(list)
    problems: list[str] = []
    for task in tasks:
        within = reachable(corpus, task)
        relevant = {name for name in within if task.label in corpus[name].labels}
        best = ideal(len(relevant), len(within))
        lines["ideal"].append(best)
        if not asked.json:
            share = len(relevant) / max(1, len(within))
            print(f"\n{task.name}: {len(relevant)} of {len(within)} are relevant, {share:.1%}")
            print(_row(best))
        by_preset: dict[str, Line] = {}
        for preset in asked.presets.split(","):
            found = crawl(corpus, task, preset, int(len(within) * BUDGETS[-1]))
            line = measured(preset, found.order, relevant, len(within), found.seconds)
            by_preset[preset] = line
            lines[preset].append(line)
            if not asked.json:
                print(_row(line), flush=True)
        if {BREADTH_FIRST, LEARNT} <= by_preset.keys():
            problems += _worse_than_breadth_first(task, by_preset)
    return lines, problems


def _worse_than_breadth_first(task: Task, lines: dict[str, Line]) -> list[str]:
    mine, others = lines[LEARNT].harvest[0], lines[BREADTH_FIRST].harvest[0]
    return [] if mine >= others else [f"{task.name}: {mine:.3f} is below {others:.3f}"]


def _unkept(means: dict[str, Line]) -> list[str]:
    best = max(means[name].harvest[0] for name in BEATEN)
    lead = means[LEARNT].harvest[0] / best
    return [] if lead >= LEAD else [f"{LEARNT} leads by {lead:.2f}, not by {LEAD}"]


def _below_floors(means: dict[str, Line]) -> list[str]:
    floors = json.loads(FLOORS.read_text())
    mine = means[LEARNT]
    found = {"focus_harvest_5": mine.harvest[0], "focus_recall_10": mine.recall[1]}
    return [
        f"{name} is {value:.3f}, below its floor {floors[name]:.3f}"
        for name, value in found.items()
        if value < floors[name]
    ]


def _row(line: Line) -> str:
    harvest = " ".join(f"{value:.3f}" for value in line.harvest)
    recall = " ".join(f"{value:.3f}" for value in line.recall)
    cost = f"{line.milliseconds:.2f} ms/page"
    return f"  {line.name:18s} harvest {harvest}   recall {recall}   {cost}"


if __name__ == "__main__":
    sys.exit(main())
