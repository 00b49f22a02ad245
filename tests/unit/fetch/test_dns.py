"""Names: asked once, remembered, and never waited for longer than needed."""

import asyncio

import pytest

from bowerbird.fetch.dns import Answer, CachingResolver, NameMissingError
from bowerbird.fetch.options import DnsOptions
from bowerbird.testing.clock import FakeClock


class NameServer:
    def __init__(self, **answers: object) -> None:
        self.answers = {name.replace("_", "."): answer for name, answer in answers.items()}
        self.asked: list[tuple[str, str]] = []

    async def __call__(self, name: str, record: str) -> Answer:
        self.asked.append((name, record))
        await asyncio.sleep(0)
        answer = self.answers.get(name + (".6" if record == "AAAA" else ""), NameMissingError("no"))
        if answer == "never":
            await asyncio.Event().wait()
        if isinstance(answer, Exception):
            raise answer
        assert isinstance(answer, Answer)
        return answer


def resolver(
    server: NameServer, clock: FakeClock | None = None, **options: object
) -> CachingResolver:
    hosts = {"localhost": ("127.0.0.1", "::1"), "printer": ("10.0.0.9",)}
    return CachingResolver(DnsOptions.model_validate(options), server, clock or FakeClock(), hosts)


async def test_an_answer_holds_for_its_ttl_between_floor_and_ceiling():
    clock = FakeClock()
    server = NameServer(short_test=Answer(("192.0.2.1",), 1), long_test=Answer(("192.0.2.2",), 9e9))
    names = resolver(server, clock, shortest_ttl=60, longest_ttl=3600)
    for name in ("short.test", "long.test", "short.test"):
        await names.resolve(name)
    assert len(server.asked) == 4

    clock.advance(61)
    await names.resolve("short.test")
    await names.resolve("long.test")
    assert len(server.asked) == 6

    clock.advance(3600)
    await names.resolve("long.test")
    assert len(server.asked) == 8


async def test_a_name_is_asked_for_once_however_many_wait():
    server = NameServer(a_test=Answer(("192.0.2.1",), 60))
    names = resolver(server)

    answers = await asyncio.gather(*[names.resolve("a.test") for _ in range(20)])

    assert set(map(tuple, answers)) == {("192.0.2.1",)}
    assert len(server.asked) == 2


async def test_one_waiter_giving_up_does_not_disturb_the_others():
    names = resolver(NameServer(a_test=Answer(("192.0.2.1",), 60)))
    first, second = (asyncio.create_task(names.resolve("a.test")) for _ in range(2))
    await asyncio.sleep(0)

    first.cancel()

    assert await second == ("192.0.2.1",)


@pytest.mark.parametrize(
    ("trouble", "held"), [(NameMissingError("no"), 300), (OSError("late"), 30)]
)
async def test_a_failure_is_remembered_too(trouble, held):
    clock = FakeClock()
    server = NameServer(a_test=trouble, a_test_6=trouble)
    names = resolver(server, clock)
    for _ in range(2):
        with pytest.raises(OSError, match=r"a\.test"):
            await names.resolve("a.test")
    assert len(server.asked) == 2

    clock.advance(held + 1)
    with pytest.raises(OSError, match=r"a\.test"):
        await names.resolve("a.test")
    assert len(server.asked) == 4


async def test_a_silent_second_family_is_not_waited_for():
    server = NameServer(a_test=Answer(("192.0.2.1",), 60), a_test_6="never")

    assert await asyncio.wait_for(resolver(server).resolve("a.test"), 1) == ("192.0.2.1",)


async def test_a_name_with_only_ipv6_is_found_and_the_preferred_family_comes_first():
    both = {"a_test": Answer(("192.0.2.1",), 60), "a_test_6": Answer(("2001:db8::1",), 60)}

    assert await resolver(NameServer(a_test_6=both["a_test_6"])).resolve("a.test") == (
        "2001:db8::1",
    )
    assert await resolver(NameServer(**both)).resolve("a.test") == ("192.0.2.1", "2001:db8::1")
    assert await resolver(NameServer(**both), prefer="ipv6").resolve("a.test") == (
        "2001:db8::1", "192.0.2.1",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("host", "address"),
    [("localhost", "127.0.0.1"), ("x.localhost", "127.0.0.1"), ("printer", "10.0.0.9"),
     ("0x7f.1", "127.0.0.1"), ("[::1]", "::1"), ("www.mine.test", "192.0.2.7")],
)  # fmt: skip
async def test_nobody_is_asked_for_what_is_known_here(host, address):
    server = NameServer()
    names = resolver(server, resolve=("*.mine.test=192.0.2.7:81",))

    assert (await names.resolve(host))[0] == address
    assert server.asked == []


async def test_a_cached_name_is_answered_without_waiting():
    names = resolver(NameServer(a_test=Answer(("192.0.2.1",), 60)))
    await names.resolve("a.test")

    with pytest.raises(StopIteration) as done:
        names.resolve("a.test").send(None)

    assert done.value.value == ("192.0.2.1",)


async def test_the_cache_is_bounded():
    server = NameServer(**{f"n{n}_test": Answer(("192.0.2.1",), 60) for n in range(5)})
    names = resolver(server, cached_names=2)

    for number in range(5):
        await names.resolve(f"n{number}.test")

    assert len(names._known) == 2
