"""The distiller: pages with many links to relevant pages, found while the crawl goes on."""

import numpy as np

from bowerbird.judge import learner_kernel as kernel
from bowerbird.judge.link_memory import MOST_EDGES, LinkMemory, Rows
from bowerbird.model.links import Hub

ROUNDS = 3
EVERY = 100  # pages
MANY_HOSTS = 20  # beyond that links inside a host say nothing
BEST_SHARE = 0.01  # of the pages: the hubs whose links are raised
TOLD = 100  # hubs that are kept


class Distiller:
    """Notes in the memory how much of a hub each page is."""

    def __init__(self, memory: LinkMemory) -> None:
        self._memory = memory
        self._raised: set[str] = set()

    def distil(self) -> Rows:
        """Look again; answers the rows that links of the best hubs lead to, each page's once."""
        memory = self._memory
        scores = memory.pages[:-1, kernel.HUBNESS].astype(np.float64)
        read = min(memory.latest + 1, len(scores))
        if not scores.any():
            scores[:read] = 1.0
        edges = memory.edges[: min(memory.edge_count, MOST_EDGES)]
        across = len(memory.host_names) - 1 > MANY_HOSTS
        kernel.find_hubs(
            edges, ROUNDS, across, memory.page_hosts, memory.pages, scores, memory.latest
        )
        memory.pages[:-1, kernel.HUBNESS] = scores
        return self._to_raise(max(1, int(read * BEST_SHARE)))

    def hubs(self) -> list[Hub]:
        """The best of them, the best first."""
        memory = self._memory
        scores = memory.pages[:-1, kernel.HUBNESS]
        edges = memory.edges[: min(memory.edge_count, MOST_EDGES), 0]
        told = []
        for place in np.argsort(-scores, kind="stable")[:TOLD].tolist():
            number = self._number_at(place)
            name = memory.page_name(number)
            if scores[place] <= 0 or not name:
                break
            relevance = float(memory.pages[place, kernel.RELEVANCE])
            links = int(np.count_nonzero(edges == number))
            told.append(Hub(name, round(float(scores[place]), 4), relevance, links))
        return told

    def _to_raise(self, most: int) -> Rows:
        memory = self._memory
        scores = memory.pages[:-1, kernel.HUBNESS]
        chosen = np.zeros(len(scores), np.bool_)
        for place in np.argpartition(-scores, min(most, len(scores) - 1))[:most].tolist():
            name = memory.page_name(self._number_at(place))
            if scores[place] > 0 and name and name not in self._raised:
                chosen[place] = True
                self._raised.add(name)
        if not chosen.any():
            return np.zeros(0, np.int64)
        rows = memory.rows()
        out = np.zeros(len(rows), np.int64)
        latest = float(memory.latest)
        found = kernel.links_of(rows, memory.counts, memory.sources, chosen, latest, out)
        return out[:found]

    def _number_at(self, place: int) -> int:
        """The number of the page that lies at this place of the ring."""
        ring = len(self._memory.page_hosts)
        return self._memory.latest - (self._memory.latest - place) % ring
