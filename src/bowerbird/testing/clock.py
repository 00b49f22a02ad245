"""A clock that stands still until it is told to go on."""


class FakeClock:
    """Time for tests: `now` and `ticks` move only by `advance`, and always together."""

    def __init__(self, now: float = 1_700_000_000.0, ticks: float = 1_000.0) -> None:
        self._now = now
        self._ticks = ticks

    def now(self) -> float:
        """Seconds since 1970, UTC."""
        return self._now

    def ticks(self) -> float:
        """Monotonic seconds."""
        return self._ticks

    def advance(self, seconds: float) -> None:
        """Let time pass. Clocks do not run backwards."""
        if seconds < 0:
            msg = f"a clock cannot go back by {-seconds} s; advance by a positive number"
            raise ValueError(msg)
        self._now += seconds
        self._ticks += seconds

    def advance_to(self, ticks: float) -> None:
        """Let time pass until `ticks`; nothing happens if that is already past."""
        self.advance(max(0.0, ticks - self._ticks))
