"""Bookmarking services and link aggregators asked over their APIs, page after page.

Where people keep bookmarks of their own, all of them are read: which fit the topic is decided here.
Where everybody's are open, the service is asked for the topic's strongest tags.
"""

import hmac
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from hashlib import sha512
from urllib.parse import quote

import msgspec

from bowerbird.model.seed import Bookmark
from bowerbird.seeds.bookmarks.services import (
    read_bibsonomy,
    read_hacker_news,
    read_linkding,
    read_lobsters,
    read_pinboard,
    read_raindrop,
    read_shaarli,
    read_stack_exchange,
)
from bowerbird.seeds.port import Asked, Question, Rest, Steps, json_of, with_query

MOST_TAGS = 3  # of the topic that an open service is asked for
MOST_PAGES = 40
Collected = Steps[list[Bookmark]]


class Pinboard:
    """`posts/all`: everything at once, at most every five minutes. The key is `user:TOKEN`."""

    name = "pinboard"
    address = "https://api.pinboard.in/v1"
    pause = 300.0
    needs_key = True
    remedy = "check the key, user:TOKEN as the settings of Pinboard show it, and wait five minutes"

    def collect(self, asked: Asked) -> Collected:
        said = {"auth_token": asked.key, "format": "json", "results": asked.most}
        answer = yield Question(with_query(f"{_base(asked)}/posts/all", said))
        posts = json_of(answer)
        if not isinstance(posts, list):
            raise TypeError("no list of posts")
        return list(read_pinboard(posts))


class Linkding:
    """`/api/bookmarks/` of an instance, by `next`."""

    name = "linkding"
    address = ""
    pause = 0.5
    needs_key = True
    remedy = "check the address of the instance, and the token that its settings show"

    def collect(self, asked: Asked) -> Collected:
        key = (("Authorization", f"Token {asked.key}"),)
        found: list[Bookmark] = []
        for page in range(MOST_PAGES):
            said = {"limit": 100, "offset": 100 * page}
            url = with_query(f"{_base(asked)}/api/bookmarks/", said)
            answer = yield Question(url, key, optional=page > 0)
            if answer is None:
                break
            posts = json_of(answer)
            found += read_linkding(posts)
            if not posts.get("next") or len(found) >= asked.most:
                break
        return found


class Raindrop:
    """`/raindrops/0`: every collection, fifty at a time."""

    name = "raindrop"
    address = "https://api.raindrop.io/rest/v1"
    pause = 0.6  # 120 questions a minute
    needs_key = True
    remedy = "check the key: a test token of an app of yours, as Raindrop's settings make it"

    def collect(self, asked: Asked) -> Collected:
        key = (("Authorization", f"Bearer {asked.key}"),)
        found: list[Bookmark] = []
        for page in range(MOST_PAGES):
            url = with_query(f"{_base(asked)}/raindrops/0", {"perpage": 50, "page": page})
            answer = yield Question(url, key, optional=page > 0)
            posts = list(read_raindrop(json_of(answer))) if answer is not None else []
            found += posts
            if len(posts) < 50 or len(found) >= asked.most:
                break
        return found


class Shaarli:
    """`/api/v1/links` of an instance; the key is its API secret, which signs short-lived tokens."""

    name = "shaarli"
    address = ""
    pause = 0.5
    needs_key = True
    remedy = "check the address of the instance, and the API secret that its settings show"

    def collect(self, asked: Asked) -> Collected:
        key = (("Authorization", f"Bearer {signed(asked.key, asked.at)}"),)
        found: list[Bookmark] = []
        for page in range(MOST_PAGES):
            said = {"limit": 100, "offset": 100 * page}
            url = with_query(f"{_base(asked)}/api/v1/links", said)
            answer = yield Question(url, key, optional=page > 0)
            posts = list(read_shaarli(json_of(answer))) if answer is not None else []
            found += posts
            if len(posts) < 100 or len(found) >= asked.most:
                break
        return found


class BibSonomy:
    """`/api/posts?resourcetype=bookmark` by tag: everybody's, so people are told apart. The key is
    `user:APIKEY`."""

    name = "bibsonomy"
    address = "https://www.bibsonomy.org"
    pause = 1.0
    needs_key = True
    remedy = "check the key, user:APIKEY as the settings of BibSonomy show it"

    def collect(self, asked: Asked) -> Collected:
        key = (("Authorization", f"Basic {b64encode(asked.key.encode()).decode()}"),)
        found: list[Bookmark] = []
        for turn, tag in enumerate(asked.tags[:MOST_TAGS]):
            said = {"resourcetype": "bookmark", "tags": tag, "start": 0,
                    "end": min(asked.most, 1000), "format": "json"}  # fmt: skip
            url = with_query(f"{_base(asked)}/api/posts", said)
            if (answer := (yield Question(url, key, optional=turn > 0))) is not None:
                found += read_bibsonomy(json_of(answer))
        return found


class Lobsters:
    """`/t/TAG.json`, page after page; a tag that there is not is no trouble."""

    name = "lobsters"
    address = "https://lobste.rs"
    pause = 1.0
    needs_key = False
    remedy = "wait a minute and ask again"

    def collect(self, asked: Asked) -> Collected:
        found: list[Bookmark] = []
        for tag in asked.tags[:MOST_TAGS]:
            for page in range(1, 4):
                url = f"{_base(asked)}/t/{quote(tag.replace(' ', '-'), safe='')}.json"
                url = with_query(url, {"page": page if page > 1 else None})
                answer = yield Question(url, optional=page > 1, also=frozenset({404}))
                stories = list(read_lobsters(_list_of(answer)))
                found += stories
                if not stories or len(found) >= asked.most:
                    break
        return found


class HackerNews:
    """Algolia's `/search?tags=story`: by words, as it has no tags of topics."""

    name = "hacker-news"
    address = "https://hn.algolia.com/api/v1"
    pause = 0.5
    needs_key = False
    remedy = "wait a minute and ask again"

    def collect(self, asked: Asked) -> Collected:
        found: list[Bookmark] = []
        for turn, tag in enumerate(asked.tags[:MOST_TAGS]):
            said = {"query": tag, "tags": "story", "hitsPerPage": min(asked.most, 1000)}
            question = Question(with_query(f"{_base(asked)}/search", said), optional=turn > 0)
            if (answer := (yield question)) is not None:
                found += read_hacker_news(json_of(answer))
        return found


class StackExchange:
    """`/2.3/questions?tagged=`: questions, and what their bodies link to. 300 a day without a key;
    `backoff` in an answer is obeyed."""

    name = "stack-exchange"
    address = "https://api.stackexchange.com/2.3"
    pause = 0.2
    needs_key = False
    site = "stackoverflow"
    remedy = "wait for tomorrow, or set a key: it allows 10,000 questions a day"

    def collect(self, asked: Asked) -> Collected:
        address, _, site = _base(asked).partition("#")  # another site: ADDRESS#superuser
        found: list[Bookmark] = []
        for turn, tag in enumerate(asked.tags[:MOST_TAGS]):
            said = {"tagged": tag.replace(" ", "-"), "site": site or self.site, "order": "desc",
                    "sort": "votes", "pagesize": min(asked.most, 100), "filter": "withbody",
                    "key": asked.key}  # fmt: skip
            question = Question(with_query(f"{address}/questions", said), optional=turn > 0)
            if (answer := (yield question)) is None:
                break
            posts = json_of(answer)
            found += read_stack_exchange(posts)
            if posts.get("backoff"):
                yield Rest(float(posts["backoff"]))
        return found


def signed(secret: str, now: float) -> str:
    """The token that Shaarli wants: JWT, HS512, good for nine minutes from `iat`."""
    head, said = (_encoded(each) for each in ({"alg": "HS512", "typ": "JWT"}, {"iat": int(now)}))
    proof = hmac.new(secret.encode(), head + b"." + said, sha512).digest()
    return b".".join((head, said, _url_safe(proof))).decode()


def services() -> Iterator[
    Pinboard | Linkding | Raindrop | Shaarli | BibSonomy | Lobsters | HackerNews | StackExchange
]:
    """All of them."""
    yield from (
        Pinboard(), Linkding(), Raindrop(), Shaarli(), BibSonomy(), Lobsters(), HackerNews(),
        StackExchange(),
    )  # fmt: skip


def _encoded(said: object) -> bytes:
    return _url_safe(msgspec.json.encode(said))


def _url_safe(data: bytes) -> bytes:
    return urlsafe_b64encode(data).rstrip(b"=")


def _base(asked: Asked) -> str:
    return asked.address.rstrip("/")


def _list_of(answer: bytes | None) -> list[object]:
    """Nothing of a tag that there is not: it is answered with a page for people."""
    if answer is None or answer.lstrip().startswith(b"<"):
        return []
    found = json_of(answer)
    if not isinstance(found, list):
        raise TypeError("no list of stories")
    return found
