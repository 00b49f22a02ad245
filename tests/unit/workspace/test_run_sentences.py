import pytest

from bowerbird.workspace.run_sentences import sentence_on

FIGURES = {"pages": 312, "relevant": 128, "seconds": 240.0, "items": {"found": 1}}
LOOK = {
    "at": 1_000.0,
    "pages_per_second": 5.2,
    "eta_seconds": 250.0,
    "eta_confidence": "fair",
    "hosts_waiting": 3,
    "leased": 4,
}
LIMITED = {"at": 990.0, "sentence": "photo.test is limiting us."}


@pytest.mark.parametrize(
    ("state", "reason", "expected"),
    [
        ("completed", "every URL was visited", "Done: 312 pages, 41 % relevant, 1 item in 4 min; "),
        ("stopped", "stopped by request", "Stopped after 312 pages, 41 % relevant, 1 item: "),
        ("paused", "the disk is full", "Paused after 312 pages, 41 % relevant, 1 item: the disk"),
        ("failed", "its process is gone", "Failed after 312 pages, 41 % relevant, 1 item: its"),
        ("stalled", "silent for 12 s", "Stalled after 312 pages, 41 % relevant, 1 item: silent"),
    ],
)
def test_a_run_at_rest_says_what_it_brought_and_why_it_ended(state, reason, expected):
    assert sentence_on({"state": state, "reason": reason, **FIGURES}).startswith(expected)


def test_a_run_at_work_says_how_fast_and_how_long():
    said = sentence_on({"state": "running", **FIGURES}, LOOK)

    assert said == (
        "Crawling: 312 pages, 41 % relevant, 1 item, 5.2 pages a second, about 4 min left."
    )


def test_the_last_warning_is_part_of_it_while_it_is_news():
    running = {"state": "running", **FIGURES}

    assert sentence_on(running, LOOK, LIMITED).endswith("left. photo.test is limiting us.")
    assert sentence_on(running, LOOK, {**LIMITED, "at": 10.0}).endswith("left.")


def test_a_slow_run_says_what_it_waits_for():
    said = sentence_on(
        {"state": "running", "pages": 1, "relevant": 0},
        {**LOOK, "pages_per_second": 0.2, "eta_seconds": None, "leased": 0},
    )

    assert said == (
        "Crawling: 1 page, 0 % relevant, 12 pages a minute. "
        "It waits for 3 sites: each is asked again after its pause."
    )


def test_a_run_that_read_nothing_says_so():
    assert sentence_on({"state": "running"}) == "Crawling: no page read yet."
    assert sentence_on({"state": "new"}) == "Not started yet."
