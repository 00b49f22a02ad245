"""Records that several pages claim."""

from typing import Any

from bowerbird.model.record import Record
from bowerbird.store.claims import DETAIL, HERE, Booked, Claim, Claims, Stake
from bowerbird.store.records import Records
from bowerbird.testing.memory_store import MemoryStore

LIST, OTHER, FAR = b"L" * 16, b"M" * 16, b"\xff" * 16


class Books:
    """Claims over a store of dictionaries, each booking a commit of its own."""

    def __init__(self) -> None:
        self.store = MemoryStore()

    def book(self, page: bytes, *stakes: Stake, **options: Any) -> Booked:
        log, batch = Records(self.store), self.store.batch()
        booked = Claims(self.store, log).book(page, stakes, batch, **options)
        self.store.commit(batch)
        return booked

    def living(self) -> list[dict[str, Any]]:
        return [dict(each.fields) for each in self.log() if not each.gone]

    def log(self) -> list[Record]:
        return list(Records(self.store).read(0, 100))


def stake(
    key: bytes, role: bytes = HERE, *, run: str = "1", needs: Any = (), **fields: Any
) -> Stake:
    return Stake(b"t" + key * 16, Claim("thing", "u", fields, run, needs=needs), role)


def test_a_record_lives_as_long_as_one_page_shows_it():
    books = Books()
    books.book(LIST, stake(b"a", n=1), stake(b"b", n=2))
    books.book(OTHER, stake(b"a", n=1))

    first = books.book(LIST)
    living = books.living()
    second = books.book(OTHER)

    assert (first.gone, living, second.gone, books.living()) == (1, [{"n": 1}], 1, [])
    assert [each.kind for each in books.log()] == ["thing", "thing"]  # their tombstones


def test_a_detail_page_adds_fields_and_alone_makes_no_record():
    books = Books()

    books.book(FAR, stake(b"a", DETAIL, far=2))
    before = books.living()
    books.book(LIST, stake(b"a", n=1))

    assert before == []
    assert books.living() == [{"n": 1, "far": 2}]


def test_a_record_waits_for_what_it_needs_and_goes_with_it():
    books = Books()
    books.book(LIST, stake(b"a", needs=("far",), n=1))
    waiting = books.living()
    books.book(FAR, stake(b"a", DETAIL, far=2))
    whole = books.living()
    books.book(FAR)

    assert (waiting, whole, books.living()) == ([], [{"n": 1, "far": 2}], [])


def test_the_later_run_says_what_holds_and_within_a_run_the_order_makes_no_difference():
    one, two = Books(), Books()
    one.book(LIST, stake(b"a", n=1))
    one.book(OTHER, stake(b"a", n=2))
    two.book(OTHER, stake(b"a", n=2))
    two.book(LIST, stake(b"a", n=1))
    same = one.living() == two.living() == [{"n": 1}]

    one.book(OTHER, stake(b"a", run="12", n=3))

    assert same
    assert one.living() == [{"n": 3}]


def test_a_value_that_one_page_lacks_is_taken_from_another():
    books = Books()
    books.book(LIST, stake(b"a", n=None, m=1))
    books.book(OTHER, stake(b"a", n=2, m=5))

    assert books.living() == [{"n": 2, "m": 1}]


def test_a_record_made_whole_later_counts_once():
    books = Books()

    first = books.book(LIST, stake(b"a", n=1))
    second = books.book(FAR, stake(b"a", DETAIL, far=2))
    third = books.book(LIST, stake(b"a", run="2", n=9))

    assert (first.new, second.new, second.changed, third.new) == (["thing"], [], 1, ["thing"])


def test_of_new_records_no_more_come_into_being_than_wanted():
    books = Books()
    books.book(LIST, stake(b"a", n=1))

    booked = books.book(OTHER, stake(b"a", n=1), stake(b"b", n=2), stake(b"c", n=3), most=1)

    assert (booked.new, booked.left_out) == (["thing"], 1)
    assert books.living() == [{"n": 1}, {"n": 2}]


def test_the_same_claims_again_write_no_record():
    books = Books()
    books.book(LIST, stake(b"a", n=1))
    before = books.log()

    booked = books.book(LIST, stake(b"a", run="2", n=1))

    assert books.log() == before
    assert (booked.new, booked.changed, booked.gone) == ([], 0, 0)


def test_who_waits_for_a_page_is_known_until_it_is_forgotten():
    store = MemoryStore()
    claims, batch = Claims(store, Records(store)), store.batch()
    claims.wait(b"t" + b"a" * 16, FAR, "things", batch)
    claims.wait(b"t" + b"b" * 16, LIST, "things", batch)
    store.commit(batch)
    waiting = claims.waiting_for(FAR)

    batch = store.batch()
    claims.forget_who_waits(batch)
    store.commit(batch)

    assert waiting == [(b"t" + b"a" * 16, "things")]
    assert claims.waiting_for(FAR) == []


def test_a_page_that_was_read_in_part_takes_nothing_away():
    books = Books()
    books.book(LIST, stake(b"a", n=1), stake(b"b", n=2))

    books.book(LIST, stake(b"a", n=5), in_part=True)
    partly = books.living()
    books.book(LIST, stake(b"a", n=5))

    assert sorted(each["n"] for each in partly) == [2, 5]
    assert books.living() == [{"n": 5}]


def test_a_record_is_hidden_only_if_every_page_that_shows_it_asks_for_that():
    books = Books()
    books.book(LIST, stake(b"a", n=1, noindex=True))
    hidden = books.living()
    books.book(OTHER, stake(b"a", n=1))
    shown = books.living()
    books.book(FAR, stake(b"a", DETAIL, far=1, noindex=True))

    assert hidden == [{"n": 1, "noindex": True}]
    assert shown == [{"n": 1}]
    assert books.living() == [{"n": 1, "far": 1, "noindex": True}]
