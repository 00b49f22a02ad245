"""The promises of focus, on a small version of the made-up web of the benchmark."""

import json
from dataclasses import replace

import pytest
from benchmarks.focus import generated
from benchmarks.focus.corpus import corpus_of, reachable, read_corpus, tasks_from_labels
from benchmarks.focus.measures import ideal, measured
from benchmarks.focus.simulation import crawl

BUDGET = 0.05


@pytest.fixture(scope="module")
def world():
    """A quarter of the benchmark's."""
    pages, tasks = generated.made_world(1, subjects=20, articles=3_000, departments=30)
    return corpus_of(pages), tasks


@pytest.mark.slow
def test_auto_leads_soft_focus_and_page_weight_and_is_never_below_breadth_first(world):
    corpus, tasks = world
    chosen = [tasks[0], tasks[3], tasks[-3], tasks[-2]]
    harvest: dict[str, list[float]] = {}
    for task in chosen:
        pages = len(reachable(corpus, task))
        relevant = {name for name in corpus if task.label in corpus[name].labels}
        for preset in ("mercator", "page-weight", "chakrabarti-soft", "auto"):
            found = crawl(corpus, task, preset, int(pages * BUDGET))
            line = measured(preset, found.order, relevant, pages, found.seconds)
            harvest.setdefault(preset, []).append(line.harvest[0])

    assert all(a >= b for a, b in zip(harvest["auto"], harvest["mercator"], strict=True))
    best = max(sum(harvest["chakrabarti-soft"]), sum(harvest["page-weight"]))
    assert sum(harvest["auto"]) >= 1.25 * best


def test_the_made_up_web_is_the_same_for_the_same_seed():
    small = {"subjects": 10, "articles": 400, "departments": 20}

    assert generated.made_world(7, **small) == generated.made_world(7, **small)
    assert generated.made_world(7, **small) != generated.made_world(8, **small)


def test_a_recorded_graph_is_read_and_gets_tasks_from_its_labels(tmp_path):
    file = tmp_path / "pages.jsonl"
    lines = [
        json.dumps(
            {
                "url": f"https://zoo.test/{n}",
                "title": f"Page {n}",
                "labels": ["owl" if n < 30 else "car"],
                "text": f"{'feather wing' if n < 30 else 'wheel engine'} {n}",
                "links": [
                    {"url": f"/{(n + 1) % 60}", "anchor": "next"},
                    {"url": "https://gone.test/"},
                ],
            }
        )
        for n in range(60)
    ]
    file.write_text("\n".join(lines))

    corpus = read_corpus(file)
    (task,) = tasks_from_labels(corpus, ["owl"], 1)

    assert len(corpus) == 60
    assert corpus["https://zoo.test/3"].targets == ("https://zoo.test/4",)
    assert {"feather", "wing"} <= set(task.query.split())
    assert len(task.seeds) == 5
    assert len(task.examples) == 10
    assert reachable(corpus, replace(task, seeds=("https://zoo.test/0",))) == set(corpus)
    found = crawl(corpus, task, "mercator", 60)
    assert sorted(found.order) == sorted(corpus)


def test_measures_count_what_was_found_within_each_budget():
    line = measured("x", ["a", "b", "c", "d"], {"a", "c", "z"}, 8, 0.004)

    assert line.harvest == (1.0, 1.0, 1.0, 0.5)
    assert line.recall[-1] == pytest.approx(2 / 3)
    assert line.milliseconds == pytest.approx(1.0)
    assert ideal(2, 40).harvest == (1.0, 0.5, 0.25, 0.1)
