"""The demonstration: the bundled little web is served on loopback and crawled like any other."""

from collections.abc import Iterator
from contextlib import contextmanager

from msgspec import Struct

from bowerbird.index.results import Results
from bowerbird.testing.little_web import LITTLE_WEB, serve_little_web
from bowerbird.workspace.projects import Project
from bowerbird.workspace.runs import Run, Waiting
from bowerbird.workspace.workspaces import Workspace

TOPIC = "solar energy"
SEARCHES = (
    "solar energy",
    'batteries +"solar energy" -costs',
    "how do photovoltiac cells work",  # misspelt, as people do
)
POLITE_ENOUGH = 0.02  # seconds; the little web is ours and lives on this machine


class Searched(Struct, frozen=True):
    """One search of the demonstration."""

    query: str
    results: Results


class Demonstration(Struct, frozen=True):
    """A run over the little web, at work."""

    project: Project
    run: Run
    topic: str
    truly_relevant: int  # pages that are about the topic, as the little web's makers know

    def searches(self) -> list[Searched]:
        """Three queries over what was crawled."""
        return [Searched(query, self.project.search(query, limit=3)) for query in SEARCHES]


@contextmanager
def demonstration(workspace: Workspace, waiting: Waiting) -> Iterator[Demonstration]:
    """Serve the little web and crawl it into the project `demo`, while the context lasts."""
    with serve_little_web() as web:
        project = workspace.project("demo")
        _mend_index(project)
        run = project.crawl(
            *LITTLE_WEB.seeds["all"],
            waiting=waiting,
            changes={
                "topic.query": TOPIC,
                "scope.stay": "any",
                "scope.include": ["host(*.test)"],
                "politeness.delay": POLITE_ENOUGH,
                "fetch.allow_private": True,
                "fetch.resolve": [web.resolve],
                "page_judge": {"use": "page-weight"},
                "health.lowest_harvest": 0.0,  # four fifths of the little web is about other things
            },
        )
        yield Demonstration(project, run, TOPIC, len(LITTLE_WEB.relevant("solar-energy")))


def _mend_index(project: Project) -> None:
    """An index that an earlier version left here may have another form: it is made anew."""
    if project.runs() and project.index(check=True).get("damaged"):
        project.build_index(rebuild=True)
