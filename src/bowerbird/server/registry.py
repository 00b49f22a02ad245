"""Every page and resource there is: one line for each."""

from collections.abc import Sequence

from bowerbird.server.pages import (
    api_docs,
    crawl,
    explain,
    fields,
    home,
    index,
    notices,
    overview,
    people,
    picking,
    plan,
    records,
    records_files,
    run,
    run_steering,
    run_tables,
    run_views,
    schedules,
    search,
    settings,
    sign_in,
    sources,
    topic,
    tune,
    wizard,
)
from bowerbird.server.resources import (
    access,
    events,
    history,
    judgements,
    keeping,
    kept,
    metadata,
    plans,
    projects,
    searching,
    tables,
    topics,
    urls,
)
from bowerbird.server.resources import fields as templates
from bowerbird.server.resources import indexes as one_index
from bowerbird.server.resources import records as files_of_records
from bowerbird.server.resources import runs as steering
from bowerbird.server.resources import seeds as finding
from bowerbird.server.resources import tuning as measuring
from bowerbird.server.sections import Section


def sections() -> Sequence[Section]:
    """In the order in which the API's description lists them."""
    return (
        home.section,
        keeping.section,
        projects.section,
        plans.section,
        plan.section,
        sources.section,
        finding.section,
        topics.section,
        topic.section,
        fields.section,
        templates.section,
        picking.section,
        crawl.section,
        history.section,
        steering.section,  # before the page of one run: `runs.csv` is none
        run.section,
        run_tables.section,
        run_steering.section,
        run_views.section,
        wizard.section,
        overview.section,
        notices.section,
        schedules.section,
        people.section,
        events.section,
        urls.section,
        tables.section,
        explain.section,
        kept.section,
        files_of_records.section,
        records_files.section,  # before the page of one record: `export` is none
        records.section,
        metadata.section,
        index.section,
        one_index.section,
        search.section,
        searching.section,
        tune.section,
        judgements.section,
        measuring.section,
        access.section,
        settings.section,
        sign_in.section,
        api_docs.section,
    )
