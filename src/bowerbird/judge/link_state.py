"""What was learnt about links, in the shard: written with the pages it was learnt from.

A run that dies goes on from the last time it was written; the next run may begin with it. Queued
URLs have their priority in the queue and lose nothing but who linked to them.
"""

import msgspec
import numpy as np
from msgspec import Struct

from bowerbird.judge import learner_kernel as kernel
from bowerbird.judge.learner import Learner
from bowerbird.judge.link_memory import LinkMemory
from bowerbird.judge.link_words_kernel import TOKEN_BITS
from bowerbird.model.links import Hub
from bowerbird.model.storage import Batch, Family, Store

MODEL = b"links/model"
WORDS = b"links/words/"
FORM = 1  # of these rows; another one is not read
BLOCK = 4_096  # words in a row of the store
MOST_HOSTS = 1_000  # those with most pages

_WORD = np.dtype([("at", "<u2"), ("weight", "<f4"), ("slopes", "<f4")])


class LinkModel(Struct, array_like=True):
    """Everything but the words."""

    form: int
    run: str
    query: str
    weights: list[float]
    slopes: list[float]  # sums of squares
    pages: int
    relevant: float
    hosts: dict[str, tuple[float, float]]  # pages read, relevance
    seeds: dict[int, float]
    hubs: list[Hub]
    strongest: list[tuple[str, float]]  # words that say most for and against a page


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(LinkModel).decode


def read_model(store: Store) -> LinkModel | None:
    """What the last run learnt, without the words."""
    data = store.get(Family.META, MODEL)
    try:
        found = None if data is None else _decode(data)
    except msgspec.ValidationError:
        return None
    return found if found is not None and found.form == FORM else None


def restore(found: LinkModel, store: Store, learner: Learner, memory: LinkMemory) -> None:
    """Go on with the same run: weights, words, and what was counted."""
    restore_weights(found, store, learner)
    learner.recount(found.pages, found.relevant)
    for name, (read, relevance) in found.hosts.items():
        memory.hosts[memory.host(name), :2] = read, relevance


def restore_weights(found: LinkModel, store: Store, learner: Learner) -> None:
    """Begin a run with what another one learnt."""
    learner.dense[:] = found.weights, found.slopes
    for key, value in store.scan(Family.META, WORDS, WORDS[:-1] + b"0"):
        start = BLOCK * int.from_bytes(key[len(WORDS) :])
        rows = np.frombuffer(value, _WORD)
        learner.words[:, start + rows["at"].astype(np.int64)] = rows["weight"], rows["slopes"]


class LinkState:
    """Writes what changed since the last time."""

    def __init__(self) -> None:
        self._written: dict[int, bytes] = {}  # block → what the store holds

    def forget_words(self, batch: Batch) -> None:
        """Another run begins from nothing."""
        batch.delete_range(Family.META, WORDS, WORDS[:-1] + b"0")

    def write(self, model: LinkModel, learner: Learner, batch: Batch) -> None:
        """Put into the batch what makes a resume know what is known now."""
        batch.put(Family.META, MODEL, _encode(model))
        touched = learner.words[1] != 1.0  # every word that was learnt from has slopes
        for number in range((1 << TOKEN_BITS) // BLOCK):
            part = slice(number * BLOCK, (number + 1) * BLOCK)
            at = np.flatnonzero(touched[part])
            rows = np.empty(len(at), _WORD)
            rows["at"] = at
            rows["weight"] = learner.words[0, part][at]
            rows["slopes"] = learner.words[1, part][at]
            data = rows.tobytes()
            if data != self._written.get(number, b""):
                self._written[number] = data
                batch.put(Family.META, WORDS + number.to_bytes(2), data)


def hosts_to_keep(memory: LinkMemory) -> dict[str, tuple[float, float]]:
    """The hosts with most pages, and what they brought."""
    read = memory.hosts[:, kernel.HOST_READ]
    named = [(name, at) for name, at in memory.host_names.items() if read[at] > 0]
    named.sort(key=lambda pair: -float(read[pair[1]]))
    return {
        name: (float(read[at]), float(memory.hosts[at, kernel.HOST_RELEVANT]))
        for name, at in named[:MOST_HOSTS]
    }
