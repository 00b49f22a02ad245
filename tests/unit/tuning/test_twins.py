"""What counts of records with the same content is what a search shows of them."""

import random
from dataclasses import replace

import numpy as np
import pytest
from tests.unit.index.plain_index import Doc, snapshot_from

from bowerbird.index.options import IndexOptions, RankingOptions
from bowerbird.index.reading import Snapshot
from bowerbird.index.searcher import Searcher
from bowerbird.index.settings import SearchSettings
from bowerbird.tuning.evaluation import evaluate
from bowerbird.tuning.judgements import JudgedQuery, Judgements
from bowerbird.tuning.trials import Setting, Trials
from bowerbird.tuning.twins import Folded, TwinFinder
from bowerbird.tuning.understanding import AsSearched

OPTIONS = IndexOptions(fields=["text"])
QUERIES = ("moss fern", "moss site:b", "fern -moss", "site:b fern^2", "straw")


def docs(seed: int) -> list[Doc]:
    """Pages of three sites, many with the text of another."""
    chosen = random.Random(seed)
    texts = [" ".join(chosen.choices(["moss", "fern", "straw", "hen"], k=chosen.randint(1, 6)))
             for _ in range(12)]  # fmt: skip
    made = []
    for number in range(40):
        text = chosen.choice(texts)
        stored: dict[str, str] = {"content_hash": text, "url": str(number)}
        if chosen.random() < 0.2:
            stored = {"fingerprint": f"f {text}", "url": str(number)}
        if chosen.random() < 0.2:
            stored = {"url": str(number)}
        labels = {"site": [chosen.choice("abc")], "kind": ["page"]}
        made.append(Doc({"text": text}, {}, labels, stored, alive=chosen.random() < 0.9))
    return made


def shown(snapshot: Snapshot, query: str) -> dict[str, int]:
    """URL → rank, as somebody sees it who searches."""
    settings = SearchSettings(limit=1000, snippet_length=0)
    hits = Searcher(snapshot, OPTIONS).search(query, settings).hits
    return {hit.url: hit.rank for hit in hits}


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("cuts", [(), (13, 27)])
def test_places_are_those_that_a_search_shows(seed, cuts):
    snapshot = snapshot_from(docs(seed), cuts=cuts)
    first = TwinFinder().first_of(snapshot)
    assert first is not None
    ranks = {query: shown(snapshot, query) for query in QUERIES}
    judged = tuple(
        JudgedQuery(query, query, dict.fromkeys(ranks[query], 1))
        for query in QUERIES
        if ranks[query]
    )
    positions = {url: int(first[int(url)]) for query in judged for url in query.documents}

    trials = Trials(snapshot, Judgements(judged), positions, Folded(AsSearched(OPTIONS), first))
    told = evaluate(trials, Setting(RankingOptions()))

    for query in told.queries:
        assert dict(query.places) == ranks[query.id]
        assert query.found == len(ranks[query.id])
        assert query.measures["map"] == pytest.approx(1)


def test_records_that_do_not_say_what_their_content_is_are_all_different():
    same = [Doc({"text": "moss"}, labels={"kind": ["row"]}, stored={"url": str(n)}) for n in (1, 2)]

    assert TwinFinder().first_of(snapshot_from(same)) is None


def test_the_first_that_lives_stands_for_the_others():
    page = Doc({"text": "moss"}, labels={"kind": ["page"]}, stored={"content_hash": "x"})
    snapshot = snapshot_from([replace(page, alive=False), page, page], cuts=[2])

    first = TwinFinder().first_of(snapshot)

    assert first is not None
    np.testing.assert_array_equal(first, [0, 1, 1])


def test_no_record_is_unpacked_to_find_twins():
    def stored(_: int) -> dict[str, str]:
        raise AssertionError("a record was unpacked")

    page = Doc({"text": "moss"}, stored={"content_hash": "x"})
    snapshot = snapshot_from([page, page])
    watched = replace(snapshot, segments=(replace(snapshot.segments[0], stored=stored),))

    np.testing.assert_array_equal(TwinFinder().first_of(watched), [0, 0])
