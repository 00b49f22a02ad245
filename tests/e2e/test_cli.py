"""The commands that exist now, as a person and as a script calls them."""

import json
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.e2e.commands import Bowerbird, Said, until

from bowerbird.testing.little_web import LITTLE_WEB, serve_little_web
from bowerbird.testing.serving import ServedWeb
from bowerbird.testing.site import generated_site, serve_site

SUMMARY = {
    "run", "state", "reason", "started_at", "seconds", "links", "pages", "relevant",
    "harvest_rate", "records", "duplicate_content", "status_codes", "bytes", "pages_per_second",
    "avg_processing_ms", "avg_fetch_ms", "avg_rendering_ms", "avg_page_bytes",
    "avg_records_per_page", "per_worker", "robots_found", "refused",
}  # fmt: skip
LINKS = {"collected", "visited", "already_visited", "cross_site", "excluded"}
STATUS_CODES = {"1xx", "2xx", "3xx", "4xx", "5xx", "error"}
PAGE = {
    "url", "final_url", "status", "media_type", "depth", "relevance", "relevant", "fetched_at",
    "bytes", "content_hash", "duplicate_of", "title",
}  # fmt: skip
EXPLAINED = {
    "url", "state", "reason", "rule", "found_on", "depth", "priority", "score_terms", "history",
}  # fmt: skip
LONG = generated_site(hosts=4, pages=3_000, words=30)


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Bowerbird, Said]:
    """moved.test and directives.test, crawled from the command line."""
    bowerbird = Bowerbird(tmp_path_factory.mktemp("home"))
    with serve_little_web() as web:
        said = bowerbird(
            "crawl", "http://moved.test/", "http://directives.test/", "--json", "--delay", "0",
            "--allow-private", "--resolve", web.resolve, "--exclude", "prefix(/target/303)",
        )  # fmt: skip
    return bowerbird, said


@pytest.fixture
def bowerbird(tmp_path: Path) -> Bowerbird:
    return Bowerbird(tmp_path / "home")


@pytest.fixture
def long_site() -> Iterator[ServedWeb]:
    """It would take minutes to crawl."""
    with serve_site(LONG, delay=0.1) as web:
        yield web


def crawl_it(web: ServedWeb) -> list[str]:
    return [
        "crawl", *LONG.seeds, "--stay", "any", "--delay", "0", "--concurrency", "4",
        "--allow-private", "--resolve", web.resolve, "--json",
    ]  # fmt: skip


# ---- what is told ------------------------------------------------------------------------------


def test_a_crawl_prints_the_whole_run_summary_and_nothing_else(crawled):
    _, said = crawled

    summary = said.document
    assert said.status == 0
    assert summary.keys() >= SUMMARY
    assert summary["links"].keys() >= LINKS
    assert summary["status_codes"].keys() >= STATUS_CODES
    assert (summary["run"], summary["state"]) == ("1", "completed")
    assert summary["pages"] == summary["records"] == 15
    assert summary["refused"]["robots"] == 1
    assert summary["refused"]["scope"] >= 1


def test_list_and_show_tell_the_same_as_the_crawl_did(crawled):
    bowerbird, said = crawled

    listed = bowerbird("run", "list", "--json").document
    shown = bowerbird.show("1")

    assert [run["run"] for run in listed] == ["1"]
    assert listed[0] == shown
    assert {**shown, "trouble": ""} == {**said.document, "trouble": ""}


def test_pages_come_as_one_document_or_as_lines(crawled):
    bowerbird, _ = crawled

    together = bowerbird("pages", "--json").document
    lines = [json.loads(line) for line in bowerbird("pages", "--jsonl").out.splitlines()]

    assert together == lines
    assert all(row.keys() >= PAGE for row in lines)
    by_url = {row["url"]: row for row in lines}
    assert by_url["http://moved.test/target/301"]["title"] == "Where status 301 leads - Moved"
    assert by_url["http://moved.test/301"]["final_url"] == "http://moved.test/target/301"
    assert by_url["http://moved.test/301"]["status"] == 301


@pytest.mark.parametrize(
    ("url", "state", "reason", "rule"),
    [
        ("http://moved.test/target/301", "fetched", "", ""),
        ("http://moved.test/closed", "refused", "robots", "robots.txt line 2: Disallow: /closed"),
        ("http://moved.test/target/303", "refused", "scope", "exclude prefix(/target/303)"),
        ("http://moved.test/302", "redirected", "", ""),
        ("http://moved.test/nothing", "failed", "http-error", "the server answered 404"),
        ("http://directives.test/only-rel-nofollow", "refused", "nofollow", "rel=nofollow"),
        ("http://moved.test/never-heard-of", "unknown", "not-found-yet", ""),
        ("http://abroad.test/", "unknown", "scope", "stay = host"),
    ],
)
def test_explain_says_why_a_url_was_or_was_not_crawled(crawled, url, state, reason, rule):
    bowerbird, _ = crawled

    said = bowerbird("explain", url, "--json")
    facts = said.document

    assert said.status == 0
    assert facts.keys() >= EXPLAINED
    assert (facts["url"], facts["state"], facts["reason"]) == (url, state, reason)
    assert rule in facts["rule"]
    assert bool(facts["history"]) == (state in {"fetched", "redirected", "failed"}) or (
        reason == "robots"
    )


def test_people_get_sentences_and_tables(crawled):
    bowerbird, _ = crawled

    shown = bowerbird("run", "show").out
    explained = bowerbird("explain", "http://moved.test/closed").out
    table = bowerbird("pages", "--state", "refused").out

    assert "Run 1 is completed: every URL in scope was visited." in shown
    assert "It was refused: robots.txt line 2: Disallow: /closed" in explained
    assert "http://moved.test/closed" in table
    assert "http://moved.test/301" not in table


def test_the_demo_shows_relevant_pages_and_needs_nothing(bowerbird):
    said = bowerbird("demo", "--json")

    facts = said.document
    assert said.status == 0
    assert facts.keys() >= {"pages", "relevant", "records", "seconds", "searches"}
    assert facts["pages"] == facts["records"] > 240
    assert 20 < facts["relevant"] < 60
    assert [it["total"] > 0 for it in facts["searches"]] == [True] * 3
    best = [LITTLE_WEB.pages[it["hits"][0]["url"]] for it in facts["searches"][:2]]
    # A mirror has the same page; the copy that was read first stands for it.
    assert [page.duplicates for page in best] == ["http://solar.test/storage"] * 2
    assert facts["searches"][2]["corrected"].startswith("searched for “photovoltaic”")


def test_the_demo_works_where_an_earlier_version_left_an_index_of_another_form(bowerbird):
    assert bowerbird("demo", "--json").status == 0
    index = bowerbird.home / "projects" / "demo" / "indexes" / "default"
    for segment in index.glob("*.raw"):
        segment.write_bytes(b"OLDFORM1" + segment.read_bytes()[8:])

    said = bowerbird("demo", "--json")

    assert said.status == 0, said.err
    assert [it["total"] > 0 for it in said.document["searches"]] == [True] * 3


def test_the_doctor_finds_this_machine_well(bowerbird):
    said = bowerbird("doctor", "--json")

    checks = said.document["checks"]
    assert all(check.keys() == {"name", "ok", "detail", "remedy"} for check in checks)
    assert said.status == (0 if all(check["ok"] for check in checks) else 1)
    assert [check["name"] for check in checks if not check["ok"]] in ([], ["open files"])


def test_a_crawl_that_could_read_nothing_has_failed(bowerbird):
    with serve_little_web() as web:
        said = bowerbird(
            "crawl", "http://moved.test/nothing", "--json", "--delay", "0",
            "--allow-private", "--resolve", web.resolve,
        )  # fmt: skip

    assert said.status == 1
    assert said.document["state"] == "completed"
    assert "http://moved.test/nothing: the server answered 404" in said.complaint


# ---- a run at work -----------------------------------------------------------------------------


@pytest.mark.slow
def test_a_detached_run_is_paused_resumed_and_stopped(bowerbird, long_site):
    started = bowerbird(*crawl_it(long_site), "--detach")
    assert (started.status, started.document["state"]) == (0, "running")
    until(lambda: len(long_site.requests) > 20)

    second = bowerbird(*crawl_it(long_site))
    assert second.status == 1
    assert "run 1 of project 'default' is at work" in second.document["error"]
    assert second.complaint == second.document["error"]

    assert bowerbird("run", "pause", "--json").document["state"] == "paused"
    until(lambda: not long_site.under_way)
    asked = len(long_site.requests)
    read = [row for row in bowerbird("pages", "--json").document if row["state"] == "fetched"]
    last = max(read, key=lambda row: row["fetched_at"])["url"]
    links = LONG.links(int(last.rpartition("/")[2]))
    queued = next(url for url in links if _state(bowerbird, url) == "queued")
    facts = bowerbird("explain", queued, "--json").document
    assert facts["ahead"] >= 0
    assert facts["found_on"].startswith("http://h")
    assert len(long_site.requests) == asked

    assert bowerbird("run", "resume", "--json").document["state"] == "running"
    until(lambda: len(long_site.requests) > asked + 10)

    before = time.monotonic()
    stopped = bowerbird("run", "stop", "--json")
    assert time.monotonic() - before < 30
    assert (stopped.status, stopped.document["state"]) == (0, "stopped")
    assert stopped.document["pages"] > 10
    assert bowerbird("run", "pause").complaint == "run 1 is not at work: it is stopped"


def _state(bowerbird: Bowerbird, url: str) -> str:
    return str(bowerbird("explain", url, "--json").document["state"])


@pytest.mark.slow
def test_ctrl_c_drains_and_resume_goes_on(bowerbird, long_site):
    with bowerbird.begin(*crawl_it(long_site)) as process:
        until(lambda: len(long_site.requests) > 20)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)

    summary = json.loads(out)
    assert process.returncode == 0
    assert "Stopping" in err
    assert summary["state"] == "stopped"
    assert summary["status_codes"]["error"] == 0  # what was under way came to its end

    more = summary["pages"] + 5
    resumed = bowerbird("run", "resume", "--max-pages", str(more), "--json").document
    assert (resumed["state"], resumed["pages"]) == ("completed", more)
    assert resumed["reason"] == f"the budget max_pages = {more} is spent"


def test_an_attached_run_ends_with_the_command_that_started_it(bowerbird, long_site):
    with bowerbird.begin(*crawl_it(long_site)) as process:
        until(lambda: len(long_site.requests) > 20)
        process.kill()

    until(lambda: bowerbird.show()["state"] == "stopped")
    assert "the program that started it ended" in bowerbird.show()["reason"]


def test_the_help_names_every_command(bowerbird):
    said = bowerbird("--help")

    assert said.status == 0
    assert all(name in said.out for name in ("demo", "crawl", "run", "pages", "explain", "doctor"))
    assert bowerbird("--version").out.startswith("bowerbird 0.")
