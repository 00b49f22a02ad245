"""No topic: every page that was read counts."""

from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.model.pageview import PageView
from bowerbird.model.verdict import PageVerdict


class EverythingOptions(Options):
    """What to do without a topic."""

    score: float = Field(1.0, ge=0, le=1, description="The score that every page gets.")


class EverythingJudge:
    """Calls every page relevant."""

    def __init__(self, options: EverythingOptions) -> None:
        self._verdict = PageVerdict(score=options.score, relevant=True)

    def judge(self, page: PageView) -> PageVerdict:
        return self._verdict
