"""A link judge: what lies near the top of a site comes first."""

from collections.abc import Sequence

from pydantic import Field

from bowerbird.model.document import Document, LinkContext
from bowerbird.model.options import Options
from bowerbird.model.topic import Topic
from bowerbird.model.verdict import PageVerdict
from bowerbird.web.url import Url, path_depth


class NearTheTopOptions(Options):
    """How fast interest fades."""

    fading: float = Field(0.5, gt=0, le=1, description="Times this for each name in the path.")


class NearTheTop:
    """Looks at the path alone; anchor text, the page and its score are at hand for others."""

    def __init__(self, options: NearTheTopOptions) -> None:
        self._fading = options.fading

    def priorities(
        self, links: Sequence[tuple[Url, LinkContext]], on: Document, verdict: PageVerdict
    ) -> list[float]:
        return [float(self._fading ** path_depth(url)) for url, _ in links]


def make(options: NearTheTopOptions, topic: Topic) -> NearTheTop:
    """What the crawl is about comes, too; this judge has no use for it."""
    return NearTheTop(options)


NEAR_THE_TOP = (NearTheTopOptions, make)
