"""Lines of a dictionary made into sorted keys, each of which leads to an entity.

Every line gives the keys under which its text is found: the text, its synonyms, and the text with
later words first. Entities are numbered from the most popular on, so that a row's number says how
good it is. All loops over lines or bytes are compiled.
"""

from math import nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bowerbird.index import folded_kernel as kernel
from bowerbird.index import trie_kernel, word_kernels
from bowerbird.index.dictionary_shape import ROTATED, Reading
from bowerbird.index.folding import folding
from bowerbird.index.reading import Bytes

_EXAMPLES = 5
_FAULTS = {
    kernel.NO_WORDS: "its text has no words",
    kernel.NOT_UTF8: "it is not UTF-8",
    kernel.NOT_A_NUMBER: "its popularity is not a number",
}

Places = NDArray[np.int64]
Arrays = dict[str, NDArray[Any]]


def build(data: Bytes, columns: tuple[int, ...], first_line: int = 1) -> tuple[Arrays, Reading]:
    """`columns`: for each column of the lines its place in COLUMNS, or -1; `first_line`: what the
    first one is called in messages."""
    spans = np.zeros((kernel.count_lines(data), 8), np.int64)
    kernel.cut_lines(data, np.array(columns, np.int64), spans)
    faults = np.zeros(len(spans), np.uint8)
    popularity = _numbers(data, spans[:, 4:6], faults)
    table = folding()
    kept, count = kernel.fold_lines(data, spans, (table.letters, table.spellings), faults)
    good = np.flatnonzero(faults == kernel.GOOD)
    entity_of, leading = _entities(data, spans[good], popularity[good])
    numbers = np.zeros(len(spans), np.int64)
    numbers[good] = entity_of
    shown = spans[good][leading]
    arrays = {
        **_rows(kept, count, numbers),
        **_texts("text", data, shown[:, 0:2]),
        **_texts("entity", data, shown[:, 6:8]),
        "popularity": popularity[good][leading],
    }
    wrong = np.flatnonzero(faults > kernel.BLANK)
    examples = [
        f"line {first_line + line}: {_FAULTS[faults[line]]}" for line in wrong[:_EXAMPLES].tolist()
    ]
    return arrays, Reading(len(spans), len(leading), count, len(wrong), examples)


def _numbers(data: Bytes, spans: Places, faults: Bytes) -> NDArray[np.float64]:
    """The popularity of each line, 0 where nothing is said. Most are whole numbers, which a kernel
    reads; the others are Python's business."""
    numbers = np.zeros(len(spans))
    others = np.flatnonzero(kernel.whole_numbers(data, spans.copy(), numbers))
    for line in others.tolist():
        start, end = spans[line].tolist()
        try:
            numbers[line] = float(data[start:end].tobytes())
        except ValueError:
            numbers[line] = nan
    faults[~np.isfinite(numbers)] = kernel.NOT_A_NUMBER
    return numbers


def _entities(data: Bytes, spans: Places, popularity: NDArray[np.float64]) -> tuple[Places, Places]:
    """(the entity of each line, the line that speaks for each entity).

    Lines of one identifier are one entity; without identifiers, lines of one text. The most popular
    line speaks for it. Entities are numbered by falling popularity, then by text.
    """
    named = spans[:, 7] > spans[:, 6]
    same = np.empty(len(spans), np.int64)
    same[named] = _alike(data, spans[named, 6:8])
    same[~named] = _alike(data, spans[~named, 0:2]) + int(same[named].max(initial=-1)) + 1
    by_text = np.empty(len(spans), np.int64)
    by_text[_order(*kernel.gather(data, spans[:, 0:2].copy()))] = np.arange(len(spans))
    best_first = np.lexsort((np.arange(len(spans)), by_text, -popularity))
    _, firsts = np.unique(same[best_first], return_index=True)
    leading = best_first[np.sort(firsts)]
    numbers = np.empty(len(leading), np.int64)
    numbers[same[leading]] = np.arange(len(leading))
    return numbers[same], leading


def _rows(kept: tuple[Bytes, Places, Places], count: int, entity_of_line: Places) -> Arrays:
    pool, ends, owners = kept
    order = word_kernels.in_order(pool, ends, count)
    blob, offsets = word_kernels.laid_out(pool, ends, order)
    rotated = owners[:count] & kernel.ROTATED != 0
    values = entity_of_line[owners[:count] & (kernel.ROTATED - 1)]
    values = np.where(rotated, values | ROTATED, values).astype(np.uint32)
    children, child_starts, longest = trie_kernel.build((blob, offsets))
    return {
        "key": blob,
        "key_offsets": offsets,
        "values": values[order],
        "children": children,
        "child_starts": child_starts,
        "longest": longest,
    }


def _texts(name: str, data: Bytes, spans: Places) -> Arrays:
    pool, places = kernel.gather(data, spans.copy())
    return {name: pool, f"{name}_offsets": places.astype(np.uint64)}


def _alike(data: Bytes, spans: Places) -> Places:
    pool, places = kernel.gather(data, spans.copy())
    numbers: Places = kernel.alike(pool, places, _order(pool, places))
    return numbers


def _order(pool: Bytes, places: Places) -> Places:
    order: Places = word_kernels.in_order(pool, places, len(places) - 1)
    return order
