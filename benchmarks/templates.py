"""What templates cost a crawl, for each page.

    python -m benchmarks.templates [--pages N] [--json]

Pages of the crawl benchmark's site are read as the crawl reads them: without templates, with twenty
that are for other pages, and with one that is for each page and takes five fields of each of its
sections. Time is CPU time of one thread, the least of three rounds. Exits with 1 if templates that
are for other pages cost more than 20 microseconds a page.
"""

import argparse
import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from benchmarks import site
from bowerbird.crawl.reading import Reading, Templated
from bowerbird.model.page import Page
from bowerbird.parse.html import HtmlParser
from bowerbird.parse.isolate import IsolatedParser
from bowerbird.parse.options import ParseOptions
from bowerbird.testing.fetcher import a_page
from bowerbird.workspace.plan import check_plan
from bowerbird.workspace.templates import extractor_of

AGENT = "Bowerbird"
ROUNDS = 3
MOST_FOR_NOTHING = 20.0  # microseconds
FIELDS: list[dict[str, Any]] = [
    {"name": "text", "selector": "p"},
    {"name": "first", "selector": ".//a[1]", "type": "link"},
    {"name": "links", "selector": "a", "type": "list"},
    {"name": "number", "selector": "p", "clean": [{"do": "find", "pattern": r"\w+$"}]},
    {"name": "all", "selector": ".", "clean": ["lower", {"do": "replace", "pattern": r"\s+"}]},
]
EVERY = {"record": "p", "fields": FIELDS}
OTHERS = {
    f"other{n}": {
        "applies_to": [f"domain(shop{n}.example) and path like /list/*"],
        "fields": FIELDS,
    }
    for n in range(20)
}


@dataclass
class Measured:
    """Microseconds of CPU for each page."""

    pages: int
    kilobytes: float  # of a page, in the mean
    parsed: float  # without templates
    others: float  # more than that, with twenty templates for other pages
    applied: float  # more than that, with a template for each page
    items: float  # of a page, in the mean


def measure(count: int) -> Measured:
    pages = [a_page(f"http://site.test/{n}", html) for n, html in enumerate(bodies(count))]
    parsed, _ = timed(pages, {})
    others, _ = timed(pages, OTHERS)
    applied, items = timed(pages, {"every": EVERY})
    size = sum(page.body.size for page in pages) / len(pages) / 1000
    return Measured(len(pages), size, parsed, others - parsed, applied - parsed, items)


def bodies(count: int) -> list[bytes]:
    with TemporaryDirectory() as folder:
        site.build(Path(folder), pages=count, port=80)
        files = sorted(Path(folder).rglob("*.html"))
        return [file.read_bytes() for file in files][:count]


def timed(pages: list[Page], templates: dict[str, Any]) -> tuple[float, float]:
    """Microseconds for each page, and items found on it."""
    plan = check_plan({"templates": templates}, "the benchmark")
    parser = HtmlParser(ParseOptions(), AGENT)
    isolated = IsolatedParser(ParseOptions(), AGENT)
    reading = Reading(
        dict.fromkeys(parser.media_types, parser), isolated, extractor=extractor_of(plan)
    )
    best, items = float("inf"), 0
    for _ in range(ROUNDS):
        items, started = 0, process_time()
        for page in pages:
            read = reading.parse_here(page)
            assert isinstance(read, Templated)
            items += len(read.extracted.finds)
        best = min(best, process_time() - started)
    return 1e6 * best / len(pages), items / len(pages)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=900)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    told = measure(chosen.pages)
    if chosen.json:
        print(json.dumps(asdict(told)))
    else:
        print(f"{told.pages} pages of {told.kilobytes:.1f} KB, microseconds of CPU for each")
        print(f"  read without templates         {told.parsed:8.1f}")
        print(f"  more with 20 for other pages   {told.others:8.1f}")
        print(f"  more with one for each page    {told.applied:8.1f}  ({told.items:.1f} items)")
    return 0 if told.others <= MOST_FOR_NOTHING else 1


if __name__ == "__main__":
    sys.exit(main())
