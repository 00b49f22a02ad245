from bowerbird.crawl.statistics import Tally, summarize

SURFACE = {
    "seconds", "links", "pages", "relevant", "harvest_rate", "records", "duplicate_content",
    "status_codes", "bytes", "pages_per_second", "avg_processing_ms", "avg_fetch_ms",
    "avg_rendering_ms", "avg_page_bytes", "avg_records_per_page", "per_worker", "robots_found",
    "refused",
}  # fmt: skip


def test_a_run_that_did_nothing_has_a_whole_summary():
    summary = summarize(Tally(), 0)

    assert summary.keys() >= SURFACE
    assert summary["status_codes"] == {"1xx": 0, "2xx": 0, "3xx": 0, "4xx": 0, "5xx": 0, "error": 0}
    assert summary["harvest_rate"] == summary["pages_per_second"] == 0.0


def test_averages_are_of_what_they_say():
    tally = Tally(
        pages=4, relevant=1, records=8, fetches=5, fetch_seconds=1.0, processing_seconds=0.02,
        bytes=4_000, seconds=2.0,
    )  # fmt: skip

    summary = summarize(tally, 3)

    assert summary["harvest_rate"] == 0.25
    assert summary["avg_fetch_ms"] == 200.0
    assert summary["avg_processing_ms"] == 5.0
    assert summary["avg_page_bytes"] == 1000.0
    assert summary["avg_records_per_page"] == 2.0
    assert summary["pages_per_second"] == 2.0
    assert summary["robots_found"] == 3


def test_counts_are_kept_by_kind():
    tally = Tally()
    for status in (200, 204, 301, 404, 503):
        tally.count_status(status)
    for reason in ("robots", "scope", "robots"):
        tally.count_refusal(reason)
    tally.count_page_of(7)

    summary = summarize(tally, 0)

    assert [summary["status_codes"][f"{kind}xx"] for kind in range(1, 6)] == [0, 2, 1, 1, 1]
    assert summary["refused"] == {"robots": 2, "scope": 1}
    assert summary["per_worker"] == {"7": 1}
