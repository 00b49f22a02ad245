"""What is loaded once in each process, before somebody waits for it."""

from importlib import import_module

_SUGGESTING = (
    "choice_kernel", "folded_kernel", "near_kernel", "qgram_kernel", "trie_kernel", "word_kernels",
)  # fmt: skip
KERNELS = (*_SUGGESTING, "inverting", "list_kernels", "plain_kernels", "rank_kernels")


def load_searching() -> None:
    """What the first query would wait for, and be measured with: a twentieth of a second."""
    from bowerbird.index.folding import folding  # and numpy, which naming kernels does not need

    folding()


def load_suggestions() -> None:
    """Compiled code of forgiveness and suggestions; half a minute where it never was compiled."""
    _load(_SUGGESTING)


def load_kernels() -> None:
    """All compiled code of indexes, compiling what never was: then no query has to."""
    _load(KERNELS)


def _load(names: tuple[str, ...]) -> None:
    for name in names:
        import_module(f"bowerbird.index.{name}")
