import gzip
import zlib
from collections import Counter
from types import SimpleNamespace

import pytest

from bowerbird.model.outcomes import Failure, Refusal
from bowerbird.model.pagerow import PageRow
from bowerbird.testing.hostile_web import HOSTILE_WEB, Expect, Heard, Trap, judge
from bowerbird.testing.hostile_web.bodies import gzip_bomb

STATES = {
    "fetched",
    "unchanged",
    "redirected",
    "refused",
    "quarantined",
    "failed",
    "queued",
    "unknown",
}
REASONS = {member.value for member in (*Refusal, *Failure)}
GROUPS = {
    "robots", "http", "redirects", "bodies", "charsets", "urls", "files", "html", "traps", "dedup",
    "politeness", "lists",
}  # fmt: skip


def test_there_are_traps_of_every_kind():
    groups = Counter(trap.group for trap in HOSTILE_WEB.traps)

    assert set(groups) == GROUPS
    assert min(groups.values()) >= 5
    assert len(HOSTILE_WEB.traps) >= 300


def test_every_trap_has_a_name_a_reason_and_a_host_of_its_own():
    names = Counter(trap.name for trap in HOSTILE_WEB.traps)

    assert [name for name, count in names.items() if count > 1] == []
    for trap in HOSTILE_WEB.traps:
        assert len(trap.why) > 10, trap.name
        assert trap.seeds, trap.name
    first_hosts = Counter(trap.url.split("/")[2] for trap in HOSTILE_WEB.traps)
    assert [host for host, count in first_hosts.items() if count > 1] == []


@pytest.mark.parametrize("group", sorted(GROUPS))
def test_verdicts_use_the_words_of_the_model(group: str):
    for trap in HOSTILE_WEB.only(group).traps:
        for expect in trap.expect.values():
            assert set(expect.states) <= STATES, trap.name
            assert set(expect.reasons) <= REASONS, trap.name


def test_every_trap_can_be_fallen_into():
    for trap in HOSTILE_WEB.traps:
        checks = (trap.expect, trap.asked, trap.never, trap.once, trap.at_most, trap.pauses)
        assert any(checks), trap.name


def test_traps_are_chosen_by_group_or_name():
    chosen = HOSTILE_WEB.only("politeness", "bomb-gzip")

    assert {trap.group for trap in chosen.traps} == {"politeness", "bodies"}
    with pytest.raises(KeyError, match="no trap or group is called robot"):
        HOSTILE_WEB.only("robot")


def test_the_bomb_is_small_and_becomes_six_hundred_mebibytes():
    bomb = gzip_bomb()
    packer = zlib.decompressobj(31)
    size = len(packer.decompress(bomb, 1 << 24))
    while packer.unconsumed_tail:
        size += len(packer.decompress(packer.unconsumed_tail, 1 << 24))

    assert len(bomb) < 640 * 1024
    assert (size, packer.eof) == (600 * 1024 * 1024, True)
    assert len(gzip.decompress(gzip_bomb(2))) == 2 * 1024 * 1024


# ---- the judge -----------------------------------------------------------------------------------

HOST = "x.hostile.test"


def a_trap(**checks) -> Trap:
    return Trap(
        "x", "http", "a trap to try the judge", (f"http://{HOST}/",), {}, **{"expect": {}, **checks}
    )


def heard(target: str, at: float = 0.0, until: float | None = None, **more) -> Heard:
    given = {"method": "GET", "headers": {}, "host": HOST, **more}
    return Heard(
        target=target, started=at, ended=at if until is None else until, in_flight=1, **given
    )


def row(**fields) -> PageRow:
    return PageRow(**{"url": "", "identity": "", "run": "", "state": "fetched", **fields})


ROOT = f"http://{HOST}/"
CASES = {
    "a row is missing": (
        a_trap(expect={ROOT: Expect(("fetched",))}), {}, [], "has no row, should be fetched"),
    "the state is wrong": (
        a_trap(expect={ROOT: Expect(("refused",), ("robots",))}), {ROOT: row()}, [],
        "is fetched, should be refused"),
    "the reason is wrong": (
        a_trap(expect={ROOT: Expect(("refused",), ("robots",))}),
        {ROOT: row(state="refused", reason="scope")}, [], "says scope, should say robots"),
    "the reason is missing": (
        a_trap(expect={ROOT: Expect(("failed",), ("bomb",))}), {ROOT: row(state="failed")}, [],
        "should say bomb"),
    "the title is wrong": (
        a_trap(expect={ROOT: Expect(("fetched",), title="Nest")}), {ROOT: row(title="N?st")}, [],
        "has the title 'N?st', should have 'Nest'"),
    "the target is wrong": (
        a_trap(expect={ROOT: Expect(("redirected",), to="/b")}),
        {ROOT: row(state="redirected", final_url="/c")}, [], "leads to '/c', should lead to '/b'"),
    "the status is wrong": (
        a_trap(expect={ROOT: Expect(("failed",), status=404)}),
        {ROOT: row(state="failed", status=500)}, [], "has the status 500, should have 404"),
    "noindex was overlooked": (
        a_trap(expect={ROOT: Expect(("fetched",), noindex=True)}), {ROOT: row()}, [],
        "has noindex False, should have True"),
    "a page was not asked for": (a_trap(asked=(ROOT + "a",)), {}, [], "was never asked for"),
    "a page was asked for": (
        a_trap(never=(ROOT + "secret",)), {}, [heard("/secret/x")], "/secret/x was asked for"),
    "a page was asked for twice": (
        a_trap(once=(ROOT + "a",)), {}, [heard("/a"), heard("/a", 1)], "was asked for 2 times"),
    "too much was asked for": (
        a_trap(at_most=((ROOT, 2),)), {}, [heard("/a"), heard("/b", 1), heard("/c", 2)],
        "3 requests below http://x.hostile.test/, at most 2 are right"),
    "a header was sent": (
        a_trap(never_sent=((ROOT, "cookie"),)), {}, [heard("/", headers={"cookie": "a=1"})],
        "the header cookie was sent"),
    "the host was not left in peace": (
        a_trap(pauses=((HOST, 0.5),)), {}, [heard("/a", 1.0), heard("/b", 1.2)],
        "asked again after 0.200 s, 0.5 s is right"),
    "a form was sent": (a_trap(), {}, [heard("/", method="POST")], "POST http://x.hostile.test/"),
    "two requests at once": (
        a_trap(), {}, [heard("/a", 1.0, 2.0), heard("/b", 1.5, 1.6)], "two requests in flight"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_the_judge_complains_when(case: str):
    trap, rows, requests, sentence = CASES[case]

    (complaint,) = judge(trap, rows, requests)

    assert complaint.startswith("x: ")
    assert sentence in complaint


def test_the_judge_is_silent_when_all_is_right():
    trap = a_trap(
        expect={
            ROOT: Expect(("fetched",), title="Nest"),
            ROOT + "hidden": Expect(("refused", "unknown")),
        },
        asked=(ROOT,), never=(ROOT + "secret",), once=(ROOT,), at_most=((ROOT, 1),),
        never_sent=((ROOT, "cookie"),), pauses=((HOST, 0.5),),
    )  # fmt: skip
    requests = [heard("/robots.txt", 0.0), heard("/", 0.1), heard("/", 5, host="other.test")]

    assert judge(trap, {ROOT: row(title="Nest")}, requests) == []


def test_the_log_alone_judges_a_crawler_without_rows():
    trap = a_trap(expect={ROOT: Expect(("refused",))}, never=(ROOT + "secret",))

    assert judge(trap, None, [heard("/")]) == []
    assert judge(trap, None, [heard("/secret")]) == [
        "x: http://x.hostile.test/secret was asked for"
    ]


def test_a_row_of_any_make_will_do():
    made = SimpleNamespace(
        state="fetched", reason="", status=200, title="Nest", final_url="", noindex=False
    )
    trap = a_trap(expect={ROOT: Expect(("fetched",), title="Nest")})

    assert judge(trap, {ROOT: made}, []) == []
