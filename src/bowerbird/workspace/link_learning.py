"""A link judge that learns, with the queue that it keeps in order and the books it looks into."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from bowerbird.crawl.link_learning import LinkLearning
from bowerbird.frontier.disk import DiskFrontier
from bowerbird.model.links import Hub
from bowerbird.model.pagerow import PageRow
from bowerbird.model.ports import LinkBook, LinkJudge, LinkLearner
from bowerbird.model.storage import Family, Store
from bowerbird.web.url import key_of

_decode_row = msgspec.msgpack.Decoder(PageRow).decode


class Learning(Struct, frozen=True):
    """What a crawl needs of a judge that learns; nothing of it where links are judged plainly."""

    learner: LinkLearner | None = None
    booking: LinkLearning | None = None
    book: LinkBook | None = None


def link_learning(judge: LinkJudge, store: Store, frontier: DiskFrontier, run: str) -> Learning:
    """Bring them together, with what was learnt before."""
    book = judge if isinstance(judge, LinkBook) else None
    if book is not None:
        book.resume(store, run, lambda identity: _score_of(identity, store))
    if not isinstance(judge, LinkLearner):
        return Learning(book=book)
    booking = LinkLearning(judge, frontier.next_up, frontier.refile)
    return Learning(judge, booking, book)


def hub_lines(hubs: Sequence[Hub]) -> list[dict[str, Any]]:
    """Hubs for people and programs."""
    return [
        {
            "url": hub.identity,
            "score": hub.score,
            "relevance": round(hub.relevance, 4),
            "relevant_links": hub.links,
        }
        for hub in hubs
    ]


def _score_of(identity: str, store: Store) -> float | None:
    data = store.get(Family.PAGES, key_of(identity))
    return None if data is None else _decode_row(data).relevance
