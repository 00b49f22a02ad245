"""Compiled looks at sorted texts: UTF-8 end to end, and where each begins."""

import numpy as np
from numba import njit, types

BLOB = types.Array(types.uint8, 1, "C", readonly=True)
OFFSETS = types.Array(types.uint64, 1, "C", readonly=True)
TEXTS = types.Tuple((BLOB, OFFSETS))  # type: ignore[no-untyped-call]  # numba
TWO = types.UniTuple(types.int64, 2)  # type: ignore[no-untyped-call]  # numba


@njit(forceinline=True)
def code_point(blob, at):  # type: ignore[no-untyped-def]  # typed by its signature
    """The code point that begins there in UTF-8, and its bytes."""
    first = np.int64(blob[at])
    if first < 0x80:
        return first, 1
    if first < 0xE0:
        return (first & 0x1F) << 6 | blob[at + 1] & 0x3F, 2
    if first < 0xF0:
        return (first & 0x0F) << 12 | (blob[at + 1] & 0x3F) << 6 | blob[at + 2] & 0x3F, 3
    high = (first & 0x07) << 18 | (blob[at + 1] & 0x3F) << 12
    return high | (blob[at + 2] & 0x3F) << 6 | blob[at + 3] & 0x3F, 4


@njit(forceinline=True)
def compare(blob, text, bytes_, part):  # type: ignore[no-untyped-def]  # typed by its signature
    """Below zero if the text comes before this part of `bytes_`, zero if it begins with it."""
    at, end = text
    for byte in range(part[0], part[1]):
        if at == end:
            return -1
        difference = np.int64(blob[at]) - np.int64(bytes_[byte])
        if difference:
            return difference
        at += 1
    return 0


@njit(forceinline=True)
def run(texts, rows, at, bytes_, part):  # type: ignore[no-untyped-def]  # typed by its signature
    """The end of the run of rows that go on, from byte `at`, with this part of `bytes_`. It is near
    more often than far, so steps double before they are halved."""
    blob, offsets = texts
    low, high = rows
    step = 1
    while low < high:
        probe = low + step - 1 if step else (low + high) >> 1
        if probe >= high:
            step = 0
            continue
        text = np.int64(offsets[probe]) + at, np.int64(offsets[probe + 1])
        if compare(blob, text, bytes_, part) == 0:
            low = probe + 1
            step <<= 1
        else:
            high = probe
            step = 0
    return low


@njit(forceinline=True)
def beginning_with(texts, rows, at, utf8, start):  # type: ignore[no-untyped-def]  # typed above
    """Those of the rows that go on, from byte `at`, with the tail of `utf8`."""
    blob, offsets = texts
    low, high = rows
    tail = start, len(utf8)
    while low < high:
        middle = (low + high) >> 1
        text = np.int64(offsets[middle]) + at, np.int64(offsets[middle + 1])
        if compare(blob, text, utf8, tail) < 0:
            low = middle + 1
        else:
            high = middle
    return low, run(texts, (low, rows[1]), at, utf8, tail)
