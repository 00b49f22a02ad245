"""Every page and resource there is: one line for each."""

from collections.abc import Sequence

from bowerbird.server.pages import (
    api_docs,
    crawl,
    fields,
    home,
    index,
    overview,
    records,
    run,
    search,
    settings,
    sign_in,
    sources,
    tune,
)
from bowerbird.server.resources import events, projects
from bowerbird.server.sections import Section


def sections() -> Sequence[Section]:
    """In the order in which the API's description lists them."""
    return (
        home.section,
        projects.section,
        sources.section,
        fields.section,
        crawl.section,
        run.section,
        overview.section,
        records.section,
        index.section,
        search.section,
        tune.section,
        events.section,
        settings.section,
        sign_in.section,
        api_docs.section,
    )
