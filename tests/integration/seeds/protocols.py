"""What services that are asked for seeds answer, each as its documentation says."""

import hmac
import json
from base64 import b64encode, urlsafe_b64decode
from collections.abc import Callable
from hashlib import sha512
from typing import Any
from urllib.parse import parse_qs, urlsplit

from bowerbird.testing.serving import Answer, Asked

ONE, TWO = "http://one.test/tapirs", "http://two.test/tapirs"
JSON = (("Content-Type", "application/json"),)
SECRET = "ann:sesame"
Service = Callable[[Asked], Answer]


def of(asked: Asked) -> dict[str, str]:
    """The parameters of a question."""
    return {name: values[0] for name, values in parse_qs(urlsplit(asked.target).query).items()}


def path_of(asked: Asked) -> str:
    return urlsplit(asked.target).path


def said(document: Any, status: int = 200) -> Answer:
    return Answer(status, JSON, json.dumps(document).encode())


# ---- bookmarking services ------------------------------------------------------------------------


def pinboard(asked: Asked) -> Answer:
    if of(asked).get("auth_token") != SECRET:
        return Answer(401, (), b"401 Forbidden")
    assert (path_of(asked), of(asked)["format"]) == ("/posts/all", "json")
    return said(
        [{"href": ONE, "description": "One", "extended": "", "tags": "tapir zoo",
          "time": "2020-01-02T03:04:05Z", "toread": "no", "shared": "yes"},
         {"href": TWO, "description": "Two", "extended": "", "tags": "cooking", "time": ""}]
    )  # fmt: skip


def linkding(asked: Asked) -> Answer:
    if asked.headers.get("authorization") != f"Token {SECRET}":
        return said({"detail": "Invalid token."}, 401)
    assert path_of(asked) == "/api/bookmarks/"
    first = of(asked)["offset"] == "0"
    posts = [{"id": 1, "url": ONE, "title": "One", "description": "", "tag_names": ["tapir"]}]
    more = [{"id": 2, "url": TWO, "title": "Two", "description": "", "tag_names": ["cooking"]}]
    follows = "http://linkding.test/api/bookmarks/?limit=100&offset=100" if first else None
    return said({"count": 2, "next": follows, "results": posts if first else more})


def raindrop(asked: Asked) -> Answer:
    if asked.headers.get("authorization") != f"Bearer {SECRET}":
        return said({"result": False, "error": -1, "errorMessage": "Incorrect access_token"}, 401)
    assert path_of(asked) == "/raindrops/0"
    page = int(of(asked)["page"])
    items = [{"_id": n, "link": ONE if n == 0 else f"{TWO}/{n}", "title": "One",
              "tags": ["tapir"] if n == 0 else [], "created": "", "user": {"$id": 7}}
             for n in range(50)]  # fmt: skip
    return said({"result": True, "items": items if page == 0 else items[:1]})


def shaarli(asked: Asked) -> Answer:
    kind, _, token = asked.headers.get("authorization", "").partition(" ")
    head, payload, proof = token.split(".")
    wanted = hmac.new(SECRET.encode(), f"{head}.{payload}".encode(), sha512).digest()
    if kind != "Bearer" or urlsafe_b64decode(proof + "=" * (-len(proof) % 4)) != wanted:
        return said({"code": 401, "message": "Not authorized"}, 401)
    assert json.loads(urlsafe_b64decode(head + "==")) == {"alg": "HS512", "typ": "JWT"}
    return said([{"id": 1, "url": ONE, "title": "One", "description": "", "tags": ["tapir"],
                  "private": False, "created": "2020-01-02T03:04:05+00:00"}])  # fmt: skip


def bibsonomy(asked: Asked) -> Answer:
    if asked.headers.get("authorization") != f"Basic {b64encode(SECRET.encode()).decode()}":
        return said({"stat": "fail", "error": "Please authenticate yourself."}, 401)
    assert (path_of(asked), of(asked)["resourcetype"]) == ("/api/posts", "bookmark")
    if of(asked)["tags"] != "tapir":
        return said({"stat": "ok", "posts": {"start": 0, "end": 0}})
    posts = [{"user": {"name": name}, "tag": [{"name": "tapir"}],
              "bookmark": {"title": "One", "url": ONE}, "postingdate": ""}
             for name in ("ann", "bob")]  # fmt: skip
    return said({"stat": "ok", "posts": {"start": 0, "end": 2, "post": posts}})


def lobsters(asked: Asked) -> Answer:
    if path_of(asked) != "/t/tapir.json":
        return Answer(404, (("Content-Type", "text/html"),), b"<html>no such tag")
    story = {"short_id": "x", "url": ONE, "title": "One", "tags": ["tapir"],
             "submitter_user": "ann", "created_at": ""}  # fmt: skip
    return said([] if of(asked).get("page") else [story])


def hacker_news(asked: Asked) -> Answer:
    assert (path_of(asked), of(asked)["tags"]) == ("/search", "story")
    story = {"url": ONE, "title": "A tapir", "author": "ann", "created_at_i": 7}
    return said({"hits": [story] if of(asked)["query"] == "tapir" else [], "nbPages": 1})


def stack_exchange(asked: Asked) -> Answer:
    if of(asked).get("key") not in (None, SECRET):
        wrong = {"error_id": 403, "error_name": "access_denied",
                 "error_message": f"`key` {of(asked)['key']} is not valid"}  # fmt: skip
        return said(wrong, 400)
    assert of(asked)["site"] == "stackoverflow"
    question = {"question_id": 1, "link": ONE, "title": "One", "tags": ["tapir"],
                "body": f'<a href="{TWO}">', "owner": {"user_id": 5}}  # fmt: skip
    return said({"items": [question], "has_more": False, "quota_remaining": 299, "backoff": 10})


SOURCES: dict[str, Service] = {
    "pinboard": pinboard, "linkding": linkding, "raindrop": raindrop, "shaarli": shaarli,
    "bibsonomy": bibsonomy, "lobsters": lobsters, "hacker-news": hacker_news,
    "stack-exchange": stack_exchange,
}  # fmt: skip


# ---- sites that are asked for themselves ---------------------------------------------------------

DESCRIPTION = """<?xml version="1.0"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>Zoo</ShortName>
<Url type="text/html" template="http://opensearch.test/find?q={searchTerms}"/>
<Url type="application/rss+xml" pageOffset="0"
     template="/find.rss?q={searchTerms}&amp;p={startPage?}&amp;n={count?}&amp;x={geo:box?}"/>
</OpenSearchDescription>"""
RSS = f"<rss><channel><item><link>{ONE}</link><title>One</title></item></channel></rss>"
ATOM = (
    '<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>A tapir</title>'
    f'<link rel="alternate" href="{ONE}"/><summary>…</summary></entry>'
    f'<entry><title>Soup</title><link href="http://two.test/soup"/></entry></feed>'
)


def markup(text: str, kind: str = "application/xml") -> Answer:
    return Answer(200, (("Content-Type", kind),), text.encode())


def opensearch(asked: Asked) -> Answer:
    if path_of(asked) == "/":
        link = 'rel="search" type="application/opensearchdescription+xml" href="/osd.xml"'
        return markup(f"<!DOCTYPE html><title>Zoo</title><link {link}>", "text/html")
    if path_of(asked) == "/osd.xml":
        return markup(DESCRIPTION)
    assert (path_of(asked), asked.target.partition("?")[2]) == ("/find.rss", "q=tapir&p=0&n=30&x=")
    return markup(RSS)


def sitemaps(asked: Asked) -> Answer:
    match path_of(asked):
        case "/robots.txt":
            return markup("Sitemap: http://sitemaps.test/list.xml\n", "text/plain")
        case "/list.xml":
            return markup("<sitemapindex><sitemap><loc>http://sitemaps.test/a.xml</loc></sitemap>"
                          "</sitemapindex>")  # fmt: skip
        case "/a.xml":
            urls = (ONE, "http://two.test/soup")
            return markup("<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>" + "".join(
                f"<url><loc>{url}</loc></url>" for url in urls) + "</urlset>")  # fmt: skip
        case _:
            return Answer(404)


def feeds(asked: Asked) -> Answer:
    if path_of(asked) == "/":
        link = 'rel="alternate" type="application/atom+xml" href="/atom"'
        return markup(f"<!doctype html><link {link}><title>x</title>", "text/html")
    return markup(ATOM, "application/atom+xml")


SITES: dict[str, Service] = {"opensearch": opensearch, "sitemaps": sitemaps, "feeds": feeds}
