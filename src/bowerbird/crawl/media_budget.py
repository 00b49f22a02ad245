"""How many files of media records a run may download."""

from bowerbird.crawl.harvest import Harvest
from bowerbird.crawl.statistics import Tally
from bowerbird.model.candidate import Lease
from bowerbird.model.outcomes import Refusal, Refused


class MediaBudget:
    """Counts files as they are asked for, so that none is too many, however many go on at once."""

    def __init__(
        self, harvest: Harvest | None = None, *, max_files: int = 0, max_bytes: int = 0
    ) -> None:
        """Without a harvest no media are downloaded, and every URL is something else."""
        self._harvest = harvest
        self._max_files = max_files
        self._max_bytes = max_bytes

    def refusal(self, lease: Lease, tally: Tally) -> Refused | None:
        """May this URL be asked for? Only files that media records wait for are counted."""
        if lease.candidate.attempt or not self._is_file(lease):
            return None
        if tally.media_files >= self._max_files:
            return Refused(Refusal.RUN_BUDGET, f"media.max_files = {self._max_files}")
        if tally.media_bytes >= self._max_bytes:
            return Refused(Refusal.RUN_BUDGET, f"media.max_bytes = {self._max_bytes}")
        tally.media_files += 1
        return None

    def note(self, lease: Lease, size: int, tally: Tally) -> None:
        """So many bytes came."""
        if self._is_file(lease):
            tally.media_bytes += size

    def _is_file(self, lease: Lease) -> bool:
        return self._harvest is not None and self._harvest.is_media_file(lease.key)
