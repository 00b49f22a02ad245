"""The compiled half of tuning: where judged documents stand under each of many settings.

Nothing is sorted: a document's place is one more than the documents that score higher, or the same
with an earlier record. Documents that no setting can tell apart are one row with its members. The
arithmetic is that of `index.rank_kernels`, operation by operation, so that what ties there ties
here.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import types

from bowerbird.text.compiling import compiled

_f64 = types.Array(types.float64, 1, "C")
_f64_rows = types.Array(types.float64, 2, "C")
_i64 = types.Array(types.int64, 1, "C")
_i64_rows = types.Array(types.int64, 2, "C")

BLOCK = 256  # rows looked at together: their scores and sizes stay in the first cache


class Rows(NamedTuple):
    """What can be found for one query. The word t stands in the rows of the runs
    run_starts[t]:run_starts[t + 1]; its counts follow each other in `tf` in that order."""

    tf: Any  # (fields, postings)
    run_starts: Any
    run_from: Any  # of each run: the first row
    run_to: Any  # … and the first row behind it
    ratios: Any  # (fields, rows): length ÷ mean length
    bonus: Any  # what the formula adds to each row
    sizes: Any  # members of each row
    member_starts: Any  # row → first place in `members`; one more than there are rows
    members: Any  # positions of documents, ascending within a row


class Words(NamedTuple):
    """What each word counts before b, k and weights."""

    factors: Any  # rarity, times how often it is written
    added: Any  # what is added where it stands


class Judged(NamedTuple):
    """The judged documents of the query."""

    rows: Any  # which row each is in; -1: in none
    positions: Any
    grades: Any


ROWS = types.NamedTuple(  # type: ignore[no-untyped-call]  # numba
    (_f64_rows, _i64, _i64, _i64, _f64_rows, _f64, _i64, _i64, _i64), Rows
)
WORDS = types.NamedUniTuple(_f64, 2, Words)  # type: ignore[no-untyped-call]  # numba
JUDGED = types.NamedUniTuple(_i64, 3, Judged)  # type: ignore[no-untyped-call]  # numba


@compiled(types.void(ROWS, _f64, types.float64, _f64_rows, _f64_rows, types.boolean))
def _prepare(rows, setting, b_before, alphas, costs, one_field):  # type: ignore[no-untyped-def]  # typed by its signature
    """What a row's length makes of b, k and a field's weight; α stays where b stays."""
    b, k = setting[0], setting[1]
    fields, size = alphas.shape
    if b != b_before:
        for field in range(fields):
            for row in range(size):
                alphas[field, row] = 1.0 - b + b * rows.ratios[field, row]
    for field in range(fields):
        weight = setting[2 + field]
        alpha = alphas[field]
        cost = costs[field]
        if one_field:
            for row in range(size):
                cost[row] = k * alpha[row]
            if weight != 1.0:
                for row in range(size):
                    cost[row] /= weight
        else:
            for row in range(size):
                cost[row] = weight / alpha[row] if alpha[row] > 0.0 else 0.0


@compiled(types.void(ROWS, WORDS, types.float64, _f64, _f64))
def _score_one_field(rows, words, k, damping, scores):  # type: ignore[no-untyped-def]  # typed by its signature
    """Score every row where the query looks at one field."""
    tf = rows.tf[0]
    scores[:] = 0.0
    at = 0
    for word in range(len(rows.run_starts) - 1):
        factor = words.factors[word] * (k + 1.0)
        added = words.added[word]
        for run in range(rows.run_starts[word], rows.run_starts[word + 1]):
            first = rows.run_from[run]
            size = rows.run_to[run] - first
            counts = tf[at : at + size]
            sums = scores[first : first + size]
            near = damping[first : first + size]
            for i in range(size):
                sums[i] += factor * counts[i] / (near[i] + counts[i]) + added
            at += size
    for row in range(len(scores)):
        scores[row] += rows.bonus[row]


@compiled(types.void(ROWS, WORDS, types.float64, _f64_rows, _f64))
def _score_fields(rows, words, k, gains, scores):  # type: ignore[no-untyped-def]  # typed by its signature
    """Score every row where the query looks at several fields."""
    scores[:] = 0.0
    pseudo = np.empty(len(scores))
    at = 0
    for word in range(len(rows.run_starts) - 1):
        factor = words.factors[word] * (k + 1.0)
        added = words.added[word]
        for run in range(rows.run_starts[word], rows.run_starts[word + 1]):
            first = rows.run_from[run]
            size = rows.run_to[run] - first
            pseudo[:size] = 0.0
            for field in range(len(gains)):
                counts = rows.tf[field, at : at + size]
                gain = gains[field, first : first + size]
                for i in range(size):
                    pseudo[i] += gain[i] * counts[i]
            sums = scores[first : first + size]
            for i in range(size):
                sums[i] += factor * pseudo[i] / (k + pseudo[i]) + added
            at += size
    for row in range(len(scores)):
        scores[row] += rows.bonus[row]


@compiled(types.void(_i64, _f64, _f64, _i64, _i64))
def _count(sizes, scores, wanted, higher, alike):  # type: ignore[no-untyped-def]  # typed by its signature
    """For each wanted score: how many documents have a higher one, how many rows the same."""
    higher[:] = 0
    alike[:] = 0
    lowest = wanted.min() if len(wanted) else np.inf
    for base in range(0, len(scores), BLOCK):
        block = scores[base : base + BLOCK]
        many = sizes[base : base + BLOCK]
        # Rows with the same words stand together, so many blocks have nothing worth a second look.
        worthy = np.int64(0)
        for row in range(len(block)):
            worthy += np.int64(1) if block[row] >= lowest else np.int64(0)
        if worthy == 0:
            continue
        for each in range(len(wanted)):
            score = wanted[each]
            above = np.int64(0)
            same = np.int64(0)
            for row in range(len(block)):
                above += many[row] if block[row] > score else np.int64(0)
                same += np.int64(1) if block[row] == score else np.int64(0)
            higher[each] += above
            alike[each] += same


@compiled(types.int64(_i64, types.int64, types.int64, types.int64))
def _earlier(members, low, high, position):  # type: ignore[no-untyped-def]  # typed by its signature
    """How many members of a row are earlier records."""
    first = low
    if low == high or members[low] >= position:
        return np.int64(0)
    if members[high - 1] < position:
        return high - low
    while low < high:
        middle = (low + high) >> 1
        if members[middle] < position:
            low = middle + 1
        else:
            high = middle
    return low - first


@compiled(types.int64(ROWS, _f64, types.int64, types.int64, types.int64))
def _tied_earlier(rows, scores, own, position, alike):  # type: ignore[no-untyped-def]  # typed by its signature
    """How many documents of the same score are earlier records."""
    starts = rows.member_starts
    if alike == 1:
        return _earlier(rows.members, starts[own], starts[own + 1], position)
    score = scores[own]
    found = np.int64(0)
    for row in range(len(scores)):
        if scores[row] == score:
            found += _earlier(rows.members, starts[row], starts[row + 1], position)
    return found


@compiled(types.void(ROWS, WORDS, JUDGED, _f64_rows, types.boolean, _i64_rows))
def places(rows, words, judged, settings, one_field, out):  # type: ignore[no-untyped-def]  # typed by its signature
    """Each judged document's place (0: not found) under each setting (b, k, weights of fields).
    Settings that follow each other should share their b."""
    fields, many = rows.ratios.shape
    alphas = np.empty((fields, many))
    costs = np.empty((fields, many))
    scores = np.empty(many)
    found = np.flatnonzero(judged.rows >= 0)
    wanted = np.empty(len(found))
    higher = np.empty(len(found), np.int64)
    alike = np.empty(len(found), np.int64)
    b_before = np.nan
    out[:] = 0
    for at in range(len(settings)):
        k = settings[at, 1]
        _prepare(rows, settings[at], b_before, alphas, costs, one_field)
        b_before = settings[at, 0]
        if one_field:
            _score_one_field(rows, words, k, costs[0], scores)
        else:
            _score_fields(rows, words, k, costs, scores)
        for each in range(len(found)):
            wanted[each] = scores[judged.rows[found[each]]]
        _count(rows.sizes, scores, wanted, higher, alike)
        for each in range(len(found)):
            document = found[each]
            own, position = judged.rows[document], judged.positions[document]
            tied = _tied_earlier(rows, scores, own, position, alike[each])
            out[at, document] = 1 + higher[each] + tied


@compiled(types.void(_i64_rows, _i64, types.int64, _f64_rows))
def measure(placed, grades, threshold, out):  # type: ignore[no-untyped-def]  # typed by its signature
    """The measures of `measures.scores_of`, in its order, for each row of places."""
    judged = len(grades)
    best = np.sort(grades)[::-1]
    ideal = 0.0
    for place in range(min(10, judged)):
        ideal += best[place] / np.log2(place + 2.0)
    relevant = 0
    for document in range(judged):
        relevant += grades[document] >= threshold
    found = np.empty(judged, np.int64)
    for at in range(len(placed)):
        out[at, :] = 0.0
        many = 0
        gain = 0.0
        for document in range(judged):
            place = placed[at, document]
            if place == 0:
                continue
            if place <= 10:
                gain += grades[document] / np.log2(place + 1.0)
            if grades[document] >= threshold:
                found[many] = place
                many += 1
        if relevant == 0:
            continue
        ordered = np.sort(found[:many])
        for nth in range(many):
            out[at, 0] += (nth + 1) / ordered[nth]
            out[at, 1] += ordered[nth] <= 5
            out[at, 2] += ordered[nth] <= relevant
        out[at, 0] /= relevant
        out[at, 1] /= 5
        out[at, 2] /= relevant
        out[at, 3] = gain / ideal
        out[at, 4] = 1.0 / ordered[0] if many else 0.0
