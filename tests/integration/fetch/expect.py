"""Says what an outcome should have been, and hands out what is in it."""

from bowerbird.model.outcomes import Failed, Fetched, FetchOutcome, Redirected, Refused
from bowerbird.model.page import Page


def fetched(outcome: FetchOutcome) -> Page:
    """The page of an outcome that must be one."""
    assert isinstance(outcome, Fetched), outcome
    return outcome.page


def redirected(outcome: FetchOutcome) -> Redirected:
    """An outcome that must be a redirect."""
    assert isinstance(outcome, Redirected), outcome
    return outcome


def failed(outcome: FetchOutcome) -> Failed:
    """An outcome that must be a failure."""
    assert isinstance(outcome, Failed), outcome
    return outcome


def refused(outcome: FetchOutcome) -> Refused:
    """An outcome that must be a refusal."""
    assert isinstance(outcome, Refused), outcome
    return outcome
