"""The compiled half of the learner: what a link looks like, what it promises, what was learnt.

A link target is a row of `facts`, `counts`, `sources` and `tokens`; a page that was read is a row
of `pages`, a ring by the page's number. Importing this module imports numba.
"""

# ruff: noqa: PLR0913 - numba has no cheap way to group arrays
import numpy as np
from numba import njit, types

from bowerbird.text.compiling import compiled

# ---- dense features, in the order of the weights; the last weight is the bias
PARENT, MEAN_PARENT, SHARK, SIBLINGS, DISTANCE, HUB = 0, 1, 2, 3, 4, 5
HOST, INLINKS, CONCEPT, TAGS, DEPTH, SEED = 6, 7, 8, 9, 10, 11
FEATURES = 12
BIAS = FEATURES

# ---- columns of `pages`
RELEVANCE, AWAY, READ_LINKS, RELEVANT_LINKS, HUBNESS, SEED_RANK, CHILDREN = 0, 1, 2, 3, 4, 5, 6
BEST_CHILDREN = 3  # columns from CHILDREN on
PAGE_COLUMNS = CHILDREN + BEST_CHILDREN

# ---- columns of `facts`
IN_ANCHOR, NEARBY, ABOUT, TAGGED, LINKS_AWAY, RAISED, IN_LINKS, PROMISE, FILED = range(9)
FACT_COLUMNS = 9

# ---- columns of `counts`
TOKENS, SOURCES, HOST_OF = 0, 1, 2
COUNT_COLUMNS = 3
MOST_SOURCES = 6

# ---- columns of `hosts`
HOST_READ, HOST_RELEVANT, HELD_BACK = 0, 1, 2
HOST_COLUMNS = 3

# ---- places in `world`
HARVEST, READ, LATEST, RATE_DENSE, RATE_TOKENS = 0, 1, 2, 3, 4
WORLD_SIZE = 5

NOBODY = -1  # a source that does not vouch for the link, or is forgotten
THIS_PAGE = -2  # the source is the last row of `pages`: the page that is being read
_NEAR_ENOUGH = 3.0  # so many topic words around a link count as certain
_SHRINK = 3.0  # siblings nobody has read count like three of the running harvest
_HOST_SHRINK = 2.0
_CURIOSITY = 0.09
_FAR = 5.0
_SURE = 30.0

_F4 = types.Array(types.float32, 2, "C")
_I4 = types.Array(types.int32, 2, "C")
_ROWS = (_F4, _I4, _I4, _I4)  # facts, counts, sources, tokens
_STATE = (
    _F4,  # pages
    _F4,  # hosts
    types.Array(types.float64, 2, "C"),  # dense: weights, and the sum of their squared gradients
    types.Array(types.float32, 2, "C"),  # tokens: the same
    types.Array(types.float64, 1, "C"),  # world
)
_ROW_NUMBERS = types.Array(types.int64, 1, "C")
_DENSE = types.Array(types.float64, 1, "C")


@njit
def _features(row, facts, counts, sources, pages, hosts, world, out):  # type: ignore[no-untyped-def]
    ring = len(pages) - 1
    harvest = world[HARVEST]
    best, total, hub, seed = 0.0, 0.0, 0.0, 0.0
    siblings, away = 0.0, _FAR
    known = counts[row, SOURCES]
    heard = 0
    for each in range(known):
        number = sources[row, each]
        if number == THIS_PAGE:
            at = ring
        elif number == NOBODY or number <= world[LATEST] - ring:
            continue
        else:
            at = number % ring
        heard += 1
        relevance = pages[at, RELEVANCE]
        best = max(best, relevance)
        total += relevance
        shrunk = pages[at, RELEVANT_LINKS] + _SHRINK * harvest
        siblings = max(siblings, shrunk / (pages[at, READ_LINKS] + _SHRINK))
        hub = max(hub, pages[at, HUBNESS])
        seed = max(seed, pages[at, SEED_RANK])
        away = min(away, pages[at, AWAY] + 1.0)
    host = counts[row, HOST_OF]
    read = hosts[host, HOST_READ]
    out[PARENT] = best
    out[MEAN_PARENT] = total / max(known, 1)
    shark = 0.8 * min(1.0, max(0.0, facts[row, IN_ANCHOR]))
    out[SHARK] = shark + 0.2 * min(1.0, facts[row, NEARBY] / _NEAR_ENOUGH)
    out[SIBLINGS] = siblings if heard else harvest
    out[DISTANCE] = min(away, _FAR) / _FAR
    out[HUB] = hub
    mean = (hosts[host, HOST_RELEVANT] + _HOST_SHRINK * harvest) / (read + _HOST_SHRINK)
    out[HOST] = mean - harvest + _CURIOSITY * np.sqrt(np.log(2.0 + world[READ]) / (1.0 + read))
    out[INLINKS] = np.log(1.0 + facts[row, IN_LINKS])
    out[CONCEPT] = facts[row, ABOUT]
    out[TAGS] = facts[row, TAGGED]
    out[DEPTH] = facts[row, LINKS_AWAY] / 10.0
    out[SEED] = seed


@njit
def _promise(row, facts, counts, tokens, hosts, dense, words, x):  # type: ignore[no-untyped-def]
    said = 0.0
    count = counts[row, TOKENS]
    for each in range(count):
        said += words[0, tokens[row, each]]
    z = dense[0, BIAS] + facts[row, RAISED] + hosts[counts[row, HOST_OF], HELD_BACK]
    if count:
        z += said / np.sqrt(count)
    for each in range(FEATURES):
        z += dense[0, each] * x[each]
    return z


@compiled(types.void(_ROW_NUMBERS, *_ROWS, *_STATE))
def rescore(rows, facts, counts, sources, tokens, pages, hosts, dense, words, world):  # type: ignore[no-untyped-def]
    """Note for these rows what they promise now."""
    x = np.empty(FEATURES)
    for row in rows:
        _features(row, facts, counts, sources, pages, hosts, world, x)
        facts[row, PROMISE] = _promise(row, facts, counts, tokens, hosts, dense, words, x)


@compiled(types.void(types.int64, _DENSE, *_ROWS, *_STATE))
def explain_row(row, out, facts, counts, sources, tokens, pages, hosts, dense, words, world):  # type: ignore[no-untyped-def]
    """Fill in what each feature adds; behind them what the tokens and the person add."""
    x = np.empty(FEATURES)
    _features(row, facts, counts, sources, pages, hosts, world, x)
    for each in range(FEATURES):
        out[each] = dense[0, each] * x[each]
    out[BIAS] = dense[0, BIAS]
    out[BIAS + 1] = facts[row, RAISED] + hosts[counts[row, HOST_OF], HELD_BACK]
    out[BIAS + 2] = _promise(row, facts, counts, tokens, hosts, dense, words, x)


@compiled(types.float64(types.int64, types.float64, types.float64, *_ROWS, *_STATE))
def learn(row, label, weight, facts, counts, sources, tokens, pages, hosts, dense, words, world):  # type: ignore[no-untyped-def]
    """One step of AdaGrad towards what the page turned out to be; answers what was expected."""
    x = np.empty(FEATURES)
    _features(row, facts, counts, sources, pages, hosts, world, x)
    z = _promise(row, facts, counts, tokens, hosts, dense, words, x)
    # What a person or a rule added is no evidence about links.
    z -= facts[row, RAISED] + hosts[counts[row, HOST_OF], HELD_BACK]
    expected = 1.0 / (1.0 + np.exp(-min(_SURE, max(-_SURE, z))))
    error = weight * (expected - label)
    for each in range(FEATURES + 1):
        slope = error * (x[each] if each < FEATURES else 1.0)
        dense[1, each] += slope * slope
        dense[0, each] -= world[RATE_DENSE] * slope / np.sqrt(dense[1, each])
    count = counts[row, TOKENS]
    if count and world[RATE_TOKENS] > 0:
        slope = error / np.sqrt(count)
        for each in range(count):
            words[1, tokens[row, each]] += np.float32(slope * slope)
        for each in range(count):
            token = tokens[row, each]
            step = world[RATE_TOKENS] * slope / np.sqrt(words[1, token])
            words[0, token] -= np.float32(step)
    return expected


@compiled(types.int64(types.int64, types.float64, _I4, _I4, _F4, types.float64))
def credit(row, relevance, counts, sources, pages, latest):  # type: ignore[no-untyped-def]
    """What a page leads to speaks for its other links, and for what led to it. Answers the number
    of a page whose three best links were all read by now and led to relevant pages; else -1."""
    ring = len(pages) - 1
    found = np.int64(-1)
    for each in range(counts[row, SOURCES]):
        number = np.int64(sources[row, each])
        if number < 0 or number <= latest - ring:
            continue
        page = pages[number % ring]
        page[READ_LINKS] += np.float32(1.0)
        page[RELEVANT_LINKS] += np.float32(relevance)
        least = CHILDREN
        for child in range(CHILDREN + 1, CHILDREN + BEST_CHILDREN):
            if page[child] < page[least]:
                least = child
        if relevance > page[least]:
            page[least] = relevance
            if page[CHILDREN : CHILDREN + BEST_CHILDREN].min() > 0.5:
                found = number
    return found


@compiled(
    types.void(
        types.Array(types.int32, 2, "C"), types.int64, types.boolean,
        types.Array(types.int32, 1, "C"), _F4, types.Array(types.float64, 1, "C"), types.float64,
    )
)  # fmt: skip
def find_hubs(edges, rounds, across, page_hosts, pages, scores, latest):  # type: ignore[no-untyped-def]
    """HITS weighted by relevance (Chakrabarti's distiller) over links to relevant pages:

        authority(v) = Σ hub(u) · relevance(u)        hub(u) = Σ authority(v) · relevance(v)

    `across` leaves out links inside a host. `scores` begins with the hubs found last time and
    ends with those of now, the best of them 1."""
    ring = len(pages) - 1
    authority = np.zeros(ring)
    for _ in range(rounds):
        authority[:] = 0.0
        for each in range(len(edges)):
            u, v = edges[each, 0], edges[each, 1]
            if u <= latest - ring or v <= latest - ring:
                continue
            a, b = u % ring, v % ring
            if not (across and page_hosts[a] == page_hosts[b]):
                authority[b] += scores[a] * pages[a, RELEVANCE]
        best = authority.max()
        scores[:] = 0.0
        if best <= 0.0:
            return
        for each in range(len(edges)):
            u, v = edges[each, 0], edges[each, 1]
            if u <= latest - ring or v <= latest - ring:
                continue
            a, b = u % ring, v % ring
            if not (across and page_hosts[a] == page_hosts[b]):
                scores[a] += authority[b] / best * pages[b, RELEVANCE]
        best = scores.max()
        if best > 0.0:
            scores /= best


@compiled(
    types.void(
        _ROW_NUMBERS, types.Array(types.boolean, 1, "C"), types.Array(types.int32, 2, "C"),
        types.Array(types.float32, 1, "C"), _I4, types.Array(types.int32, 1, "C"), _F4, *_ROWS,
    )
)  # fmt: skip
def note_links(rows, fresh, origin, tags, read, read_counts, hits, facts, counts, sources, tokens):  # type: ignore[no-untyped-def]
    """A page was read: note in the rows of its link targets that it leads there, and with which
    words. `origin` says for each the page's number, the target's host and its depth; a row below
    0 is passed over."""
    for each in range(len(rows)):
        row = rows[each]
        if row < 0:
            continue
        if fresh[each]:
            facts[row, :] = 0.0
            counts[row, :] = 0
            counts[row, HOST_OF] = origin[each, 1]
            facts[row, LINKS_AWAY] = origin[each, 2]
            facts[row, TAGGED] = tags[each]
        facts[row, LINKS_AWAY] = min(facts[row, LINKS_AWAY], np.float32(origin[each, 2]))
        facts[row, IN_LINKS] += 1
        facts[row, IN_ANCHOR] = max(facts[row, IN_ANCHOR], hits[each, 0])
        facts[row, NEARBY] = max(facts[row, NEARBY], hits[each, 1])
        if abs(hits[each, 2]) > abs(facts[row, ABOUT]):
            facts[row, ABOUT] = hits[each, 2]
        known = counts[row, SOURCES]
        if known == MOST_SOURCES:
            continue
        sources[row, known] = origin[each, 0]
        counts[row, SOURCES] = known + 1
        count = counts[row, TOKENS]
        before = count
        for token in read[each, : read_counts[each]]:
            if count == tokens.shape[1]:
                break
            there = False
            for other in range(before):
                there |= tokens[row, other] == token
            if not there:
                tokens[row, count] = token
                count += 1
        counts[row, TOKENS] = count


@compiled(
    types.int64(
        _ROW_NUMBERS, _I4, _I4, types.Array(types.boolean, 1, "C"), types.float64, _ROW_NUMBERS
    )
)
def links_of(rows, counts, sources, chosen, latest, out):  # type: ignore[no-untyped-def]
    """Which of these rows are linked from one of the chosen places of the ring of pages."""
    ring = len(chosen)
    found = 0
    for row in rows:
        for each in range(counts[row, SOURCES]):
            number = sources[row, each]
            if number >= 0 and number > latest - ring and chosen[number % ring]:
                out[found] = row
                found += 1
                break
    return found
