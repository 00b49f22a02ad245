"""Whatever a page does, nothing that the guard refuses is connected to."""

import asyncio
import socket
from collections.abc import Iterator

import pytest
from tests.integration.fetch.browser.conftest import PRIVATE

from bowerbird.fetch.browser_door import open_door
from bowerbird.fetch.browser_pass import Allowance
from bowerbird.fetch.guard import Guard
from bowerbird.fetch.options import FetchOptions
from bowerbird.fetch.targets import Targets
from bowerbird.model.outcomes import Fetched
from bowerbird.testing.resolver import FakeResolver

pytestmark = pytest.mark.asyncio(loop_scope="module")

REACH = {
    "fetch": "fetch('{url}').catch(() => 0)",
    "fetch by another name": "fetch('http://inner.example:{port}/').catch(() => 0)",
    "an image": "new Image().src = '{url}'",
    "a frame": "document.body.append(Object.assign(document.createElement('iframe'),"
    "{{src: '{url}'}}))",
    "a script": "document.body.append(Object.assign(document.createElement('script'),"
    "{{src: '{url}'}}))",
    "a style sheet": "document.head.insertAdjacentHTML('beforeend',"
    "'<style>@import \"{url}\"; body {{ background: url({url}) }}</style>')",
    "a websocket": "new WebSocket('ws://{host}/')",
    "an event source": "new EventSource('{url}')",
    "a beacon": "navigator.sendBeacon('{url}', 'x')",
    "a worker": "new Worker(URL.createObjectURL(new Blob([\"fetch('{url}')\"])))",
    "a prefetch": "document.head.insertAdjacentHTML('beforeend',"
    "'<link rel=prefetch href={url}><link rel=preconnect href={url}><link rel=preload as=fetch "
    "href={url}><link rel=dns-prefetch href={url}>')",
    "a redirect": "fetch('/to?{url}').catch(() => 0)",
    "an object": "document.body.insertAdjacentHTML('beforeend', '<object data={url}></object>"
    "<embed src={url}>')",
    "a form in a frame": "document.body.insertAdjacentHTML('beforeend', '<iframe name=f></iframe>"
    "<form target=f action={url}></form>'); document.forms[0].submit()",
    "a picture in a picture": "document.body.insertAdjacentHTML('beforeend', '<svg><image "
    "href={url} /></svg><video poster={url} src={url}></video>')",
    "https": "fetch('https://{host}/').catch(() => 0)",
    "a plain number": "fetch('http://2130706434:{port}/').catch(() => 0)",
}


@pytest.fixture(scope="module")
def inner() -> Iterator[socket.socket]:
    """A machine inside, listening for whoever comes."""
    with socket.create_server((PRIVATE, 0), backlog=128) as listening:
        listening.setblocking(False)
        yield listening


def visitors(listening: socket.socket) -> int:
    count = 0
    while True:
        try:
            listening.accept()[0].close()
        except BlockingIOError:
            return count
        count += 1


def script_for(way: str, listening: socket.socket) -> str:
    port = listening.getsockname()[1]
    host = f"{PRIVATE}:{port}"
    return REACH[way].format(url=f"http://{host}/", host=host, port=port)


@pytest.mark.parametrize("way", REACH)
async def test_no_part_of_a_page_reaches_what_the_guard_refuses(browser, inner, way):
    script = script_for(way, inner)

    outcome = await browser.show(f"<!DOCTYPE html><body><p>Here<script>{script}</script>")

    assert isinstance(outcome, Fetched)
    assert visitors(inner) == 0


async def test_the_same_ways_lead_to_what_the_guard_lets_through(browser, web):
    """So that the test above cannot pass by doing nothing."""
    for way, script in REACH.items():
        if way in ("fetch by another name", "https", "a plain number", "a websocket"):
            continue
        target = f"http://seen.test/{way.replace(' ', '-')}"
        script = script.format(url=target, host="seen.test", port=80)
        await browser.show(f"<!DOCTYPE html><body><p>Here<script>{script}</script>")

    seen = {target.strip("/") for target in web.asked("seen.test")}
    wanted = {way.replace(" ", "-") for way in REACH}
    beside = {"fetch-by-another-name", "https", "a-plain-number", "a-websocket", "a-beacon"}
    assert wanted - seen <= beside


async def test_webrtc_sends_nothing_past_the_door(browser):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stun:
        stun.bind(("127.0.0.1", 0))
        stun.setblocking(False)
        port = stun.getsockname()[1]

        await browser.show(
            f"""<!DOCTYPE html><p>Here<script>
            const peer = new RTCPeerConnection({{iceServers: [{{urls: 'stun:127.0.0.1:{port}'}}]}});
            peer.createDataChannel('x');
            peer.createOffer().then(offer => peer.setLocalDescription(offer));
            fetch('/items?part=0');
            </script>""",
            actions=["wait 1"],
        )

        with pytest.raises(BlockingIOError):
            stun.recv(100)


async def test_a_name_that_changes_its_mind_is_judged_each_time(browser, inner, resolver):
    """Public at first, then inside: the address that was judged is the one connected to."""
    port = inner.getsockname()[1]
    resolver.set("rebinding.example", "127.0.0.1")
    await browser.show(
        f"<!DOCTYPE html><p>Here<script>fetch('http://rebinding.example:{port}/')</script>"
    )
    resolver.set("rebinding.example", PRIVATE)

    await browser.show(
        f"<!DOCTYPE html><p>Here<script>fetch('http://rebinding.example:{port}/')</script>"
    )

    assert resolver.asked.count("rebinding.example") >= 2
    assert visitors(inner) == 0


@pytest.mark.parametrize(
    "login",
    [b"", b"Proxy-Authorization: Basic cGFnZTpndWVzcw==\r\n", b"Proxy-Authorization: x\r\n"],
)
async def test_without_the_word_the_door_stays_shut(web, login):
    fetching = FetchOptions(allow_private=True, resolve=(web.resolve,))
    before = len(web.requests)
    targets = Targets(fetching, FakeResolver(), Guard(allow_private=True))
    async with open_door(targets, fetching.limits) as door:
        door.admit("", Allowance(10, 1000))
        reader, writer = await asyncio.open_connection("127.0.0.1", int(door.url.split(":")[2]))
        writer.write(b"GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\n" + login + b"\r\n")

        answer = await reader.read()

        writer.close()
        assert answer.startswith(b"HTTP/1.1 407 ")
    assert len(web.requests) == before
