"""Compiled code: made once after an install, then loaded from where numba keeps it."""

from importlib import import_module
from time import perf_counter

from bowerbird.index import warm

READING = (
    "bowerbird.text.similarity_kernel",
    "bowerbird.judge.word_kernels",
    "bowerbird.judge.text_kernels",
)
LEARNING = ("bowerbird.judge.link_words_kernel", "bowerbird.judge.learner_kernel")
SEARCHING = tuple(f"bowerbird.index.{name}" for name in warm.KERNELS)
TUNING = ("bowerbird.tuning.row_kernels",)
MODULES = (*READING, *LEARNING, *SEARCHING, *TUNING)


def load_kernels(*, learning: bool = True) -> float:
    """Load what reading pages needs, compiling it if it never was; answers in how many seconds.
    `learning`: also what a crawl with a topic learns of links by."""
    from bowerbird.parse.html import HtmlParser  # who only searches reads no page
    from bowerbird.parse.options import ParseOptions

    began = perf_counter()
    HtmlParser(ParseOptions(), "Bowerbird")
    _load((*READING, *LEARNING) if learning else READING)
    return perf_counter() - began


def load_search_kernels() -> float:
    """The same for what indexing, searching and tuning need: minutes where it never was."""
    began = perf_counter()
    _load((*SEARCHING, *TUNING))
    return perf_counter() - began


def _load(modules: tuple[str, ...]) -> None:
    for name in modules:
        import_module(name)  # compiled, or loaded, as it is imported
