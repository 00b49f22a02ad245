"""A fetcher for a scheme of its own: `memo://NAME/` comes from the plan."""

import time

from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.model.outcomes import Failed, Failure, Fetched, FetchOutcome
from bowerbird.model.page import Headers, Page
from bowerbird.model.ports import FetchRequest
from bowerbird.testing.fetcher import MemoryBody


class MemoOptions(Options):
    """The memos."""

    memos: dict[str, str] = Field({}, description="What each memo says, by its name.")


class MemoFetcher:
    """Answers `memo://NAME/` with the HTML that the plan gives for it."""

    def __init__(self, options: MemoOptions) -> None:
        self._memos = options.memos

    async def fetch(self, request: FetchRequest) -> FetchOutcome:
        name = request.url.href.partition(":")[2].strip("/")
        if name not in self._memos:
            return Failed(Failure.NOT_FOUND, f"there is no memo {name!r}")
        return Fetched(
            Page(
                request.url,
                status=0,
                headers=Headers(()),
                body=MemoryBody(self._memos[name].encode()),
                media_type="text/html",
                fetched_at=time.time(),
            )
        )


MEMO = (MemoOptions, MemoFetcher)
