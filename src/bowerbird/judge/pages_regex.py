"""Pages by patterns over their URL, title and text."""

from typing import Annotated, Any

from pydantic import AfterValidator, Field

from bowerbird.model.options import Options
from bowerbird.model.pageview import PageView
from bowerbird.model.topic import Topic
from bowerbird.model.verdict import PageVerdict, ScoreTerm
from bowerbird.text.patterns import checked_pattern, pattern_of

Pattern = Annotated[str, AfterValidator(checked_pattern)]
CERTAIN = 1000.0  # beside other judges: a page that is ruled out is out


class RegexOptions(Options):
    """Patterns in RE2's syntax; upper and lower case are the same to them."""

    url: list[Pattern] = Field([], description="One found in the URL speaks for the page.")
    title: list[Pattern] = Field([], description="One found in the title speaks for the page.")
    text: list[Pattern] = Field([], description="One found in the text speaks for the page.")
    not_url: list[Pattern] = Field([], description="One found in the URL rules the page out.")
    not_title: list[Pattern] = Field([], description="One found in the title rules the page out.")
    not_text: list[Pattern] = Field([], description="One found in the text rules the page out.")
    threshold: float = Field(
        0.5, gt=0, le=1, description="Share of the kinds of place with patterns that must match."
    )


class RegexJudge:
    """A page is relevant if its places match, and nothing that rules it out does."""

    def __init__(self, options: RegexOptions, topic: Topic) -> None:
        self._threshold = options.threshold
        self._wanted = _compiled(url=options.url, title=options.title, text=options.text)
        self._unwanted = _compiled(
            url=options.not_url, title=options.not_title, text=options.not_text
        )

    def judge(self, page: PageView) -> PageVerdict:
        document = page.document
        places = {"url": page.url.href, "title": document.title, "text": document.text}
        for name, pattern, compiled in self._unwanted:
            if compiled.search(places[name]):
                term = ScoreTerm("regex", 0.0, f"ruled out: {pattern} in the {name}")
                return PageVerdict(0.0, False, (term,), sure=CERTAIN)
        asked = {name for name, _, _ in self._wanted}
        if not asked:  # there are only patterns against pages, and none was found
            return PageVerdict(1.0, True, (ScoreTerm("regex", 1.0, "not ruled out"),), sure=0.0)
        found: dict[str, str] = {}
        for name, pattern, compiled in self._wanted:
            if name not in found and compiled.search(places[name]):
                found[name] = pattern
        share = len(found) / len(asked)
        told = ", ".join(f"{pattern} in the {name}" for name, pattern in found.items())
        terms = (ScoreTerm("regex", share, told),)
        return PageVerdict(share, share >= self._threshold, terms)


def _compiled(**places: list[str]) -> list[tuple[str, str, Any]]:
    return [
        (name, pattern, pattern_of(pattern, ignore_case=True))
        for name, patterns in places.items()
        for pattern in patterns
    ]
