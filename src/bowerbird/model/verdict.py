"""What a judge says, and why."""

from msgspec import Struct


class ScoreTerm(Struct, frozen=True, array_like=True, gc=False):
    """One summand of a score, in words a person understands."""

    name: str
    value: float
    because: str = ""


class PageVerdict(Struct, frozen=True, array_like=True, gc=False):
    """How relevant a page is: a score from 0 to 1, and the terms it is made of."""

    score: float
    relevant: bool
    terms: tuple[ScoreTerm, ...] = ()
    sure: float = 1.0  # how much it counts beside other judges; 0: this judge cannot tell
