"""What goes wrong is told in one sentence that names the thing and the remedy; nothing breaks."""

import socket
from pathlib import Path

import pytest
from tests.e2e.commands import Bowerbird, Said

from bowerbird.testing.little_web import serve_little_web
from bowerbird.testing.serving import ServedWeb

USUAL = ("--delay", "0", "--allow-private", "--max-pages", "5", "--json")


@pytest.fixture(scope="module")
def web():
    with serve_little_web() as served:
        yield served


@pytest.fixture
def bowerbird(tmp_path: Path) -> Bowerbird:
    return Bowerbird(tmp_path / "home")


@pytest.fixture
def crawled(bowerbird: Bowerbird, web: ServedWeb) -> Bowerbird:
    """A project that has been crawled once."""
    assert crawl(bowerbird, web).status == 0
    return bowerbird


def crawl(bowerbird: Bowerbird, web: ServedWeb, *more: str) -> Said:
    return bowerbird("crawl", "http://moved.test/", "--resolve", web.resolve, *USUAL, *more)


def call(bowerbird: Bowerbird, *more: str) -> Said:
    """A crawl that is refused before anything is done."""
    return bowerbird.here(
        "crawl", "http://moved.test/", "--resolve", "*.test=127.0.0.1:9", *USUAL, *more
    )


def project(bowerbird: Bowerbird) -> Path:
    return bowerbird.home / "projects" / "default"


def assert_one_sentence(said: Said, status: int, *parts: str) -> None:
    assert said.status == status
    assert said.document == {"error": said.complaint}
    assert "Traceback" not in said.err
    for part in parts:
        assert part in said.complaint


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("[budget]\nmax_page = 5", ("project.toml", "budget: unknown field `max_page`",
                                    "did you mean `max_pages`?")),
        ("[politeness]\ndelay = -1", ("project.toml", "politeness.delay", "not -1")),
        ("sedes = []", ("project.toml", "unknown field `sedes`", "did you mean `seeds`?")),
        ("[scope]\nstay = 'city'", ("project.toml", "scope.stay", "'city'")),
        ("this is not TOML", ("project.toml", "is not TOML")),
        ("[page_judge]\nuse = 'bm52'", ("unknown page judge 'bm52'", "known: auto", "everything")),
        ("topic.query = 'sun'\n[page_judge]\nuse = 'page-weight'\noptions.threshhold = 1",
         ("page-weight", "threshhold", "known:")),
    ],
)  # fmt: skip
def test_a_mistake_in_the_plan_is_named_with_its_place(bowerbird, line, parts):
    project(bowerbird).mkdir(parents=True)
    plan = project(bowerbird) / "project.toml"
    plan.write_text(line)

    said = call(bowerbird)

    assert_one_sentence(said, 2, *parts)
    assert plan.read_text() == line


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        (("--preset", "merkator"), ("unknown preset 'merkator'", "mercator")),
        (("--exclude", "host(a.test"), ("scope.exclude", "host(a.test")),
        (("--resolve", "moved.test"), ("fetch.resolve", "moved.test")),
        (("--set", "speed.concurrency"), ("--set 'speed.concurrency'", "KEY=VALUE")),
        (("--set", "speed.concurrency=0"), ("speed.concurrency", "not 0")),
        (("--set", "speed.konkurrency=9"), ("`konkurrency`", "did you mean `concurrency`?")),
        (("--set", "speed=fast"), ("speed", "'fast'")),
        (("--set", "seeds.x=1"), ("seeds",)),
        (("--stay", "city"), ("scope.stay", "'city'")),
        (("--max-pages", "0"), ("budget.max_pages", "not 0")),
        (("--threshold", "1"), ("auto", "--topic")),
        (("--proxy", "nonsense"), ("fetch.proxies.urls", "'nonsense'")),
        (("--project", "../up"), ("'../up'", "small letters")),
        (("--shards", "2"), ("--shards 2", "one shard")),
        (("--browser", "perhaps"), ("browser.use", "'perhaps'")),
        (("--template", "x.toml"), ("cannot read the template x.toml",)),
        (("http://exa mple/",), ("'http://exa mple/' is not a URL",)),
        (("@nowhere.txt",), ("nowhere.txt",)),
    ],
)
def test_a_wrong_option_is_refused_before_anything_is_done(bowerbird, options, parts):
    said = call(bowerbird, *options)

    assert_one_sentence(said, 2, *parts)
    assert not project(bowerbird).exists()


def test_a_crawl_to_nowhere_says_how_to_start(bowerbird):
    assert_one_sentence(bowerbird.here("crawl", "--json"), 2, "give at least one URL")


def test_an_unknown_option_of_the_command_is_refused(bowerbird):
    said = bowerbird.here("crawl", "--max-pagess", "5")

    assert said.status == 2
    assert "max-pages" in said.err
    assert "Traceback" not in said.err


def test_a_home_that_is_a_file_is_named(tmp_path):
    place = tmp_path / "home"
    place.write_text("my notes")

    said = call(Bowerbird(place))

    assert_one_sentence(said, 1, str(place), "--home")
    assert place.read_text() == "my notes"


def test_a_seed_that_nobody_answers_for_is_told(bowerbird):
    said = bowerbird(
        "crawl", "http://closed.test/", "--resolve", f"*.test=127.0.0.1:{closed_port()}",
        *USUAL, "--set", "retry.first_pause=0", "--set", "politeness.robots_retry_dead=0.1",
    )  # fmt: skip

    assert said.status == 1
    assert said.document["state"] == "completed"
    assert said.document["pages"] == 0
    assert "http://closed.test/" in said.complaint
    assert said.complaint.startswith("nothing could be read (")


def test_a_private_address_is_refused_with_the_remedy(bowerbird):
    said = bowerbird("crawl", f"http://127.0.0.1:{closed_port()}/", "--delay", "0", "--json")

    assert said.status == 1
    assert said.document["refused"]["private-address"] == 1
    assert "127.0.0.1" in said.complaint


def closed_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_unknown_runs_and_projects_are_named(crawled):
    assert_one_sentence(crawled.here("run", "show", "7", "--json"), 2, "has no run 7", "1")
    assert_one_sentence(crawled.here("run", "show", "x", "--json"), 2, "'x' is not a run")
    assert_one_sentence(
        crawled.here("pages", "--project", "zoo", "--json"), 2, "'zoo' has no run yet", "crawl URL"
    )
    assert_one_sentence(
        crawled.here("pages", "--state", "fetchd", "--json"), 2, "no page is 'fetchd'", "fetched"
    )
    assert_one_sentence(crawled.here("run", "pause", "--json"), 1, "run 1 is not at work")
    assert_one_sentence(
        crawled.here("run", "resume", "--json"), 1, "run 1 is completed", "--max-pages"
    )
    assert_one_sentence(crawled.here("explain", "http://", "--json"), 2, "'http://' is not a URL")
    assert not (crawled.home / "projects" / "zoo").exists()


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["CURRENT", "MANIFEST-*", "*.sst"])
def test_a_damaged_store_is_named_and_works_again_once_mended(crawled, web, damage):
    db = project(crawled) / "shards" / "s000" / "db"
    damaged = sorted(db.glob(damage))
    assert damaged
    sound = {file: file.read_bytes() for file in damaged}
    for file in damaged:
        file.write_bytes(b"\x00garbage" * max(20, len(sound[file]) // 8))

    asked = crawled("pages", "--json")
    again = crawl(crawled, web)

    assert_one_sentence(asked, 1, "s000", "damaged or missing", "backup")
    assert_one_sentence(again, 1, "s000", "damaged or missing", "backup")
    for file, content in sound.items():
        file.write_bytes(content)
    assert crawled("explain", "http://moved.test/", "--json").document["state"] == "fetched"
    assert crawl(crawled, web).status == 0


def test_a_damaged_catalogue_is_named_and_left_alone(crawled):
    catalogue = crawled.home / "catalogue.sqlite"
    for beside in crawled.home.glob("catalogue.sqlite-*"):
        beside.unlink()
    catalogue.write_bytes(b"not a database at all, really not" * 200)

    said = crawled("run", "list", "--json")

    assert_one_sentence(said, 1, str(catalogue), "move it away")
    assert catalogue.read_bytes().startswith(b"not a database")
    catalogue.rename(crawled.home / "away")
    assert crawled("run", "list", "--json").document == []


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (("craw",), ("no such command 'craw'", "--help` shows what there is")),
        (("run", "halt"), ("no such command 'halt'", "run --help`")),
        (("crawl", "--max-page", "5"), ("no such option: --max-page", "crawl --help`")),
        (("crawl", "--max-pages", "many"), ("invalid value for '--max-pages'", "crawl --help`")),
        (("explain",), ("missing argument 'URL'", "explain --help`")),
    ],
)
def test_a_call_that_no_command_knows_is_answered_in_one_sentence_too(bowerbird, arguments, parts):
    assert_one_sentence(bowerbird.here(*arguments, "--json"), 2, *parts)
