"""Rankings of real collections that people judged; they lie beside the repository."""

import json

import pytest
from benchmarks.collections import DATA, cisi, cranfield, thesis
from benchmarks.quality import ENGLISH, FLOORS, USUAL, below_floors, measure, trials_on

from bowerbird.tuning.auto import Plan, auto_tune
from bowerbird.tuning.trials import Setting

pytestmark = pytest.mark.skipif(not DATA.exists(), reason="the collections are not here")


@pytest.mark.slow
def test_mean_average_precision_is_not_below_its_floors_and_misspelt_queries_rank_alike():
    floors = json.loads(FLOORS.read_text("utf-8"))

    quality = measure(tune=False)

    assert not below_floors(quality, floors)
    assert set(quality.maps) <= set(floors)
    assert quality.misspelt_alike
    assert quality.maps["map_cranfield_every_word"] >= 0.28
    assert quality.maps["map_cranfield_english"] >= 0.32
    assert quality.maps["map_cisi_every_word"] >= 0.18


@pytest.mark.slow
def test_what_auto_tune_finds_on_cranfield_gains_on_queries_that_it_has_not_seen():
    told = auto_tune(trials_on(cranfield(), ENGLISH), Setting(USUAL), Plan(deals=1))

    assert told.held_out is not None
    assert told.held_out.gain > 0
    assert (told.verdict == "better") == (told.held_out.p <= 0.05)
    assert (told.proposed == told.found) == (told.verdict == "better")


def test_the_collections_are_whole():
    assert len(cranfield().entries) == 1400
    assert len(cranfield().judgements.queries) == 225
    assert len(cisi().entries) == 1460
    assert sum(1 for query in cisi().judgements.queries if query.documents) == 76


def test_the_posts_of_the_thesis_are_read_with_their_votes():
    posts = {entry.serial: entry for entry in thesis().entries}

    assert len(posts) == 2415
    assert "object detection website" in posts[288166].text["title"]
    assert min(entry.numbers["votes"] for entry in posts.values()) == -7
    assert [len(query.documents) for query in thesis().judgements.queries] == [7, 7, 5, 6, 5, 5]
