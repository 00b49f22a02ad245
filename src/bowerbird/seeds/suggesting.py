"""Tags that people give together with those of the topic: suggested as concepts beside it, never
added by themselves."""

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from bowerbird.model.seed import Bookmark
from bowerbird.model.topic import Topic
from bowerbird.seeds.evidence import match, normal

LEAST_LIFT = 5.0  # how many times more often beside the topic than elsewhere
LEAST_TOGETHER = 3  # bookmarks; fewer are chance
MOST = 20


class Suggested(Struct, frozen=True):
    """A tag, and why."""

    tag: str
    lift: float  # share among the bookmarks of the topic ÷ share among all
    together: int


def suggested_tags(bookmarks: Iterable[Bookmark], topic: Topic) -> list[Suggested]:
    """The tags that stand beside those of the topic, the most telling first."""
    known = {term.term for term in topic.terms}
    everywhere: Counter[str] = Counter()
    beside: Counter[str] = Counter()
    count = fitting = 0
    for bookmark in bookmarks:
        tags = {words for tag in bookmark.tags if (words := normal(tag))}
        everywhere.update(tags)
        count += 1
        if match(bookmark.tags, topic)[0] > 0:
            beside.update(tags - known)
            fitting += 1
    found = [
        Suggested(tag, round(together * count / (fitting * everywhere[tag]), 2), together)
        for tag, together in beside.items()
        if together >= LEAST_TOGETHER
    ]
    telling = [each for each in found if each.lift > LEAST_LIFT]
    return sorted(telling, key=lambda each: (-each.together, -each.lift, each.tag))[:MOST]
