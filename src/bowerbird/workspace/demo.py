"""The demonstration: the bundled little web is served on loopback and crawled like any other."""

from collections.abc import Iterator
from contextlib import contextmanager

from msgspec import Struct

from bowerbird.index.results import Results
from bowerbird.testing.little_web import LITTLE_WEB
from bowerbird.workspace.projects import Project
from bowerbird.workspace.runs import Run, Waiting
from bowerbird.workspace.sample import TOPIC, served_run
from bowerbird.workspace.workspaces import Workspace

SEARCHES = (
    "solar energy",
    'batteries +"solar energy" -costs',
    "how do photovoltiac cells work",  # misspelt, as people do
)


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
    project = workspace.project("demo")
    _mend_index(project)
    with served_run(project, waiting) as run:
        yield Demonstration(project, run, TOPIC, len(LITTLE_WEB.relevant("solar-energy")))


def _mend_index(project: Project) -> None:
    """An index that an earlier version left here may have another form: it is made anew."""
    if project.runs() and project.index(check=True).get("damaged"):
        project.build_index(rebuild=True)
