"""Compiled code is kept where it can be; where it cannot, the crawl starts all the same."""

import logging
from collections.abc import Callable

import pytest
from numba import njit, types

from bowerbird.text import compiling


def double(number: int) -> int:
    return 2 * number


def test_where_no_folder_can_be_written_the_code_is_compiled_anew(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def without_folder(
        signature: object, *, cache: bool = False, nogil: bool = False
    ) -> Callable[..., object]:
        if cache:
            raise RuntimeError("cannot cache function 'double': no locator available for file 'x'")
        return njit(signature, nogil=nogil)

    monkeypatch.setattr(compiling, "njit", without_folder)

    with caplog.at_level(logging.WARNING):
        compiled = compiling.compiled(types.int64(types.int64))(double)

    assert compiled(21) == 42
    assert "NUMBA_CACHE_DIR" in caplog.text


def test_another_trouble_of_the_compiler_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(
        signature: object, *, cache: bool = False, nogil: bool = False
    ) -> Callable[..., object]:
        raise RuntimeError("no such thing")

    monkeypatch.setattr(compiling, "njit", broken)

    with pytest.raises(RuntimeError, match="no such thing"):
        compiling.compiled(types.int64(types.int64))(double)
