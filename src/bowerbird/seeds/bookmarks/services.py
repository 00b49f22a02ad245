"""What bookmarking services and link aggregators export and answer: JSON, XML and CSV."""

import csv
import html
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

import msgspec
from lxml import etree

from bowerbird.model.seed import Bookmark
from bowerbird.seeds.bookmarks.netscape import instant, split_tags
from bowerbird.seeds.bookmarks.people import pseudonym

Read = Callable[[Any], Iterator[Bookmark]]
_HREF = re.compile(r"""href=["'](https?://[^"'\s]+)["']""", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{3,}")


def read_pinboard(found: Any) -> Iterator[Bookmark]:
    """`posts/all`, `posts/recent` and public feeds."""
    for post in found.get("posts", []) if isinstance(found, dict) else found:
        tags = post.get("tags", post.get("t", ""))
        yield Bookmark(
            url=_text(post, "href", "u"),
            user=pseudonym("pinboard", _text(post, "a")),
            tags=tuple(tags if isinstance(tags, list) else tags.split()),
            title=_text(post, "description", "d"),
            note=_text(post, "extended", "n"),
            at=_moment(_text(post, "time", "dt")),
        )


def read_linkding(found: Any) -> Iterator[Bookmark]:
    """`/api/bookmarks/`."""
    for post in found["results"]:
        yield Bookmark(
            url=_text(post, "url"),
            tags=tuple(post.get("tag_names", ())),
            title=_text(post, "title", "website_title"),
            note=_text(post, "description", "website_description"),
            at=_moment(_text(post, "date_added")),
        )


def read_raindrop(found: Any) -> Iterator[Bookmark]:
    """`/rest/v1/raindrops/{collection}`."""
    for post in found["items"]:
        user = post.get("user", {})
        yield Bookmark(
            url=_text(post, "link"),
            user=pseudonym("raindrop", str(user.get("$id", "")) if isinstance(user, dict) else ""),
            tags=tuple(post.get("tags", ())),
            title=_text(post, "title"),
            note=_text(post, "excerpt", "note"),
            at=_moment(_text(post, "created")),
        )


def read_shaarli(found: Any) -> Iterator[Bookmark]:
    """`/api/v1/links`."""
    for post in found:
        yield Bookmark(
            url=_text(post, "url"),
            tags=tuple(post.get("tags", ())),
            title=_text(post, "title"),
            note=_text(post, "description"),
            at=_moment(_text(post, "created")),
        )


def read_bibsonomy(found: Any) -> Iterator[Bookmark]:
    """`/api/posts?resourcetype=bookmark&format=json`, and a single post; publications by their
    address, or that of what belongs to them."""
    if isinstance(found, dict):
        found = [found["post"]] if "post" in found else found["posts"]
    posts = found
    posts = posts.get("post", []) if isinstance(posts, dict) else posts
    for post in posts if isinstance(posts, list) else [posts]:
        yield _bibsonomy(
            post.get("bookmark") or _publication(post.get("bibtex") or {}),
            _text(post.get("user", {}), "name"),
            [_text(tag, "name") for tag in _listed(post.get("tag"))],
            _text(post, "description"),
            _text(post, "postingdate"),
        )


def read_bibsonomy_xml(root: "etree._Element") -> Iterator[Bookmark]:
    """The same as XML."""
    for post in root.iter("post"):
        work = post.find("bookmark")
        work = post.find("bibtex") if work is None else work
        user = post.find("user")
        yield _bibsonomy(
            dict(work.attrib) if work is not None else {},
            user.get("name", "") if user is not None else "",
            [tag.get("name", "") for tag in post.findall("tag")],
            post.get("description", ""),
            post.get("postingdate", ""),
        )


def read_lobsters(found: Any) -> Iterator[Bookmark]:
    """`/t/TAG.json`, `/newest.json`; a story without a link of its own is its discussion."""
    for story in found:
        submitter = story.get("submitter_user", "")
        name = submitter.get("username", "") if isinstance(submitter, dict) else submitter
        yield Bookmark(
            url=_text(story, "url", "comments_url"),
            user=pseudonym("lobsters", name),
            tags=tuple(story.get("tags", ())),
            title=_text(story, "title"),
            note=_text(story, "description_plain"),
            at=_moment(_text(story, "created_at")),
        )


def read_hacker_news(found: Any) -> Iterator[Bookmark]:
    """Algolia's `/api/v1/search`: it has no tags of topics, so words of the title stand in."""
    for story in found["hits"]:
        title = _text(story, "title", "story_title")
        yield Bookmark(
            url=_text(story, "url", "story_url"),
            user=pseudonym("hackernews", _text(story, "author")),
            tags=tuple(dict.fromkeys(word.lower() for word in _WORD.findall(title))),
            title=title,
            at=float(story.get("created_at_i") or 0),
        )


def read_stack_exchange(found: Any) -> Iterator[Bookmark]:
    """`/2.3/questions`: the question itself, and what its body links to."""
    for question in found["items"]:
        links = map(html.unescape, _HREF.findall(_text(question, "body")))
        for url in dict.fromkeys((_text(question, "link"), *links)):
            yield Bookmark(
                url=url,
                user=pseudonym("stackexchange", _text(question.get("owner", {}), "user_id")),
                tags=tuple(question.get("tags", ())),
                title=html.unescape(_text(question, "title")),
                at=float(question.get("creation_date") or 0),
            )


def read_csv(text: str) -> Iterator[Bookmark]:
    """A first line of names: `url` or `resource`, `user`, `tags` or `tag`, `title`, `note`; as
    Raindrop exports, and any list of triples, one a line."""
    for row in csv.DictReader(io.StringIO(text)):
        said = {(name or "").strip().lower(): (value or "") for name, value in row.items()
                if isinstance(value, str)}  # fmt: skip
        folder = said.get("folder", "")
        tags = split_tags(said.get("tags") or said.get("tag") or "")
        yield Bookmark(
            url=(said.get("url") or said.get("resource") or said.get("link") or "").strip(),
            user=pseudonym("file", said.get("user", "").strip()),
            tags=tuple(dict.fromkeys([*([folder] if folder else []), *tags])),
            title=said.get("title", ""),
            note=said.get("note") or said.get("description") or "",
            at=_moment(said.get("created") or said.get("time") or ""),
        )


def _publication(work: dict[str, Any]) -> dict[str, Any]:
    extra = _listed((work.get("extraurls") or {}).get("url"))
    return work if work.get("url") else {**work, "url": next((_text(e, "href") for e in extra), "")}


def _bibsonomy(work: Mapping[str, Any], user: str, tags: list[str], note: str, at: str) -> Bookmark:
    return Bookmark(
        url=_text(work, "url"),
        user=pseudonym("bibsonomy", user),
        tags=tuple(filter(None, tags)),
        title=_text(work, "title"),
        note=note,
        at=_moment(at),
    )


# How an answer in JSON is known: by the names that only it has.
JSON_FORMS: tuple[tuple[str, Callable[[Any], bool], Read], ...] = (
    ("linkding", lambda it: _has(it, "results") and _first_has(it["results"], "tag_names"),
     read_linkding),
    ("raindrop", lambda it: _has(it, "items") and _first_has(it["items"], "link", "title")
     and not _first_has(it["items"], "question_id"), read_raindrop),
    ("stack-exchange", lambda it: _has(it, "items") and _first_has(it["items"], "question_id"),
     read_stack_exchange),
    ("hacker-news", lambda it: _has(it, "hits"), read_hacker_news),
    ("bibsonomy", lambda it: _has(it, "posts") and isinstance(it["posts"], dict), read_bibsonomy),
    ("bibsonomy", lambda it: _has(it, "post") and isinstance(it["post"], dict), read_bibsonomy),
    ("pinboard", lambda it: _has(it, "posts") or _first_has(it, "href") or _first_has(it, "u"),
     read_pinboard),
    ("lobsters", lambda it: _first_has(it, "short_id", "tags"), read_lobsters),
    ("shaarli", lambda it: _first_has(it, "url", "tags"), read_shaarli),
)  # fmt: skip


def read_json(data: bytes) -> tuple[str, list[Bookmark]] | None:
    """Whose form it has, and the bookmarks; None for JSON that nobody here writes."""
    try:
        found = msgspec.json.decode(data)
    except msgspec.DecodeError:
        return None
    for name, fits, read in JSON_FORMS:
        if fits(found):
            try:
                return name, list(read(found))
            except (AttributeError, TypeError, KeyError, ValueError):
                return None
    return None


def read_xml(data: bytes) -> list[Bookmark] | None:
    """BibSonomy's answer; None for other XML."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError:
        return None
    return list(read_bibsonomy_xml(root)) if root.tag == "bibsonomy" else None


def _has(found: object, name: str) -> bool:
    return isinstance(found, dict) and name in found


def _first_has(found: object, *names: str) -> bool:
    first = found[0] if isinstance(found, list) and found else None
    return isinstance(first, dict) and all(name in first for name in names)


def _text(said: object, *names: str) -> str:
    if isinstance(said, Mapping):
        for name in names:
            if (value := said.get(name)) not in (None, ""):
                return str(value)
    return ""


def _listed(value: object) -> Iterable[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _moment(text: str) -> float:
    if seconds := instant(text):
        return seconds
    try:
        return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()
    except ValueError:
        return 0.0
