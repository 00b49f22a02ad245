"""What a context of the browser shows at the door: its word, and what its page may load."""

from secrets import token_urlsafe

from msgspec import Struct

from bowerbird.model.outcomes import Failed, Refused

MOST_NOTES = 100  # refusals and failures remembered of one page


class Allowance(Struct, frozen=True):
    """What one page may load."""

    requests: int
    bytes: int


class Pass:
    """What one context of the browser shows at the door, and what it did behind it."""

    def __init__(self, proxy: str, allowance: Allowance) -> None:
        self.word = token_urlsafe(16)
        self.proxy = proxy  # a person's, through which this context asks; empty: none
        self._allowance = allowance
        self.renew()

    def renew(self) -> None:
        """Another page begins."""
        self.requests = 0
        self.bytes = 0
        self.notes: dict[str, Refused | Failed] = {}  # HOST:PORT → why it was not reached

    @property
    def spent(self) -> str:
        """Which allowance this page has used up; empty while it has not."""
        if self.requests > self._allowance.requests:
            return f"more than {self._allowance.requests} parts"
        if self.bytes > self._allowance.bytes:
            return f"parts of more than {self._allowance.bytes} bytes"
        return ""

    def note(self, where: str, why: Refused | Failed) -> None:
        """Remember why something was not reached."""
        if len(self.notes) < MOST_NOTES:
            self.notes.setdefault(where, why)
