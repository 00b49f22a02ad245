"""Hosts that come after others for a while: those that had their share, and barren ones."""

import numpy as np

from bowerbird.judge import learner_kernel as kernel
from bowerbird.judge.link_memory import LinkMemory
from bowerbird.judge.link_options import LearnedLinkOptions

MANY_HOSTS = 20  # a crawl of few hosts has to take what they have
FIRST_PAGES = 200  # shares of fewer pages say nothing
LATE = 200  # pages over which the harvest of late is smoothed
PATIENCE = 5.0  # relevant pages that others would have brought meanwhile
STEP_BACK = -3.0  # added to the promise of its links: after others, but before nothing


class HeldHosts:
    """Keeps in the memory how far the links of each host step back."""

    def __init__(self, options: LearnedLinkOptions, memory: LinkMemory) -> None:
        self._share = options.host_share
        self._barren_pages = options.barren_pages
        self._memory = memory
        self._barren = np.zeros(len(memory.hosts), np.int32)  # pages since the last relevant one
        self._harvest = 1.0  # of late

    def note(self, host: int, pages: int, *, relevant: bool) -> None:
        """A page of this host was read, the `pages`th in all."""
        self._barren[host] = 0 if relevant else self._barren[host] + 1
        self._harvest += (relevant - self._harvest) / LATE
        place = self._memory.hosts[host]
        held = 0.0
        if len(self._memory.host_names) > MANY_HOSTS:
            mean = place[kernel.HOST_RELEVANT] / place[kernel.HOST_READ]
            # A host that brings more than others may have more than its share.
            over = place[kernel.HOST_READ] > self._share * max(pages, FIRST_PAGES)
            over &= mean < self._harvest
            # Where all hosts bring little, a barren one is no exception.
            patience = max(self._barren_pages, PATIENCE / max(self._harvest, 1e-3))
            held = STEP_BACK * (int(over) + int(self._barren[host] >= patience))
        place[kernel.HELD_BACK] = held
