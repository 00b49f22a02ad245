"""Real papers, and made ones of unseen layouts: what is told of them has floors."""

import json

import pytest
from benchmarks.metadata import (
    FLOORS,
    MICROSECONDS,
    MILLISECONDS,
    OF_EACH,
    PAPERS,
    below_floors,
    figures,
    made_papers,
    measured,
    plain_page_microseconds,
    real_papers,
    taught_book,
)
from tools.layouts.generic import GENERIC
from tools.layouts.unseen import UNSEEN


@pytest.mark.skipif(not PAPERS.exists(), reason="the papers are not here")
def test_ten_real_papers_are_told_as_well_as_ever_and_in_time():
    floors = json.loads(FLOORS.read_text("utf-8"))

    real = measured("real", real_papers())

    assert real.papers == 10
    assert not below_floors(figures([real]), floors)
    assert set(figures([real])) <= set(floors)
    assert real.fields["title"] >= 0.9
    assert real.fields["authors"] >= 0.85
    assert real.milliseconds <= MILLISECONDS


@pytest.mark.slow
def test_papers_of_unseen_layouts_are_told_as_ever_and_better_once_taught():
    floors = json.loads(FLOORS.read_text("utf-8"))
    papers = list(made_papers(OF_EACH))

    unseen = measured("unseen", iter(papers))
    taught = measured("taught", iter(papers), taught_book())

    assert unseen.papers == OF_EACH * len(UNSEEN)
    assert not below_floors(figures([unseen, taught]), floors)
    assert set(figures([unseen, taught])) <= set(floors)
    assert all(taught.fields[name] >= value for name, value in unseen.fields.items())


def test_no_label_is_from_an_unseen_layout():
    assert not set(GENERIC) & set(UNSEEN)


def test_a_page_that_carries_no_metadata_costs_next_to_nothing():
    assert plain_page_microseconds() <= MICROSECONDS
