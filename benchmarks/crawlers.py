"""How each crawler is asked to crawl the same site under the same terms."""

import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
BENCH_PYTHON = HERE.parent / ".bench-venv" / "bin" / "python"


@dataclass(frozen=True)
class Terms:
    """The same for all."""

    seeds: tuple[str, ...]
    hosts: tuple[str, ...]
    per_host: int  # connections to one host
    total: int  # connections altogether
    folder: Path  # empty; what a crawler keeps goes here


@dataclass(frozen=True)
class Crawler:
    """A name, what it does with a page, and the command line for it."""

    name: str
    does: str
    command: Callable[[Terms], list[str]]
    missing: str = ""  # why it cannot run here; empty if it can


def scrapy() -> Crawler:
    def command(terms: Terms) -> list[str]:
        counts = (str(terms.per_host), str(terms.total))
        return [str(BENCH_PYTHON), str(HERE / "scrapy_peer.py"), *counts, *terms.seeds]

    missing = "" if BENCH_PYTHON.exists() else "no .bench-venv here: run tools/bench_setup"
    return Crawler("scrapy", "robots, links, title", command, missing)


def wget2() -> Crawler:
    def command(terms: Terms) -> list[str]:
        return [
            "wget2",
            "--quiet",
            "--no-config",
            "--recursive",
            "--level=inf",
            "--span-hosts",
            f"--domains={','.join(terms.hosts)}",
            "--robots=on",
            f"--max-threads={terms.total}",
            "--tries=1",
            f"--directory-prefix={terms.folder / 'files'}",
            *terms.seeds,
        ]

    missing = "" if shutil.which("wget2") else "wget2 is not installed: run tools/bench_setup"
    return Crawler("wget2", "robots, links, body to a file", command, missing)


def bowerbird(*extra: str, name: str, does: str) -> Crawler:
    """Bowerbird by its command line; `extra` are options of `bowerbird crawl`."""

    def command(terms: Terms) -> list[str]:
        return [
            *bowerbird_command("crawl", *terms.seeds, home=terms.folder / "home"),
            *extra,
            *("--set", "indexes.default.follow=false"),  # no peer makes a search index
            *("--delay", "0"),
            *("--stay", "any"),
            "--allow-private",
            *("--shards", "1"),
            *("--concurrency", str(terms.total)),
            *("--connections-per-host", str(terms.per_host)),
        ]

    missing = "" if _executable().exists() else "Bowerbird's command is not installed: make setup"
    return Crawler(name, does, command, missing)


def bowerbird_command(*words: str, home: Path) -> list[str]:
    """A call of the command that belongs to the Python this runs in."""
    return [str(_executable()), *words, "--json", "--home", str(home)]


def _executable() -> Path:
    return Path(sys.executable).with_name("bowerbird")


def line_up() -> list[Crawler]:
    """Who takes part: Bowerbird whole and lean, and its peers."""
    return [
        scrapy(),
        wget2(),
        bowerbird(
            name="bowerbird",
            does="robots, WARC, durable store, text, links, content-seen",
        ),
        bowerbird(
            *LEAN,
            name="bowerbird lean",
            does="robots, durable store, links; no WARC, no text",
        ),
    ]


LEAN: tuple[str, ...] = ("--set", "store.keep_pages=false", "--set", "parse.text=false")
