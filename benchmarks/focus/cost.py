"""What judging and learning cost a crawl: `python -m benchmarks.focus.cost`. See README.md here.

Pages of thirty links each go through the product's digest and ledger, on a shard on disk, with a
stop watch around everything that judges or learns.
"""

import argparse
import json
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from benchmarks.focus.corpus import Corpus, RecordedPage, corpus_of
from benchmarks.focus.generated import made_world
from benchmarks.focus.simulation import SimulatedCrawl, compiled_topic, plan_for
from bowerbird.crawl.link_learning import LinkLearning
from bowerbird.model.document import Link, LinkContext
from bowerbird.store.shard import open_shard

LINKS = 30
LIMITS = {"all": 600.0}  # µs of processor for a page
WARM_UP = 300
PARTS = ("weighing", "learning", "page judges")


class StopWatch:
    """Seconds of processor by what they were spent on."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)

    def around(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        """The same call, on the clock."""

        def timed(*arguments: Any) -> Any:
            began = time.thread_time()
            answer = call(*arguments)
            self.spent[name] += time.thread_time() - began
            return answer

        return timed


class Timed:
    """Some methods of an object on the clock, the others as they are."""

    def __init__(self, inner: object, names: Sequence[str], part: str, watch: StopWatch) -> None:
        self._inner = inner
        for name in names:
            setattr(self, name, watch.around(part, getattr(inner, name)))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


def with_thirty_links(corpus: Corpus) -> Corpus:
    """Every page leads to thirty others: the rest of its links is cut, or made up."""
    chance = Random(1)
    names = list(corpus)
    return {name: _padded(page, corpus, names, chance) for name, page in corpus.items()}


def _padded(page: RecordedPage, corpus: Corpus, names: list[str], chance: Random) -> RecordedPage:
    links = list(page.document.links[:LINKS])
    contexts, targets = list(page.contexts[:LINKS]), list(page.targets[:LINKS])
    words = page.document.text.split()
    while len(links) < LINKS:
        target = chance.choice(names)
        title = corpus[target].document.title
        links.append(Link(corpus[target].document.base, "a", position=len(links)))
        near = " ".join([*chance.sample(words, 8), title])
        contexts.append(LinkContext(title, near, "html body div.content p a"))
        targets.append(target)
    document = replace(page.document, links=tuple(links))
    return RecordedPage(document, tuple(contexts), tuple(targets), page.labels)


def measure(pages: int, folder: Path) -> dict[str, float]:
    """Microseconds a page for each part."""
    made, tasks = made_world()
    corpus, task = with_thirty_links(corpus_of(made)), tasks[0]
    plan = plan_for(task, "auto")
    with open_shard(folder) as store:
        crawl = SimulatedCrawl(corpus, plan, compiled_topic(plan), store)
        crawl.show(task)
        watch = StopWatch()
        _put_on_the_clock(crawl, watch)
        for number, _ in enumerate(crawl.visits()):
            if number == WARM_UP:
                watch.spent.clear()
            if number == WARM_UP + pages:
                break
    found = {part: 1e6 * watch.spent[part] / pages for part in PARTS}
    found["links"] = found["weighing"] + found["learning"]
    found["all"] = found["links"] + found["page judges"]
    return found


def _put_on_the_clock(crawl: SimulatedCrawl, watch: StopWatch) -> None:
    judge: Any = Timed(crawl.reader.page_judge, ("judge", "learn"), "page judges", watch)
    learner: Any = Timed(crawl.reader.learner, ("weigh",), "weighing", watch)
    links: Any = crawl.ledger.links
    assert isinstance(links, LinkLearning)
    crawl.reader = replace(crawl.reader, page_judge=judge, learner=learner)
    crawl.ledger.teach(judge)
    crawl.ledger.links = Timed(links, ("book",), "learning", watch)  # type: ignore[assignment]  # by shape


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=3_000)
    parser.add_argument("--rounds", type=int, default=3, help="the best of these counts")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    rounds = []
    for _ in range(asked.rounds):
        with tempfile.TemporaryDirectory() as folder:
            rounds.append(measure(asked.pages, Path(folder)))
    best = min(rounds, key=lambda each: each["all"])
    over = [name for name, limit in LIMITS.items() if best[name] > limit]
    if asked.json:
        print(json.dumps({"microseconds_per_page": best, "over": over}, indent=1))
        return 1 if over else 0
    for name, spent in best.items():
        limit = f"   at most {LIMITS[name]:.0f}" if name in LIMITS else ""
        print(f"{name:12s} {spent:7.1f} µs/page{limit}")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
