"""Compiled code: made once after an install, then loaded from where numba keeps it."""

from importlib import import_module
from time import perf_counter

from bowerbird.index.warm import load_suggestions
from bowerbird.parse.html import HtmlParser
from bowerbird.parse.options import ParseOptions
from bowerbird.text.similarity import fingerprints


def load_kernels() -> float:
    """Load what reading pages needs, compiling it if it never was; answers in how many seconds."""
    began = perf_counter()
    HtmlParser(ParseOptions(), "Bowerbird")
    fingerprints("the words that make it load")
    return perf_counter() - began


def load_search_kernels() -> float:
    """The same for what searching and tuning need."""
    began = perf_counter()
    load_suggestions()
    for kernels in ("bowerbird.index.rank_kernels", "bowerbird.tuning.row_kernels"):
        import_module(kernels)  # compiled, or loaded, as it is imported
    return perf_counter() - began
