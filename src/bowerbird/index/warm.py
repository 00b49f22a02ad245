"""What is loaded once in each process, before somebody waits for it."""

from importlib import import_module

from bowerbird.index.folding import folding

_KERNELS = ("choice", "folded", "near", "qgram", "trie")


def load_searching() -> None:
    """What the first query would wait for, and be measured with: a twentieth of a second."""
    folding()


def load_suggestions() -> None:
    """Compiled code of forgiveness and suggestions; half a minute where it never was compiled."""
    for name in _KERNELS:
        import_module(f"bowerbird.index.{name}_kernel")
    import_module("bowerbird.index.word_kernels")
