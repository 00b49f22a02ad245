"""Measuring and tuning an index, as a person does it."""

import json

import pytest
from tests.e2e.commands import Bowerbird

QUERIES = 12


@pytest.fixture(scope="module")
def bowerbird(tmp_path_factory) -> Bowerbird:
    """A project whose useful documents have the query's word in their titles."""
    folder = tmp_path_factory.mktemp("tune")
    bowerbird = Bowerbird(folder / "home")
    rows, qrels, queries = [], [], []
    for query in range(1, QUERIES + 1):
        word = f"word{query}"
        rows += [{"id": f"{query}-{n}", "title": "straw", "text": f"{word} {word}"}
                 for n in range(6)]  # fmt: skip
        rows.append({"id": f"{query}-u", "title": word, "text": "straw moss"})
        qrels.append(f"{query} 0 {query}-u 1\n")
        queries.append(f"{query}\t{word}\n")
    (folder / "d.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (folder / "qrels").write_text("".join(qrels))
    (folder / "q.tsv").write_text("".join(queries))
    bowerbird.here("records", "import", str(folder / "d.jsonl"), "--key", "id")
    bowerbird.here("judge", "import", str(folder / "qrels"), "--queries", str(folder / "q.tsv"))
    assert bowerbird.here("index", "build", "--min-length", "0").status == 0
    return bowerbird


def test_an_index_is_measured_by_query_and_in_the_mean(bowerbird):
    told = bowerbird("tune", "eval", "--json").document
    shown = bowerbird.here("tune", "eval")

    assert set(told["measures"]) == {"map", "mp@5", "mp@r", "ndcg@10", "mrr"}
    assert told["measures"]["mrr"] == pytest.approx(1 / 7)
    assert [query["id"] for query in told["queries"]] == [str(n) for n in range(1, QUERIES + 1)]
    assert all(query["measures"]["mrr"] == pytest.approx(1 / 7) for query in told["queries"])
    assert "12 queries with relevant documents, 12 judgements" in shown.out
    assert "0.1429" in shown.out


def test_settings_that_are_tried_are_compared_with_those_in_use(bowerbird):
    told = bowerbird.here("tune", "eval", "--weights", "title=5", "--b", "0.5", "--json").document
    shown = bowerbird.here("tune", "eval", "--weights", "title=5", "--every-query")

    assert told["comparison"]["map"]["wins"] == QUERIES
    assert told["comparison"]["map"]["p"] < 0.01
    assert told["tried"]["setting"]["b"] == 0.5
    assert told["tried"]["measures"]["mrr"] == 1
    assert len(told["gains"]) == QUERIES
    assert told["accepted"] is None
    assert "By MAP, what was tried is better: more than chance (p < 0.001)." in shown.out


def test_another_index_is_compared_with(bowerbird):
    bowerbird.here("index", "build", "--name", "titles", "--fields", "title", "--min-length", "0")

    told = bowerbird.here("tune", "eval", "--index", "default", "--against", "titles",
                          "--json").document  # fmt: skip

    assert told["tried"]["index"] == "titles"
    assert told["comparison"]["mrr"]["gain"] == pytest.approx(1 - 1 / 7)


def test_a_sweep_draws_a_map_with_the_best_point_and_the_one_in_use(bowerbird):
    grid = ("--index", "default", "--b", "0,0.5,1", "--k", "0.5,1.75,5")
    told = bowerbird.here("tune", "sweep", *grid, "--json").document
    shown = bowerbird.here("tune", "sweep", *grid).out.splitlines()

    assert (told["b"], told["k"]) == ([0, 0.5, 1], [0.5, 1.75, 5])
    assert [len(row) for row in told["values"]] == [3, 3, 3]
    assert told["best"]["value"] == max(map(max, told["values"]))
    rows = [line.split()[2:] for line in shown if line.startswith("b ")]
    assert [len(row) for row in rows] == [3, 3, 3]
    assert sum(row.count("*") for row in rows) == 1
    assert ["0.5", "1.8", "5"] in [line.split() for line in shown]


def test_what_auto_tune_finds_is_accepted_and_taken_back(bowerbird):
    index = ("--index", "default")
    found = bowerbird.here("tune", "auto", *index, "--knobs", "weights", "--accept",
                           "--json").document  # fmt: skip
    better = bowerbird.here("search", "word3", *index, "--json").document
    history = bowerbird.here("tune", "history", *index, "--json").document
    shown = bowerbird.here("tune", "history", *index)
    back = bowerbird.here("tune", "revert", *index, "--json").document
    worse = bowerbird.here("search", "word3", *index, "--json").document

    assert found["verdict"] == "better"
    assert found["held_out"]["gain"] == pytest.approx(1 - 1 / 7)
    assert len(found["folds"]) == 15
    assert better["hits"][0]["fields"]["id"] == "3-u"
    assert worse["hits"][0]["fields"]["id"] == "3-0"
    assert [line["because"].split(":")[0] for line in history["lines"]] == [
        "as the plan had it",
        "auto-tune",
    ]
    assert history["holding"] == 2
    assert "2*" in shown.out
    assert back["because"] == "back to 1"


def test_what_to_judge_next_is_listed(bowerbird):
    told = bowerbird.here("judge", "open", "word3", "--index", "default", "--json").document
    shown = bowerbird.here("judge", "open", "3", "--index", "default", "--depth", "5")

    assert [each["name"] for each in told["queries"][0]["documents"]] == [
        f"3-{n}" for n in range(6)
    ]
    assert "Query 3, “word3”: 5 of the first 5 are unjudged." in shown.out


def test_too_few_queries_to_tell_is_said_and_nothing_accepted(bowerbird, tmp_path):
    few = Bowerbird(tmp_path / "home")
    (tmp_path / "d.jsonl").write_text('{"id": "a", "title": "moss"}\n{"id": "b", "text": "moss"}\n')
    few.here("records", "import", str(tmp_path / "d.jsonl"), "--key", "id")
    few.here("judge", "add", "moss", "a", "3")
    few.here("index", "build")

    told = few.here("tune", "auto", "--accept", "--json").document
    shown = few.here("tune", "auto", "--accept")

    assert told["verdict"] == "too-few"
    assert told["accepted"] is None
    assert "Too few queries to tell: 1 have relevant documents" in shown.out
    assert "Nothing was changed." in shown.out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["eval", "--measure", "f1"], "unknown measure 'f1'; known: map, mp@5"),
        (["eval", "--accept"], "--accept: give the settings to accept"),
        (["eval", "--b", "3"], "the setting, `b`"),
        (["eval", "--index", "none"], "there is no index 'none'"),
        (["sweep", "--k", "1,x"], "--k '1,x'"),
        (["auto", "--knobs", "screws"], "auto-tune, `knobs"),
        (["revert", "77"], "has no settings 77"),
        (["eval", "--formula", "log("], "formula"),
    ],
)
def test_a_wrong_call_is_one_sentence(bowerbird, arguments, complaint):
    index = [] if "--index" in arguments else ["--index", "default"]
    said = bowerbird.here("tune", *arguments, *index)

    assert said.status == 2
    assert complaint in said.complaint
