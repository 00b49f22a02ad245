"""Which kinds of pages need the browser: learnt by comparing, kept in the shard."""

from collections import OrderedDict
from collections.abc import Callable

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bowerbird.model.storage import Batch, Family, Store
from bowerbird.web.url import Url, path_and_query

PREFIX = b"browser/"  # in META: this and a shape
IN_VAIN = 3  # renderings in a row that brought nothing: the signs of such pages mean nothing
AGAIN = 20  # of those, every so many is tried all the same: sites change
REMEMBERED = 10_000
LONGEST = 300  # characters of a shape


class Need(Struct, frozen=True, array_like=True, gc=False):
    """What was learnt of pages of one shape."""

    gained: int = 0  # renderings that brought more
    in_vain: int = 0  # renderings in a row that did not
    passed: int = 0  # pages with signs that were not rendered since
    unsigned: int = -1  # pages without signs: -1 never tried, 0 say enough, 1 need it too
    because: str = ""  # what the last one that gained looked like

    def verdict(self, signs: str) -> str:
        """Why a page with these signs is rendered; empty if it is not."""
        if signs:
            worthless = self.in_vain >= IN_VAIN and (self.passed + 1) % AGAIN
            return "" if worthless else signs
        if self.gained and self.unsigned:
            return f"pages like it need it: {self.because}"
        return ""

    def tried(self, signs: str, *, gained: bool) -> "Need":
        """A page was rendered."""
        if not signs:
            return replace(self, unsigned=int(gained))
        if gained:
            return replace(self, gained=self.gained + 1, in_vain=0, passed=0, because=signs)
        return replace(self, in_vain=self.in_vain + 1, passed=0)

    def passed_over(self) -> "Need":
        """A page with signs was not rendered."""
        return replace(self, passed=self.passed + 1)

    @property
    def sentence(self) -> str:
        """For people."""
        if self.in_vain >= IN_VAIN:
            return f"rendering brought nothing {self.in_vain} times in a row: fetched plainly"
        if self.gained:
            others = {-1: "", 0: "; those without signs are fetched plainly", 1: ""}[self.unsigned]
            return f"rendered, as {self.because} ({self.gained} gained by it){others}"
        return f"rendered {self.in_vain} times, so far for nothing"


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Need).decode
NOTHING = Need()


class Needs:
    """Reads from the shard; writes into the batch of the next commit, whose ever it is."""

    def __init__(
        self,
        store: Store | None,  # None: nothing was learnt before
        with_next_commit: Callable[[Callable[[Batch], None]], None],
    ) -> None:
        self._store = store
        self._with_next_commit = with_next_commit
        self._known: OrderedDict[str, Need] = OrderedDict()
        self._unkept: dict[str, Need] = {}

    def of(self, shape: str) -> Need:
        """What is known of pages of this shape."""
        known = self._known.get(shape)
        if known is None:
            known = self._unkept.get(shape) or read_need(self._store, shape)
            self._remember(shape, known)
        return known

    def learn(self, shape: str, need: Need) -> None:
        """From now on, and in the shard with the next commit."""
        if need == self.of(shape):
            return
        self._remember(shape, need)
        if not self._unkept:
            self._with_next_commit(self._keep)
        self._unkept[shape] = need

    def _keep(self, batch: Batch) -> None:
        for shape, need in self._unkept.items():
            batch.put(Family.META, PREFIX + shape.encode(), _encode(need))
        self._unkept.clear()

    def _remember(self, shape: str, need: Need) -> None:
        self._known[shape] = need
        self._known.move_to_end(shape)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)


def read_need(store: Store | None, shape: str) -> Need:
    """As the shard has it."""
    kept = store.get(Family.META, PREFIX + shape.encode()) if store is not None else None
    return NOTHING if kept is None else _decode(kept)


def shape_of(url: Url) -> str:
    """What pages of one kind have in common: numbers and last words of longer paths are left out.

    http://shop.test/mice/quiet-pro?page=2 is of the shape shop.test/mice/*?page.
    """
    path, _, query = path_and_query(url).partition("?")
    *folders, last = path.split("/")[1:] or [""]
    parts = ["*" if _varies(part) else part for part in folders]
    parts.append("*" if last and (folders or _varies(last)) else last)
    names = sorted({pair.partition("=")[0] for pair in query.split("&") if pair})
    shape = f"{url.host}/{'/'.join(parts)}" + (f"?{'&'.join(names)}" if names else "")
    return shape[:LONGEST]


def _varies(part: str) -> bool:
    return any(character.isdigit() for character in part) or len(part) > 30
