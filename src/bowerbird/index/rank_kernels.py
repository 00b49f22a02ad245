"""The compiled half of searching: words are found, lists of documents added up, the best kept.

Every document that a list names is scored, exactly, in windows of documents whose sums stay in
the processor's first cache. Only the slots that were touched are visited again, so that rare words
cost little. Up to millions of documents this beats skipping by bounds, and it counts the hits.
"""

import numpy as np
from numba import njit, types

from bowerbird.text.compiling import compiled

WINDOW = 4096
_UNTOUCHED = -np.inf
_MANY = 255

_u8 = types.Array(types.uint8, 1, "C", readonly=True)
_u8_rows = types.Array(types.uint8, 2, "C", readonly=True)
_u32 = types.Array(types.uint32, 1, "C", readonly=True)
_u64 = types.Array(types.uint64, 1, "C", readonly=True)
_f64 = types.Array(types.float64, 1, "C", readonly=True)
_f64_rows = types.Array(types.float64, 2, "C", readonly=True)
_i64 = types.Array(types.int64, 1, "C", readonly=True)
_scores = types.Array(types.float64, 1, "C")
_places = types.Array(types.int64, 1, "C")
_marks = types.Array(types.uint8, 1, "C")
_narrow = types.Array(types.uint16, 1, "C", readonly=True)
_narrow_rows = types.Array(types.uint16, 2, "C", readonly=True)
_wide_rows = types.Array(types.uint32, 2, "C", readonly=True)
_counts = types.UniTuple(types.int64, 2)  # type: ignore[no-untyped-call]  # numba


@compiled(types.int64(_u8, _u64, _u8, types.int64, types.int64), nogil=True)
def place_of(blob, offsets, wanted, first, last):  # type: ignore[no-untyped-def]  # typed by its signature
    """Where among sorted words wanted[first:last] stands; -1: nowhere."""
    low = np.int64(0)
    high = np.int64(len(offsets)) - 1
    while low < high:
        middle = (low + high) >> 1
        at = np.int64(offsets[middle])
        end = np.int64(offsets[middle + 1])
        mine = first
        while at < end and mine < last and blob[at] == wanted[mine]:
            at += 1
            mine += 1
        if mine == last and at == end:
            return middle
        if at == end or (mine < last and blob[at] < wanted[mine]):
            low = middle + 1
        else:
            high = middle
    return np.int64(-1)


@compiled(types.void(_u8, _u64, _u8, _i64, _places), nogil=True)
def find_words(blob, offsets, wanted, bounds, numbers):  # type: ignore[no-untyped-def]
    """The number of each word of `wanted`, cut at `bounds`, in a vocabulary; -1: it has none."""
    for word in range(len(numbers)):
        numbers[word] = place_of(blob, offsets, wanted, bounds[word], bounds[word + 1])


@njit(forceinline=True)
def _exact(large_at, large_tf, wanted):  # type: ignore[no-untyped-def]
    """A count that does not fit a byte."""
    low = 0
    high = len(large_at)
    while low < high:
        middle = (low + high) >> 1
        if large_at[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return np.int64(large_tf[low])


@njit(forceinline=True)
def _worse(scores, documents, one, other):  # type: ignore[no-untyped-def]
    """Among equals the later record is worse."""
    return scores[one] < scores[other] or (
        scores[one] == scores[other] and documents[one] > documents[other]
    )


@njit(forceinline=True)
def _exchange(scores, documents, one, other):  # type: ignore[no-untyped-def]
    scores[one], scores[other] = scores[other], scores[one]
    documents[one], documents[other] = documents[other], documents[one]


@njit(forceinline=True)
def _sink(scores, documents, held):  # type: ignore[no-untyped-def]
    """Let the first of a heap, whose first is its worst, find its place."""
    at = 0
    while True:
        below = 2 * at + 1
        if below >= held:
            return
        if below + 1 < held and _worse(scores, documents, below + 1, below):
            below += 1
        if not _worse(scores, documents, below, at):
            return
        _exchange(scores, documents, at, below)
        at = below


@njit(forceinline=True)
def _keep(scores, documents, held, score, document):  # type: ignore[no-untyped-def]
    """Take a document in if it is among the best; how many are held then."""
    if held < len(scores):
        at = held
        scores[at] = score
        documents[at] = document
        while at > 0 and _worse(scores, documents, at, (at - 1) >> 1):
            _exchange(scores, documents, at, (at - 1) >> 1)
            at = (at - 1) >> 1
        return held + 1
    if score > scores[0] or (score == scores[0] and document < documents[0]):
        scores[0] = score
        documents[0] = document
        _sink(scores, documents, held)
    return held


@compiled(types.void(_scores, _places, types.int64), nogil=True)
def put_in_order(scores, documents, held):  # type: ignore[no-untyped-def]
    """Turn the heap into a list, best first."""
    for last in range(held - 1, 0, -1):
        _exchange(scores, documents, 0, last)
        _sink(scores, documents, last)


_SETTLE = (
    _scores,  # sums of the window
    types.Array(types.int32, 1, "C"),  # slots touched
    types.int64,  # how many of them
    types.int64,  # first document of the window
    types.int64,  # documents in the segment
    _u8,  # documents allowed; empty: all
    types.boolean,  # every allowed document counts, touched or not
    _f64,  # added to each document; empty: nothing
    _marks,  # documents that matched, to be marked; empty: nobody asks
    types.int64,  # number of the segment's first document
    _scores,
    _places,
    types.int64,
)


@compiled(_counts(*_SETTLE), nogil=True)
def _settle(  # type: ignore[no-untyped-def]  # noqa: PLR0913 - numba has no cheap way to group arrays
    sums, touched, many, base, size, allowed, every, formula, matched, offset, scores, best, held
):
    """Empty a window into the heap: (held, how many matched)."""
    hits = np.int64(0)
    if every:
        many = min(WINDOW, size - base)
    floor = scores[0] if held == len(scores) else _UNTOUCHED
    for turn in range(many):
        slot = np.int64(turn) if every else np.int64(touched[turn])
        score = sums[slot]
        sums[slot] = _UNTOUCHED
        document = base + slot
        if len(allowed) and not allowed[document]:
            continue
        if score == _UNTOUCHED:
            score = 0.0
        hits += 1
        if len(matched):
            matched[document] = 1
        if len(formula):
            score += formula[document]
        if score >= floor:
            held = _keep(scores, best, held, score, offset + document)
            floor = scores[0] if held == len(scores) else _UNTOUCHED
    return held, hits


_LISTS = (_i64, _i64, _f64, _f64)  # of each list: start, end, factor, what is added where it stands
_KEPT = (_u8, types.boolean, _f64, _marks, types.int64, _scores, _places, types.int64)


_ONE_FIELD = [
    _counts(_u32, _u8, types.int64, _u64, _u32, *_LISTS, classes, _f64, *_KEPT)
    for classes in (_narrow, _u32)
]


_BLOCK = 256  # postings looked at together …
_FEW = 32  # … and at first, for then nobody knows what it takes to be among the best
_SELDOM = 6  # a word that stands so often in a text makes it one of the best, mostly
_SAMPLE = 256  # postings that are looked at, at most, to guess what it will take
_NEVER = np.uint8(_MANY - 1)  # as a count, one that is looked at anyway


@njit(forceinline=True)
def _short_enough(tf, bands, limits, first, end, flags, chosen):  # type: ignore[no-untyped-def]  # inlined
    """The postings of texts that may be among the best; how many there are. Without a branch for
    each, and a byte for each: LLVM makes vector code of it. A limit of 0 is no count's."""
    often_1 = np.uint8(1) if limits[1] > 0 else _NEVER
    often_2 = np.uint8(2) if limits[2] > 0 else _NEVER
    often_3 = np.uint8(3) if limits[3] > 0 else _NEVER
    often_4 = np.uint8(4) if limits[4] > 0 else _NEVER
    often_5 = np.uint8(5) if limits[5] > 0 else _NEVER
    top_1, top_2 = np.uint8(limits[1] - 1), np.uint8(limits[2] - 1)
    top_3, top_4 = np.uint8(limits[3] - 1), np.uint8(limits[4] - 1)
    top_5 = np.uint8(limits[5] - 1)
    counts, lengths = tf[first:end], bands[first:end]
    size = len(counts)
    for at in range(size):
        count, length = counts[at], lengths[at]
        found = count >= np.uint8(_SELDOM)
        found |= (count == often_1) & (length <= top_1)
        found |= (count == often_2) & (length <= top_2)
        found |= (count == often_3) & (length <= top_3)
        found |= (count == often_4) & (length <= top_4)
        found |= (count == often_5) & (length <= top_5)
        flags[at] = found
    flags[size : (size + 7) & ~7] = 0
    eight = flags.view(np.uint64)
    many = np.int64(0)
    for place in range((size + 7) >> 3):
        if eight[place] != 0:
            for at in range(8 * place, 8 * place + 8):
                chosen[many] = first + at
                many += np.int64(flags[at])
    return many


@njit(forceinline=True)
def _narrow_down(limits, least, factor, extra, floor):  # type: ignore[no-untyped-def]  # inlined
    """How long a text may be that reaches the floor: by how often it has the word, the first band
    that is too long. Floors only rise, so limits only fall."""
    for often in range(1, _SELDOM):
        if floor <= extra:
            continue
        room = factor * often / (floor - extra) - often  # what its damping may be at most
        room += 1e-9 * (abs(room) + often)  # rounding must leave nobody out
        low, high = np.int64(0), limits[often]
        while low < high:
            middle = (low + high) >> 1
            if least[middle] <= room:
                low = middle + 1
            else:
                high = middle
        limits[often] = low


@njit(forceinline=True)
def _guessed(documents, tf, first, end, factor, extra, classes, damping, wanted):  # type: ignore[no-untyped-def]  # noqa: PLR0913 - inlined
    """What it may take to be among the best, by a sample; _UNTOUCHED: too few to tell. Where the
    guess is right, few that are not among the best are ever taken for such."""
    size = min(_SAMPLE, (end - first) >> 2)
    place = wanted * size * 5 // (4 * (end - first)) + 2  # in the sample, with some to spare
    if size < _FEW or 2 * place > size:
        return _UNTOUCHED
    best = np.full(place, _UNTOUCHED)  # the last is the least
    stride = (end - first) // size
    for turn in range(size):
        at = first + turn * stride
        count = np.float64(tf[at])  # of large ones at least as much
        score = factor * count / (damping[classes[documents[at]]] + count) + extra
        if score > best[place - 1]:
            to = place - 1
            while to > 0 and best[to - 1] < score:
                best[to] = best[to - 1]
                to -= 1
            best[to] = score
    return best[place - 1]


@compiled(
    [
        _counts(
            _u32, _u8, types.int64, _u64, _u32, types.int64, types.int64, types.float64,
            types.float64, classes, _f64, _u8, _f64, types.int64, _scores, _places, types.int64,
        )
        for classes in (_narrow, _u32)
    ],
    nogil=True,
)  # fmt: skip
def best_of_one_list(  # type: ignore[no-untyped-def]  # noqa: C901, PLR0912, PLR0913 - numba groups no arrays
    documents, tf, row, large_at, large_tf, first, end, factor, extra, classes, damping,
    bands, least, offset, scores, best, held,
):  # fmt: skip
    """As `best_of_one_field` of a single list and nothing besides: no document comes twice, so
    nothing is summed up.

    A word that stands once or twice in a text seldom makes it one of the best, however short the
    text is. Where that is certain, the text is counted, but its length is not looked up: that
    would cost more than all the rest. Bands, where there are any, say it closely: each posting has
    one, and each band its least damping, which rises from band to band.

    Then what it takes is guessed before, so that few are taken for good ones that are not. If fewer
    than wanted reach the guess, those below it are looked at as well: the answer does not depend
    on it.
    """
    floor = scores[0] if held == len(scores) else _UNTOUCHED
    bounded = factor >= 0.0 and end - first > _FEW
    most = np.full(
        0 if len(bands) else _MANY + 1, np.inf
    )  # what a text can score at most in which the word is so often
    if bounded and not len(bands):
        shortest = damping.min()
        for often in range(_MANY):  # rounding keeps the order
            most[often] = factor * np.float64(often) / (shortest + np.float64(often)) + extra
    chosen = np.empty(_BLOCK + 8, np.int64)
    damped = np.empty(_BLOCK)
    flags = np.empty(_BLOCK, np.uint8)
    guess, ceiling = _UNTOUCHED, np.inf
    if bounded and len(bands):
        guess = _guessed(
            documents, tf, first, end, factor, extra, classes, damping, len(scores)
        )  # fmt: skip
        guess = guess if guess > floor else _UNTOUCHED
    while True:
        hits = np.int64(0)
        limits = np.full(_MANY + 1, len(least))
        narrowed = floor = max(floor, guess)
        if bounded and len(bands) and floor > _UNTOUCHED:
            _narrow_down(limits, least, factor, extra, floor)
        base, step = first, _BLOCK if guess > _UNTOUCHED else _FEW
        while base < end:
            stop = min(base + step, end)
            many = np.int64(0)
            if len(bands):
                if bounded and floor > narrowed:
                    _narrow_down(limits, least, factor, extra, floor)
                    narrowed = floor
                many = _short_enough(tf, bands, limits, base, stop, flags, chosen)
                hits += stop - base  # where there are bands there is one field, and it has the word
            else:
                for at in range(base, stop):
                    chosen[many] = at
                    many += np.int64(tf[at] != 0) & np.int64(most[tf[at]] >= floor)
                    hits += np.int64(tf[at] != 0)
            for place in range(many):  # looked up together, none waits for another
                damped[place] = damping[classes[documents[chosen[place]]]]
            for place in range(many):
                at = chosen[place]
                count = np.float64(tf[at])
                if count == _MANY:
                    count = np.float64(_exact(large_at, large_tf, row + at))
                score = factor * count / (damped[place] + count) + extra
                if floor <= score < ceiling:
                    held = _keep(scores, best, held, score, offset + np.int64(documents[at]))
                    if held == len(scores):
                        floor = max(floor, scores[0])
            base, step = stop, min(2 * step, _BLOCK)
        floor = scores[0] if held == len(scores) else _UNTOUCHED
        if floor >= guess:
            return held, hits
        ceiling, guess = guess, _UNTOUCHED  # guessed too high: now those below


@compiled(_ONE_FIELD, nogil=True)
def best_of_one_field(  # type: ignore[no-untyped-def]  # noqa: PLR0913 - numba has no cheap way to group arrays
    documents, tf, row, large_at, large_tf, starts, ends, factors, added, classes, damping,
    allowed, every, formula, matched, offset, scores, best, held,
):  # fmt: skip
    """Add `factor · tf / (damping + tf)` up over lists that look at one field: (held, matched).

    `damping`, k·α over the field's weight, comes by class of length. `row` is where the field's
    counts begin among all, for those that do not fit a byte.
    """
    if len(starts) == 1 and not (every or len(allowed) or len(formula) or len(matched)):
        # Without bands: these two are empty, and of the right types.
        return best_of_one_list(
            documents, tf, row, large_at, large_tf, starts[0], ends[0], factors[0], added[0],
            classes, damping, allowed, formula, offset, scores, best, held,
        )  # fmt: skip
    size = len(classes)
    sums = np.full(WINDOW, _UNTOUCHED)
    touched = np.empty(WINDOW + 1, np.int32)
    cursors = starts.copy()
    hits = np.int64(0)
    for base in range(0, size, WINDOW):
        top = base + WINDOW
        many = np.int64(0)
        for place in range(len(starts)):
            at = cursors[place]
            end = ends[place]
            factor = factors[place]
            extra = added[place]
            while at < end:
                document = np.int64(documents[at])
                if document >= top:
                    break
                count = np.float64(tf[at])
                if count == _MANY:
                    count = np.float64(_exact(large_at, large_tf, row + at))
                at += 1
                if count == 0.0:
                    continue
                slot = document - base
                before = sums[slot]
                fresh = before == _UNTOUCHED
                touched[many] = slot
                many += np.int64(fresh)
                score = factor * count / (damping[classes[document]] + count) + extra
                sums[slot] = score if fresh else before + score
            cursors[place] = at
        if many or every:
            held, found = _settle(
                sums, touched, many, base, size, allowed, every, formula, matched, offset, scores,
                best, held,
            )  # fmt: skip
            hits += found
    return held, hits


@compiled(
    [
        _counts(
            _u32, _u8_rows, _u64, _u32, *_LISTS, classes, _f64_rows, _u8_rows, types.float64, *_KEPT
        )
        for classes in (_narrow_rows, _wide_rows)
    ],
    nogil=True,
)
def best_of_fields(  # type: ignore[no-untyped-def]  # noqa: PLR0913 - numba has no cheap way to group arrays
    documents, tf, large_at, large_tf, starts, ends, factors, added, classes, gains, looked_at, k,
    allowed, every, formula, matched, offset, scores, best, held,
):  # fmt: skip
    """Add `factor · p / (k + p)` up, p the sum of `gain · tf` over the fields that a list looks at
    (BM25F): (held, matched). A gain, weight over α, comes by field and class of length."""
    fields, size = classes.shape
    postings = tf.shape[1]
    sums = np.full(WINDOW, _UNTOUCHED)
    touched = np.empty(WINDOW + 1, np.int32)
    cursors = starts.copy()
    hits = np.int64(0)
    for base in range(0, size, WINDOW):
        top = base + WINDOW
        many = np.int64(0)
        for place in range(len(starts)):
            at = cursors[place]
            end = ends[place]
            while at < end:
                document = np.int64(documents[at])
                if document >= top:
                    break
                pseudo = 0.0
                for field in range(fields):
                    count = np.int64(tf[field, at])
                    if count and looked_at[place, field]:
                        if count == _MANY:
                            count = _exact(large_at, large_tf, field * postings + at)
                        pseudo += gains[field, classes[field, document]] * np.float64(count)
                at += 1
                if pseudo == 0.0:
                    continue
                slot = document - base
                before = sums[slot]
                fresh = before == _UNTOUCHED
                touched[many] = slot
                many += np.int64(fresh)
                score = factors[place] * pseudo / (k + pseudo) + added[place]
                sums[slot] = score if fresh else before + score
            cursors[place] = at
        if many or every:
            held, found = _settle(
                sums, touched, many, base, size, allowed, every, formula, matched, offset, scores,
                best, held,
            )  # fmt: skip
            hits += found
    return held, hits
