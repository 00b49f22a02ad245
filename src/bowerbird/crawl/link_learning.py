"""What a booked page teaches about links, and the moves in the queue that follow from it."""

from collections.abc import Callable

from msgspec import Struct

from bowerbird.model.candidate import Candidate
from bowerbird.model.links import Arrival
from bowerbird.model.ports import LinkLearner
from bowerbird.model.storage import Batch
from bowerbird.model.verdict import ScoreTerm

HEADS = 3  # URLs that are looked at again before they are asked for; each costs 3 µs


class LinkLearning(Struct, frozen=True):
    """The judge that learns, and the queue that it keeps in order."""

    learner: LinkLearner
    next_up: Callable[[str, int], list[Candidate]]  # of the frontier
    refile: Callable[[str, float, Batch], bool]  # of the frontier

    def book(self, page: Candidate, arrival: Arrival, batch: Batch) -> tuple[ScoreTerm, ...]:
        """Learn, and move in this batch what moves. Answers why the URL was asked for."""
        heads = self.next_up(page.url.host, HEADS)
        learnt = self.learner.learn(page, arrival, heads, batch)
        for moved in learnt.moves:
            if not self.refile(moved.identity, moved.priority, batch):
                moved.forget()
        return learnt.terms
