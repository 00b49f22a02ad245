"""How kernels are compiled: ahead of the first call, and kept on disk where that is possible."""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import xxhash
from numba import config, njit
from numba.core.registry import cpu_target
from numba.core.runtime.nrt import rtsys

log = logging.getLogger(__name__)


def compiled(
    signature: Any, *, nogil: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Compile a function for its signature, or each of a list; its code is kept in `__pycache__`
    or, where that cannot be written, in numba's folder of the user's cache directory. With `nogil`
    other threads go on while it works."""
    signatures = signature if isinstance(signature, list) else [signature]

    def compile_it(function: Callable[..., Any]) -> Callable[..., Any]:
        if config.DISABLE_JIT:  # type: ignore[attr-defined]  # set when numba is imported
            return function  # so that a tool can follow it
        try:
            kept = njit(cache=True, nogil=nogil)(function)
            if _load(kept, signatures):
                return kept
            return njit(signatures, cache=True, nogil=nogil)(function)
        except RuntimeError as trouble:
            if "cache" not in str(trouble) and "locator" not in str(trouble):
                raise
            log.warning(
                "no folder to keep compiled code in, so each start compiles it anew for some "
                "seconds: set NUMBA_CACHE_DIR to a folder that can be written"
            )
            return njit(signatures, nogil=nogil)(function)

    return compile_it


def _load(kernel: Any, signatures: Sequence[Any]) -> bool:
    """Take the code for all of these from the disk, if it is there and holds.

    numba would first make its whole compiler ready, 0.3 s and 30 MB of every start, only to find
    that nothing has to be compiled. What it does after that is done here without.
    """
    context = cpu_target.target_context
    rtsys.initialize(context)
    found = [kernel._cache._load_overload(each, context) for each in signatures]  # noqa: SLF001
    if None in found:
        return False
    for code in found:
        context.insert_user_function(code.entry_point, code.fndesc, [code.library])
        kernel.add_overload(code)
    kernel.disable_compile()
    return True


def version_of(*modules: ModuleType) -> int:
    """A number that changes with the source of any of these modules.

    numba keeps code per file and looks at that file alone; what a function holds from outside, such
    as this number, it looks at too.
    """
    digest = xxhash.xxh3_64()
    for module in modules:
        digest.update(Path(module.__file__ or "").read_bytes())
    return digest.intdigest() >> 2  # fits a signed number
