"""Where little text tells pages apart, the places that their links lead to do."""

import re

from hypothesis import given
from hypothesis import strategies as st

from bowerbird.crawl.telling_apart import fingerprints_of
from bowerbird.model.document import Document, Link
from bowerbird.model.extraction import NOTHING_EXTRACTED
from bowerbird.model.pageview import PageView
from bowerbird.testing.fetcher import a_page
from bowerbird.text.similarity import fingerprint

HREFS = st.lists(st.text("/?#:ab.-1é", min_size=1, max_size=7), min_size=1, max_size=8)


@given(HREFS)
def test_links_count_by_the_place_that_they_lead_to(hrefs: list[str]) -> None:
    page = a_page("http://h.test/a/b?c")
    document = Document(title="T", base=page.url.href, links=tuple(Link(h, "a") for h in hrefs))

    exact, _ = fingerprints_of(PageView(document, page.url), page, NOTHING_EXTRACTED)

    assert exact == fingerprint("\n".join(("T", "", *map(place, hrefs))))


def place(href: str) -> str:
    """The plain definition, on http://h.test/a/b?c."""
    if re.match(r"#|//|[A-Za-z][A-Za-z0-9+.-]*:", href):
        return href
    if href.startswith("/"):
        return "http://h.test" + href
    return ("http://h.test/a/b" if href.startswith("?") else "http://h.test/a/") + href
