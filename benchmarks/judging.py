"""What judging a page costs: the default judge with a rich topic, on the pages of `site`, and what
it learns from each.

    python -m benchmarks.judging [--json] [--profile]

The topic has sixty terms, many of which stand on any page, and the classifier is trained. Words are
read together with the fingerprints, which a crawl makes anyway: only what that adds is counted.
Exits with 1 if it costs more than promised.
"""

import argparse
import cProfile
import json
import pstats
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.prose import STEMS
from benchmarks.site import build
from bowerbird.fetch.body import MemoryBody
from bowerbird.model.document import Document
from bowerbird.model.page import Headers, Page
from bowerbird.model.pageview import PageView
from bowerbird.model.ports import LearningJudge, Lesson, PageJudge
from bowerbird.model.topic import Topic, TopicTerm
from bowerbird.parse.html import HtmlParser
from bowerbird.parse.options import ParseOptions
from bowerbird.testing.memory_store import MemoryStore
from bowerbird.text.similarity import fingerprints
from bowerbird.web.url import Url, parse
from bowerbird.workspace.strategies import house_strategies

PAGES = 900
ROUNDS = 3
PROMISE = 300.0  # µs of CPU for a page
ASKED = tuple(STEMS[:3])


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--profile", action="store_true", help="what the time goes to")
    arguments = parser.parse_args()
    pages = _documents()
    judge, _ = _taught(pages)
    if arguments.profile:
        _profile(judge, pages)
        return 0
    figures = _measured(judge, pages)
    if arguments.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:28} {value:8.1f}")
    return int(figures["judging and learning"] > PROMISE)


def _topic() -> Topic:
    terms = [TopicTerm(word, 1.0, "asked for", f"c{at}") for at, word in enumerate(ASKED)]
    terms += [
        TopicTerm(word, 0.5 if at % 4 else -0.3, "around", f"d{at // 2}", (f"{word}s", f"{word}ed"))
        for at, word in enumerate(STEMS[3:43])
    ]
    pairs = zip(STEMS[40:57], STEMS[60:77], strict=True)
    terms += [TopicTerm(f"{a} {b}", 0.4, "around", f"{a}-{b}") for a, b in pairs]
    return Topic(" ".join(ASKED), ASKED, tuple(terms), senses_chosen=True)


def _documents() -> list[tuple[Document, Url]]:
    parser = HtmlParser(ParseOptions(), "Bowerbird")
    with TemporaryDirectory() as scratch:
        build(Path(scratch), pages=PAGES, port=80)
        files = sorted(Path(scratch).rglob("*.html"))[:PAGES]
        return [_document(parser, each, f"http://site.test/{each.name}") for each in files]


def _document(parser: HtmlParser, file: Path, href: str) -> tuple[Document, Url]:
    url, body = parse(href), MemoryBody(file.read_bytes())
    page = Page(
        url, status=200, headers=Headers(()), body=body, media_type="text/html", fetched_at=0
    )
    parsed = parser.parse(page)
    return parsed.document, url


def _view(page: tuple[Document, Url]) -> PageView:
    return PageView(*page, depth=1, found_on="http://site.test/")


def _teach(judge: LearningJudge, pages: list[tuple[Document, Url]], store: MemoryStore) -> None:
    """As a crawl does; every eighth page is rated, so that the classifier has examples."""
    judge.recall(store)
    for number, page in enumerate(pages):
        view = _view(page)
        batch = store.batch()
        rating = number % 16 == 0 if number % 8 == 0 else None
        judge.learn(Lesson(view.url.key, view, judge.judge(view), rating), batch)
        store.commit(batch)


def _taught(pages: list[tuple[Document, Url]]) -> tuple[LearningJudge, MemoryStore]:
    """A judge that has seen the first third of the pages."""
    judge, store = house_strategies().page_judges.build("auto", {}, _topic()), MemoryStore()
    assert isinstance(judge, LearningJudge)
    _teach(judge, pages[: PAGES // 3], store)
    return judge, store


def _measured(judge: PageJudge, pages: list[tuple[Document, Url]]) -> dict[str, float]:
    text = sum(len(document.text) for document, _ in pages) / len(pages)
    words = sum(len(_view(page).words) for page in pages) / len(pages)
    prints = _cost(lambda page: fingerprints(page[0].text), pages)
    judging = _cost(lambda page: judge.judge(_view(page)), pages)
    return {
        "characters of text": text,
        "words": words,
        "fingerprints alone (µs)": prints,
        "reading words adds (µs)": _cost(lambda page: _view(page).words, pages) - prints,
        "judging": judging - prints,
        "judging and learning": min(_learning(pages) for _ in range(ROUNDS)) - prints,
    }


def _learning(pages: list[tuple[Document, Url]]) -> float:
    """Microseconds of CPU for a page that is new to the judge."""
    judge, store = _taught(pages)
    new = pages[PAGES // 3 :]
    began = time.process_time()
    for page in new:
        view = _view(page)
        batch = store.batch()
        judge.learn(Lesson(view.url.key, view, judge.judge(view)), batch)
        store.commit(batch)
    return 1e6 * (time.process_time() - began) / len(new)


def _cost(
    work: Callable[[tuple[Document, Url]], object], pages: list[tuple[Document, Url]]
) -> float:
    """Microseconds of CPU for a page: the best of some rounds."""
    rounds = []
    for _ in range(ROUNDS):
        began = time.process_time()
        for page in pages:
            work(page)
        rounds.append(1e6 * (time.process_time() - began) / len(pages))
    return min(rounds)


def _profile(judge: PageJudge, pages: list[tuple[Document, Url]]) -> None:
    profile = cProfile.Profile()
    profile.enable()
    for page in pages:
        judge.judge(_view(page))
    profile.disable()
    pstats.Stats(profile).sort_stats("tottime").print_stats(25)


if __name__ == "__main__":
    sys.exit(main())
