"""How kernels are compiled: ahead of the first call, and kept on disk where that is possible."""

import logging
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import xxhash
from numba import njit

log = logging.getLogger(__name__)


def compiled(
    signature: Any, *, nogil: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Compile a function for its signature, or each of a list; its code is kept in `__pycache__`
    or, where that cannot be written, in numba's folder of the user's cache directory. With `nogil`
    other threads go on while it works."""

    def compile_it(function: Callable[..., Any]) -> Callable[..., Any]:
        try:
            return njit(signature, cache=True, nogil=nogil)(function)  # type: ignore[no-any-return]  # untyped
        except RuntimeError as trouble:
            if "cache" not in str(trouble) and "locator" not in str(trouble):
                raise
            log.warning(
                "no folder to keep compiled code in, so each start compiles it anew for some "
                "seconds: set NUMBA_CACHE_DIR to a folder that can be written"
            )
            return njit(signature, nogil=nogil)(function)  # type: ignore[no-any-return]  # untyped

    return compile_it


def version_of(*modules: ModuleType) -> int:
    """A number that changes with the source of any of these modules.

    numba keeps code per file and looks at that file alone; what a function holds from outside, such
    as this number, it looks at too.
    """
    digest = xxhash.xxh3_64()
    for module in modules:
        digest.update(Path(module.__file__ or "").read_bytes())
    return digest.intdigest() >> 2  # fits a signed number
