"""Where a URL is, for `explain` and for people who look at the queue."""

from msgspec import Struct

from bowerbird.model.candidate import Candidate


class Queued(Struct, frozen=True):
    """It waits for its turn, or is on lease right now."""

    candidate: Candidate
    ahead: int  # URLs of its host that come first; counted up to `COUNTED`
    leased: bool = False


class Quarantined(Struct, frozen=True):
    """A trap brake holds it."""

    candidate: Candidate
    rule: str


class Settled(Struct, frozen=True):
    """It was asked for and is done; the pages family says what came of it."""


Whereabouts = Queued | Quarantined | Settled

COUNTED = 10_000  # further back in a queue nobody asks for the exact place
