"""Everything that waits, for people who look at the queue: read, and nothing changed."""

from collections.abc import Iterator

import msgspec

from bowerbird.frontier import keys
from bowerbird.frontier.quarantine import Held
from bowerbird.model.candidate import Candidate
from bowerbird.model.storage import Family, Store

_decode_candidate = msgspec.msgpack.Decoder(Candidate).decode
_decode_held = msgspec.msgpack.Decoder(Held).decode


def waiting_in(store: Store, generation: int) -> Iterator[Candidate | Held]:
    """The queue of a run, host by host and each in its order; then what is in quarantine."""
    run = keys.run_bytes(generation)
    for _, value in store.scan(Family.FRONTIER, *keys.all_of(keys.QUEUE, run)):
        yield _decode_candidate(value)
    for _, value in store.scan(Family.FRONTIER, *keys.all_of(keys.QUARANTINE, run)):
        yield _decode_held(value)
