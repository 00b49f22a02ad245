"""How the texts of judged queries are read: as the search box reads them."""

from collections.abc import Callable

from bowerbird.index.binding import Help
from bowerbird.index.options import IndexOptions, RankingOptions
from bowerbird.index.reading import Snapshot
from bowerbird.index.searcher import Searcher
from bowerbird.index.settings import SearchSettings
from bowerbird.tuning.candidates import Asked


class AsSearched:
    """Operators, phrases and filters hold; words that the index lacks are forgiven. For collections
    whose queries are plain prose there is `plain_words`: signs in prose are no operators."""

    def __init__(
        self,
        options: IndexOptions,
        settings: SearchSettings | None = None,
        help_over: Callable[[Snapshot, IndexOptions], Help | None] = lambda *_: None,
    ) -> None:
        """`help_over`: who is asked about the words of queries; else the snapshot alone."""
        self._options = options
        self._help_over = help_over
        self._settings = settings or SearchSettings()
        self._last: tuple[Snapshot, RankingOptions, Searcher] | None = None

    def __call__(self, snapshot: Snapshot, text: str, ranking: RankingOptions) -> Asked:
        searcher = self._searcher(snapshot, ranking)
        asked = searcher.asked(text, self._settings)
        return Asked([]) if asked is None else Asked(*asked)

    def _searcher(self, snapshot: Snapshot, ranking: RankingOptions) -> Searcher:
        if self._last is None or self._last[0] is not snapshot or self._last[1] != ranking:
            options = self._options.model_copy(update={"ranking": ranking})
            help_ = self._help_over(snapshot, options)
            self._last = snapshot, ranking, Searcher(snapshot, options, help_)
        return self._last[2]
