"""The time as the machine tells it."""

import time


class SystemClock:
    """UTC for what is stored, the monotonic clock for every pause."""

    def now(self) -> float:
        return time.time()

    def ticks(self) -> float:
        return time.monotonic()
