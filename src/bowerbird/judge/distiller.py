"""The distiller: pages with many links to relevant pages, found while the crawl goes on."""

import numpy as np
import numpy.typing as npt

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
        scores = np.zeros(len(memory.page_hosts))
        known = self._known()
        scores[:known] = memory.pages[:known, kernel.HUBNESS]
        if not scores.any():
            scores[:known] = 1.0
        across = len(memory.host_names) - 1 > MANY_HOSTS
        kernel.find_hubs(
            self._edges(), ROUNDS, across, memory.page_hosts, memory.pages, scores, memory.latest
        )
        memory.pages[:known, kernel.HUBNESS] = scores[:known]
        return self._to_raise(max(1, int(known * BEST_SHARE)))

    def hubs(self) -> list[Hub]:
        """The best of them, the best first."""
        memory = self._memory
        edges = self._edges()[:, 0]
        links = np.bincount(edges % len(memory.page_hosts)) if len(edges) else np.zeros(1, int)
        told = []
        for place in self._best(TOLD):
            number = self._number_at(place)
            relevance = float(memory.pages[place, kernel.RELEVANCE])
            score = round(float(memory.pages[place, kernel.HUBNESS]), 4)
            told.append(Hub(memory.page_name(number), score, relevance, int(links[place])))
        return told

    def _known(self) -> int:
        """How many places of the ring of pages are in use."""
        return min(self._memory.latest + 1, len(self._memory.page_hosts))

    def _edges(self) -> npt.NDArray[np.int32]:
        memory = self._memory
        return memory.edges[: min(memory.edge_count, MOST_EDGES)]

    def _best(self, most: int) -> list[int]:
        """The places of the best hubs that still have a name, the best first."""
        scores = self._memory.pages[: self._known(), kernel.HUBNESS]
        most = min(most, len(scores))
        if not most:
            return []
        places = np.argpartition(-scores, most - 1)[:most]
        ordered: list[int] = places[np.argsort(-scores[places], kind="stable")].tolist()
        named = (place for place in ordered if self._memory.page_name(self._number_at(place)))
        return [place for place in named if scores[place] > 0]

    def _to_raise(self, most: int) -> Rows:
        memory = self._memory
        chosen = np.zeros(len(memory.page_hosts), np.bool_)
        for place in self._best(most):
            name = memory.page_name(self._number_at(place))
            if name not in self._raised:
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
