"""Compiled code of forgiveness and suggestions, loaded before somebody waits for it."""

from importlib import import_module

_KERNELS = ("choice", "folded", "near", "qgram", "trie")


def load_suggestions() -> None:
    """Load it, compiling what never was: half a minute then, half a second otherwise."""
    for name in _KERNELS:
        import_module(f"bowerbird.index.{name}_kernel")
    import_module("bowerbird.index.word_kernels")
