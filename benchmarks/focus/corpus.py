"""Recorded graphs: pages with their links and labels, as JSON lines. See README.md beside this."""

import gzip
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from bowerbird.model.document import Document, Link, LinkContext
from bowerbird.model.metadata import Metadata
from bowerbird.text.stop_lists import STOP_LISTS
from bowerbird.text.tokens import tokens
from bowerbird.web.url import LinkResolver, parse

EXAMPLES = 15  # labelled pages that a topic is told from, where nobody gives its words
SEEDS = 5  # the best connected of them
QUERY_WORDS = 12
LEAST_PAGES = 20  # a label with fewer pages tells nothing


@dataclass(frozen=True)
class RecordedPage:
    """A page as the crawl sees it, and the labels that only the measuring sees."""

    document: Document
    contexts: tuple[LinkContext, ...]
    targets: tuple[str, ...]  # identities
    labels: frozenset[str]

    def context(self, link: Link) -> LinkContext:
        """What stands around a link of this page."""
        return self.contexts[link.position]


@dataclass(frozen=True)
class Task:
    """Something to look for: its words and seeds are told, its pages are not."""

    name: str
    query: str
    seeds: tuple[str, ...]  # URLs
    label: str
    examples: tuple[str, ...] = ()  # URLs of pages that are about it
    counter_examples: tuple[str, ...] = ()  # and of pages that are not


Corpus = dict[str, RecordedPage]  # by identity


def read_corpus(path: Path) -> Corpus:
    """Read a file of pages, plain or compressed with gzip."""
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as lines:
        return corpus_of(json.loads(line) for line in lines)


def corpus_of(pages: Iterable[dict[str, Any]]) -> Corpus:
    """The same from values. A link to a page that was not recorded is no link."""
    resolver = LinkResolver()
    raw = {parse(page["url"]).identity: page for page in pages}
    return {identity: _page(page, raw, resolver) for identity, page in raw.items()}


def _page(page: dict[str, Any], known: dict[str, Any], resolver: LinkResolver) -> RecordedPage:
    resolved = resolver.resolve(page["url"], [link["url"] for link in page["links"]])
    links: list[Link] = []
    contexts: list[LinkContext] = []
    targets: list[str] = []
    for link, url in zip(page["links"], resolved, strict=True):
        if url is not None and url.identity in known:
            links.append(Link(url.href, "a", position=len(links)))
            contexts.append(
                LinkContext(link.get("anchor", ""), link.get("context", ""), link.get("path", ""))
            )
            targets.append(url.identity)
    document = Document(
        title=page.get("title", ""),
        text=page.get("text", ""),
        links=tuple(links),
        base=page["url"],
        known=Metadata(),
    )
    return RecordedPage(document, tuple(contexts), tuple(targets), frozenset(page["labels"]))


def read_tasks(path: Path) -> list[Task]:
    """Read a JSON list of tasks."""
    return msgspec.json.decode(path.read_bytes(), type=list[Task])


def tasks_from_labels(corpus: Corpus, labels: Iterable[str], seed: int) -> Iterator[Task]:
    """One task for each label: a few of its pages are shown, and its words are those by which they
    differ from as many random others, four to one. The best connected are the seeds."""
    chance = Random(seed)
    for label in labels:
        positive = sorted(name for name, page in corpus.items() if label in page.labels)
        negative = sorted(name for name, page in corpus.items() if label not in page.labels)
        if len(positive) < LEAST_PAGES:
            continue
        count = min(EXAMPLES, len(positive) // 3)
        shown = chance.sample(positive, count)
        others = chance.sample(negative, min(len(negative), 4 * EXAMPLES))
        seeds = sorted(shown, key=lambda name: -len(corpus[name].targets))[:SEEDS]
        yield Task(
            f"{label}/{seed}",
            " ".join(_words_of(corpus, shown, others)),
            tuple(corpus[name].document.base for name in seeds),
            label,
            tuple(corpus[name].document.base for name in shown),
            tuple(corpus[name].document.base for name in others),
        )


def _words_of(corpus: Corpus, shown: list[str], others: list[str]) -> list[str]:
    stop = set(STOP_LISTS["english"])
    inside, outside = _spread(corpus, shown), _spread(corpus, others)

    def worth(word: str) -> float:
        return inside[word] / len(shown) - outside.get(word, 0) / len(others)

    words = [word for word in inside if len(word) > 2 and word.isalpha() and word not in stop]
    return sorted(words, key=lambda word: (-worth(word), word))[:QUERY_WORDS]


def _spread(corpus: Corpus, names: list[str]) -> dict[str, int]:
    """On how many of these pages each word stands."""
    found: dict[str, int] = {}
    for name in names:
        document = corpus[name].document
        for word in set(tokens(f"{document.title} {document.text}")):
            found[word] = found.get(word, 0) + 1
    return found


def reachable(corpus: Corpus, task: Task) -> set[str]:
    """What a crawl from the seeds can come by at all."""
    met = {parse(url).identity for url in task.seeds} & corpus.keys()
    waiting = list(met)
    while waiting:
        for target in corpus[waiting.pop()].targets:
            if target not in met:
                met.add(target)
                waiting.append(target)
    return met
