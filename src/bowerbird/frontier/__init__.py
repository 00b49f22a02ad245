"""The queue of URLs on disk: who is next, what was seen, what is out on lease."""

from bowerbird.frontier.disk import DiskFrontier, begin_generation
from bowerbird.frontier.inspection import Quarantined, Queued, Settled, Whereabouts
from bowerbird.frontier.keys import Order
from bowerbird.frontier.options import FrontierOptions

__all__ = [
    "DiskFrontier",
    "FrontierOptions",
    "Order",
    "Quarantined",
    "Queued",
    "Settled",
    "Whereabouts",
    "begin_generation",
]
