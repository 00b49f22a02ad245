"""Every service asked over sockets: its protocol, errors, limits, and keys that are wrong."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.integration.seeds import protocols
from tests.integration.seeds.protocols import ONE, SECRET, TWO
from tests.integration.seeds.test_metasearch import ENGINES, KEYED

from bowerbird.model.seed import Bookmark, Hit
from bowerbird.seeds.asking import Answered, Engines
from bowerbird.seeds.bookmarks.people import pseudonym
from bowerbird.seeds.port import Asked
from bowerbird.testing.serving import Answer, ServedWeb, serve
from bowerbird.testing.serving import Asked as Request
from bowerbird.workspace.plan import Plan, changed
from bowerbird.workspace.services import PROVIDERS, SOURCES, open_plain_fetcher

EVERY = {
    **{name: service for name, (service, _) in ENGINES.items()},
    **protocols.SITES,
    **protocols.SOURCES,
}
WANT_KEYS = {"openalex", *(name for name, source in SOURCES.items() if source.needs_key)}


QUERIES = {"crossref": "tapirs of malaya", "arxiv": "tapirs of malaya", "common-crawl": "tapirs"}


class Network:
    """One server that plays all services, and may be told to refuse first."""

    def __init__(self) -> None:
        self.first: list[Answer] = []
        self.web: ServedWeb
        self.waited: list[float] = []

    def answer(self, request: Request) -> Answer:
        if self.first:
            return self.first.pop(0)
        return EVERY[request.host.removesuffix(".test")](request)

    async def wait(self, seconds: float) -> None:
        self.waited.append(seconds)


@pytest.fixture
def network() -> Iterator[Network]:
    made = Network()
    with serve(made.answer) as web:
        made.web = web
        yield made


def address_of(name: str) -> str:
    paths = {"mediawiki": "/w/api.php", "common-crawl": "/CC-index"}
    return f"http://{name}.test{paths.get(name, '')}"


async def ask(
    network: Network, folder: Path, name: str, *, query: str = "", address: str | None = None,
    key: str = "", most: int = 30,
) -> Answered[Any]:  # fmt: skip
    wanted = {"fetch.allow_private": True, "fetch.resolve": [network.web.resolve]}
    asked = Asked(
        query or QUERIES.get(name, "tapir"),
        most,
        address_of(name) if address is None else address,
        key or (SECRET if name in SOURCES else "sesame"),
        tags=("tapir", "malaya"),
        at=1e9,
    )
    async with open_plain_fetcher(folder, changed(Plan(), wanted, "the test")) as fetcher:
        engines = Engines(fetcher, folder, 3600.0, network.wait)
        if name in SOURCES:
            source = SOURCES[name]
            return await engines.ask(source, source.collect(asked), asked, Bookmark)
        provider = PROVIDERS[name]
        return await engines.ask(provider, provider.search(asked), asked, Hit)


@pytest.mark.parametrize("name", protocols.SOURCES)
async def test_every_bookmarking_service_is_asked_and_read(network, tmp_path, name):
    answered = await ask(network, tmp_path, name)

    assert answered.trouble == ""
    best = answered.found[0]
    assert (best.url, "tapir" in best.tags) == (ONE, True)
    again = await ask(network, tmp_path, name)
    assert (again.kept, again.found) == (True, answered.found)


async def test_pages_of_a_service_are_read_to_the_end(network, tmp_path):
    linkding = await ask(network, tmp_path, "linkding")
    raindrop = await ask(network, tmp_path, "raindrop", most=1000)

    assert [each.url for each in linkding.found] == [ONE, TWO]
    assert len(raindrop.found) == 51


async def test_people_are_told_apart_and_not_named(network, tmp_path):
    answered = await ask(network, tmp_path, "bibsonomy")

    users = [each.user for each in answered.found]
    assert users == [pseudonym("bibsonomy", "ann"), pseudonym("bibsonomy", "bob")]
    files = [file.read_bytes() for file in tmp_path.iterdir()]
    assert not any(b'"ann"' in data or b"bob" in data for data in files)


async def test_a_service_that_asks_for_quiet_in_an_answer_gets_it(network, tmp_path):
    await ask(network, tmp_path, "stack-exchange")

    assert [round(seconds) for seconds in network.waited] == [10]


@pytest.mark.parametrize("name", protocols.SITES)
async def test_a_site_is_asked_by_what_it_says_of_itself(network, tmp_path, name):
    address = f"http://{name}.test/"

    answered = await ask(network, tmp_path, name, address=address)

    assert answered.trouble == ""
    assert [hit.url for hit in answered.found] == [ONE]


@pytest.mark.parametrize("name", ["sitemaps", "feeds"])
async def test_a_site_as_the_query_means_all_that_it_lists(network, tmp_path, name):
    answered = await ask(network, tmp_path, name, query=f"http://{name}.test/", address="")

    assert len(answered.found) == 2


# ---- what goes wrong -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(EVERY))
async def test_a_little_quiet_is_given_and_the_question_put_again(network, tmp_path, name):
    network.first = [Answer(429, (("Retry-After", "7"),))]

    answered = await ask(network, tmp_path, name)

    assert any(6 < seconds < 7.1 for seconds in network.waited)
    assert network.web.requests[0].target == network.web.requests[1].target
    assert "429" not in answered.trouble


@pytest.mark.parametrize("name", sorted(EVERY))
async def test_a_long_quiet_is_kept_by_whoever_asks_next(network, tmp_path, name):
    network.first = [Answer(429, (("Retry-After", "600"),))]

    refused = await ask(network, tmp_path, name)
    again = await ask(network, tmp_path, name)

    assert f"{name} is asked too often (429) and wants 600 s of quiet; " in refused.trouble
    assert " s more of quiet; " in again.trouble
    assert len(network.web.requests) == 1


@pytest.mark.parametrize("name", sorted(WANT_KEYS | {"stack-exchange"}))
async def test_a_wrong_key_costs_a_sentence_that_does_not_tell_it(network, tmp_path, name):
    answered = await ask(network, tmp_path, name, key="bob:wrong-secret")

    assert answered.found == ()
    assert answered.trouble.startswith(f"{name} ")
    assert "401" in answered.trouble or "400" in answered.trouble
    assert "wrong-secret" not in answered.trouble
    assert not any(b"wrong-secret" in file.read_bytes() for file in tmp_path.iterdir())


@pytest.mark.parametrize("name", sorted(EVERY))
@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Answer(500), "answered 500"),
        (Answer(200, protocols.JSON, b'{"result": 7}'), "something else than its protocol says"),
        (Answer(200, (), b"<p>Busy"), "something else than its protocol says"),
    ],
)
async def test_other_answers_are_told_in_a_sentence(network, tmp_path, name, answer, words):
    network.first = [answer] * 9

    answered = await ask(network, tmp_path, name)

    assert answered.found == ()
    if name == "lobsters" and b"<p>" in answer.body:  # so it answers a tag that there is not
        return
    assert words in answered.trouble
    assert SECRET not in answered.trouble


async def test_what_came_before_the_trouble_counts_and_is_not_kept(network, tmp_path):
    served = network.answer
    network.answer = lambda request: (
        Answer(500) if "offset=100" in request.target else served(request)
    )
    with serve(lambda request: network.answer(request)) as web:
        network.web = web
        answered = await ask(network, tmp_path, "linkding")
        again = await ask(network, tmp_path, "linkding")

    assert [each.url for each in answered.found] == [ONE]
    assert "answered 500" in answered.trouble
    assert not again.kept


async def test_a_server_that_is_not_there_costs_a_sentence(network, tmp_path):
    answered = await ask(network, tmp_path, "dblp", address="http://127.0.0.1:9/search")

    assert answered.trouble.startswith("dblp cannot be reached")


async def test_a_wiki_that_lags_says_so_with_status_200(network, tmp_path):
    network.first = [protocols.said({"error": {"code": "maxlag", "info": "7 seconds lagged"}})]

    answered = await ask(network, tmp_path, "mediawiki")

    assert answered.trouble.startswith("mediawiki declines: 7 seconds lagged; ")


async def test_the_newest_of_several_crawls_is_asked(network, tmp_path):
    crawls = [{"id": "CC-2", "cdx-api": "http://common-crawl.test/CC-index"}, {"cdx-api": "old"}]
    network.first = [protocols.said(crawls)]

    answered = await ask(
        network, tmp_path, "common-crawl", query="tapirs", address="http://common-crawl.test/c.json"
    )

    assert [hit.url for hit in answered.found] == [ONE, TWO]


async def test_a_host_that_nobody_crawled_is_no_trouble(network, tmp_path):
    network.first = [protocols.said({"message": "No Captures found"}, 404)]

    answered = await ask(network, tmp_path, "common-crawl")

    assert (answered.found, answered.trouble) == ((), "")


def test_every_service_is_in_these_tests():
    assert set(PROVIDERS) | set(SOURCES) == set(EVERY) | {"mediawiki-backlinks"}
    assert set(EVERY) >= KEYED
