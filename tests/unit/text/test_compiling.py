"""Compiled code is kept where it can be; where it cannot, the crawl starts all the same."""

import logging
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from numba import njit, types

from bowerbird.text import compiling

COMPILER = "numba.np.polynomial.polynomial_core"  # one of the modules that only compiling needs


def double(number: int) -> int:
    return 2 * number


def refusing(trouble: str, *, only_with_cache: bool) -> Callable[..., Any]:
    """A stand-in for `njit` that cannot keep code, or cannot compile at all."""

    def instead(*signatures: Any, cache: bool = False, nogil: bool = False) -> Any:
        if cache or not only_with_cache:
            raise RuntimeError(trouble)
        return njit(*signatures, nogil=nogil)

    return instead


def test_where_no_folder_can_be_written_the_code_is_compiled_anew(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    trouble = "cannot cache function 'double': no locator available for file 'x'"
    monkeypatch.setattr(compiling, "njit", refusing(trouble, only_with_cache=True))

    with caplog.at_level(logging.WARNING):
        compiled = compiling.compiled(types.int64(types.int64))(double)

    assert compiled(21) == 42
    assert "NUMBA_CACHE_DIR" in caplog.text


def test_another_trouble_of_the_compiler_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "njit", refusing("no such thing", only_with_cache=False))

    with pytest.raises(RuntimeError, match="no such thing"):
        compiling.compiled(types.int64(types.int64))(double)


def test_code_that_is_kept_is_loaded_without_the_compiler() -> None:
    from bowerbird.workspace.kernels import load_kernels

    load_kernels()  # whatever had to be compiled is on disk now

    script = (
        "import sys; from bowerbird.workspace.kernels import load_kernels; load_kernels();"
        f"sys.exit({COMPILER!r} in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script]).returncode == 0
