"""Thumbs up and down: what a person says of pages, kept with the project, and taught to its judge.

A rating outlives judges: one that was given under another topic or judge is taught to the next one
when that takes its place.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import xxhash

from bowerbird.crawl.ledger import Ledger
from bowerbird.model.document import Document
from bowerbird.model.errors import UsageError
from bowerbird.model.pagerow import PageRow
from bowerbird.model.pageview import PageView
from bowerbird.model.ports import LearningJudge, Lesson, PageJudge
from bowerbird.model.storage import Batch, Family, Store
from bowerbird.model.topic import Topic
from bowerbird.model.verdict import PageVerdict
from bowerbird.store.records import Records
from bowerbird.store.shard import open_shard
from bowerbird.web.url import IdentityRules, InvalidUrl, parse
from bowerbird.workspace.choices import identity, judges
from bowerbird.workspace.clock import SystemClock
from bowerbird.workspace.places import shard_folder
from bowerbird.workspace.plan import Plan
from bowerbird.workspace.rated import PREFIX, Rating, told
from bowerbird.workspace.run_topic import topic_of_run
from bowerbird.workspace.strategies import all_strategies

Rate = Callable[[str, bool], dict[str, Any]]


class Ratings:
    """Those of one project."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._records = Records(store)

    def rate(self, text: str, rules: IdentityRules, *, relevant: bool) -> tuple[bytes, Rating]:
        """A rating of a page that was read; `UsageError` if it was not."""
        try:
            url = parse(text, None, rules)
        except InvalidUrl as error:
            raise UsageError(str(error)) from error
        if self._lesson(url.key, relevant=relevant) is None:
            raise UsageError(
                f"{url.href} was not read, so there is nothing to learn from; "
                "`bowerbird pages --state fetched` lists what was"
            )
        return url.key, Rating(url.href, relevant, SystemClock().now())

    def keep(self, key: bytes, rating: Rating, judge: PageJudge, mark: str, batch: Batch) -> None:
        """It becomes true with the batch, and so does what the judge learns from it."""
        lesson = self._lesson(key, relevant=rating.relevant)
        if lesson is not None and isinstance(judge, LearningJudge):
            judge.learn(lesson, batch)
            rating = msgspec.structs.replace(rating, taught=mark)
        batch.put(Family.META, PREFIX + key, msgspec.msgpack.encode(rating))

    def untaught(self, mark: str) -> Iterator[tuple[bytes, Rating]]:
        """Those that this judge has not heard of."""
        for key, value in self._store.scan(Family.META, PREFIX, PREFIX[:-1] + b"0"):
            rating = msgspec.msgpack.decode(value, type=Rating)
            if rating.taught != mark:
                yield key[len(PREFIX) :], rating

    def _lesson(self, key: bytes, *, relevant: bool) -> Lesson | None:
        """The page as it was read, from its record."""
        row, record = self._store.get(Family.PAGES, key), self._records.holds(key)
        if row is None or record is None or record.gone:
            return None
        known = msgspec.msgpack.decode(row, type=PageRow)
        fields = record.fields
        document = Document(
            title=str(fields.get("title", "")),
            text=str(fields.get("text", "")),
            language=str(fields.get("language", "")),
        )
        page = PageView(document, parse(known.url), depth=known.depth, found_on=known.found_on)
        return Lesson(key, page, PageVerdict(known.relevance, known.relevant), rating=relevant)


def mark_of(plan: Plan, topic: Topic) -> str:
    """Tells judges apart by what they remember; one with another threshold remembers the same."""
    chosen = plan.page_judge
    said = (topic.terms, topic.words, chosen.use, sorted(chosen.options.get("judges", ())))
    return xxhash.xxh3_64_hexdigest(msgspec.msgpack.encode(said))


class Teacher:
    """Teaches the judge of a run at work: pages through the ledger, and what people say of them."""

    def __init__(self, store: Store, ledger: Ledger, judge: PageJudge, mark: str) -> None:
        self._ratings = Ratings(store)
        self._ledger = ledger
        self.take(judge, mark)

    def take(self, judge: PageJudge, mark: str) -> None:
        """From now on this is the judge; of ratings that it never heard of, it is told."""
        self._judge, self._mark = judge, mark
        self._ledger.teach(judge)
        if isinstance(judge, LearningJudge):
            for key, rating in list(self._ratings.untaught(mark)):
                self._commit(key, rating)

    def rate(self, url: str, rules: IdentityRules, *, relevant: bool) -> dict[str, Any]:
        """Somebody rates a page while the run works."""
        key, rating = self._ratings.rate(url, rules, relevant=relevant)
        self._commit(key, rating)
        return told(rating)

    def _commit(self, key: bytes, rating: Rating) -> None:
        judge, mark = self._judge, self._mark
        self._ledger.with_next_commit(
            lambda batch: self._ratings.keep(key, rating, judge, mark, batch)
        )
        self._ledger.note(())


def rate_at_rest(
    plan: Plan, folder: Path, number: int, url: str, *, relevant: bool
) -> dict[str, Any]:
    """The same in a shard that no run holds."""
    topic = topic_of_run(folder, number, plan)
    judge, _ = judges(plan, all_strategies(), topic)
    with open_shard(shard_folder(folder)) as store:
        ratings = Ratings(store)
        key, rating = ratings.rate(url, identity(plan), relevant=relevant)
        if isinstance(judge, LearningJudge):
            judge.recall(store)
        batch = store.batch()
        ratings.keep(key, rating, judge, mark_of(plan, topic), batch)
        store.commit(batch)
    return told(rating)
