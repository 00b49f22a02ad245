"""News of runs: heard by all who listen, kept for who was away, and bounded."""

import asyncio
import time

import pytest

from bowerbird.model.events import Health, Progress, RunState, Severity, StateChanged
from bowerbird.server.live import KEPT, WAITING, Listener, Newsroom
from bowerbird.server.streams import as_event


@pytest.fixture
async def newsroom(workspace):
    room = Newsroom(workspace)
    with room.open():
        yield room


def progress(pages: int) -> Progress:
    return Progress(time.time(), pages, 0, 0, 0, 0, 0, 1.0, 0)


async def heard(listener: Listener, count: int) -> list[int]:
    return [(await listener.next(5)).event.pages for _ in range(count)]  # type: ignore[union-attr]


async def test_everybody_hears_what_a_run_says(newsroom):
    with newsroom.listening(lambda _: True) as one, newsroom.listening(lambda _: True) as other:
        newsroom.tell("birds", "1", progress(1))
        newsroom.tell("birds", "1", progress(2))

        assert await heard(one, 2) == await heard(other, 2) == [1, 2]


async def test_who_was_away_hears_what_they_missed_and_nothing_twice(newsroom):
    with newsroom.listening(lambda _: True) as listener:
        newsroom.tell("birds", "1", progress(1))
        first = await listener.next(5)
    newsroom.tell("birds", "1", progress(2))
    newsroom.tell("birds", "1", progress(3))

    with newsroom.listening(lambda _: True, since=first.number) as listener:
        newsroom.tell("birds", "1", progress(4))

        assert await heard(listener, 3) == [2, 3, 4]


async def test_numbers_of_a_later_server_are_higher(workspace, newsroom):
    newsroom.tell("birds", "1", progress(1))
    await asyncio.sleep(0.002)
    later = Newsroom(workspace)

    with newsroom.listening(lambda _: True, since=0) as listener:
        before = await listener.next(5)
    later.tell("birds", "1", progress(2))

    assert [n.number > before.number for n in later.kept()] == [True]


async def test_only_what_is_wanted_is_heard(newsroom):
    with newsroom.listening(lambda news: news.topic == "birds/2") as listener:
        newsroom.tell("birds", "1", progress(1))
        newsroom.tell("birds", "2", progress(2))

        assert await heard(listener, 1) == [2]


async def test_a_listener_that_does_not_keep_up_loses_the_oldest(newsroom):
    with newsroom.listening(lambda _: True) as listener:
        for number in range(WAITING + 10):
            newsroom.tell("birds", "1", progress(number))
        await asyncio.sleep(0)

        assert (await heard(listener, 1))[0] >= 9


async def test_what_is_kept_is_bounded(newsroom):
    for number in range(KEPT + 100):
        newsroom.tell("birds", str(number), StateChanged(0.0, RunState.RUNNING))

    assert len(newsroom.kept()) == KEPT


async def test_the_end_of_the_server_is_the_end_of_every_stream(newsroom):
    with newsroom.listening(lambda _: True) as listener:
        newsroom.close()

        assert await listener.next(5) is None


def test_an_event_is_written_as_browsers_read_it(workspace):
    room = Newsroom(workspace)
    room.tell("birds", "1", Health(1.0, "drift", Severity.WARN, "It drifts:\nlook.", {}))

    (news,) = room.kept()
    text = as_event(news).decode()

    assert text.startswith(f"id: {news.number}\nevent: health\ndata: {{")
    assert text.endswith("\n\n")
    assert text.count("\n") == 4  # what is in a sentence ends no line
    assert '"project":"birds","run":"1"' in text
