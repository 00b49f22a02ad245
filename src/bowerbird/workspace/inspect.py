"""Looking into a shard: what is known of every URL, and why."""

from collections.abc import Iterator
from typing import Any, Protocol

import msgspec

from bowerbird.fetch.needs import NOTHING, read_need, shape_of
from bowerbird.frontier.inspection import Queued, Whereabouts
from bowerbird.model.candidate import Candidate, Via
from bowerbird.model.pagerow import Moment, PageRow, PageState
from bowerbird.model.ports import ContentSeen, Scope
from bowerbird.model.storage import Family, Store
from bowerbird.model.verdict import ScoreTerm
from bowerbird.web.url import Url

LAST_KEY = b"\xff" * 17  # above every URL key

_decode_row = msgspec.msgpack.Decoder(PageRow).decode


class Queue(Protocol):
    """Where a URL waits, as the frontier tells it."""

    def whereabouts(self, key: bytes) -> Whereabouts | None: ...


def page_rows(store: Store, after: bytes = b"") -> Iterator[tuple[bytes, PageRow]]:
    """Every known page, in key order."""
    start = after + b"\x00" if after else b""
    for key, value in store.scan(Family.PAGES, start, LAST_KEY):
        yield key, _decode_row(value)


def page_line(row: PageRow, contents: ContentSeen) -> dict[str, Any]:
    """One row of `bowerbird pages`."""
    return {
        "url": row.url,
        "identity": row.identity,
        "final_url": row.final_url or row.url,
        "state": row.state,
        "reason": row.reason,
        "rule": row.rule,
        "status": row.status,
        "media_type": row.media_type,
        "depth": row.depth,
        "relevance": row.relevance,
        "relevant": row.relevant,
        "fetched_at": row.fetched_at,
        "bytes": row.bytes,
        "content_hash": row.content_hash,
        "duplicate_of": duplicate_of(row, contents),
        "near_duplicate_of": row.near_duplicate_of,
        "title": row.title,
        "language": row.language,
        "noindex": row.noindex,
        "rendered": row.rendered,
        "run": row.run,
    }


def duplicate_of(row: PageRow, contents: ContentSeen) -> str:
    """The URL that stands for this page's content; empty where it is the page itself."""
    if not row.fingerprint:
        return ""
    return contents.look(row.identity, row.fingerprint, 0).duplicate_of


def explain(
    url: Url, store: Store, queue: Queue, contents: ContentSeen, scope: Scope
) -> dict[str, Any]:
    """Why this URL was, or was not, crawled; when, in what order, and what it scored."""
    data = store.get(Family.PAGES, url.key)
    row = None if data is None else _decode_row(data)
    waiting = queue.whereabouts(url.key)
    if isinstance(waiting, Queued):  # even if an earlier run settled it: this one asks again
        return _waiting(url, waiting, row)
    if row is not None:
        repeats = duplicate_of(row, contents)
        return _explained(row, repeats) | {"browser": _browser(url, row, store)}
    refused = scope.refusal(Candidate(url, depth=1, via=Via.LINK))  # it is no seed
    if refused is not None:
        return _blank(url) | {
            "state": "unknown",
            "reason": refused.reason,
            "rule": refused.rule,
            "sentence": f"No page led to it so far, and it would be refused: {refused.rule}.",
        }
    return _blank(url) | {
        "state": "unknown",
        "reason": "not-found-yet",
        "sentence": "It is in scope, but no page that was read links to it, and it is not a seed.",
    }


def _browser(url: Url, row: PageRow, store: Store) -> dict[str, Any]:
    """Whether the page was rendered, and what was learnt of pages like it."""
    shape = shape_of(url)
    need = read_need(store, shape)
    return {
        "rendered": bool(row.rendered),
        "because": row.rendered,
        "pages_like_it": shape,
        "learnt": need.sentence if need != NOTHING else "",
    }


def _waiting(url: Url, waiting: Queued, row: PageRow | None) -> dict[str, Any]:
    candidate = waiting.candidate
    place = (
        "is being asked for right now"
        if waiting.leased
        else (f"waits in the queue of {url.host}, behind {waiting.ahead} others")
    )
    return _blank(url) | {
        "state": PageState.QUEUED,
        "reason": "leased" if waiting.leased else "waits for its turn",
        "priority": candidate.priority,
        "depth": candidate.depth,
        "found_on": candidate.found_on,
        "via": candidate.via,
        "ahead": waiting.ahead,
        "attempt": candidate.attempt,
        "history": [_moment(moment) for moment in row.history] if row else [],
        "sentence": f"It {place} (attempt {candidate.attempt + 1}).",
    }


def _moment(moment: Moment) -> dict[str, Any]:
    return {
        "at": moment.at,
        "run": moment.run,
        "state": moment.state,
        "reason": moment.reason,
        "status": moment.status,
    }


def _blank(url: Url) -> dict[str, Any]:
    return {
        "url": url.href,
        "identity": url.identity,
        "state": "",
        "reason": "",
        "rule": "",
        "found_on": "",
        "depth": None,
        "priority": None,
        "score_terms": [],
        "link_terms": [],
        "history": [],
    }


def told_term(term: ScoreTerm) -> dict[str, Any]:
    """A summand of a score, for people and programs."""
    return {"name": term.name, "value": term.value, "because": term.because}


def _explained(row: PageRow, repeats: str) -> dict[str, Any]:
    return {
        "url": row.url,
        "identity": row.identity,
        "state": row.state,
        "reason": row.reason,
        "rule": row.rule,
        "found_on": row.found_on,
        "via": row.via,
        "depth": row.depth,
        "priority": row.priority,
        "order": row.order or None,
        "run": row.run,
        "seed": row.seed or None,
        "status": row.status,
        "final_url": row.final_url or row.url,
        "title": row.title,
        "relevance": row.relevance,
        "relevant": row.relevant,
        "score_terms": [told_term(term) for term in row.score_terms],
        "link_terms": [told_term(term) for term in row.link_terms],
        "duplicate_of": repeats,
        "near_duplicate_of": row.near_duplicate_of,
        "links_suppressed": row.links_suppressed,
        "noindex": row.noindex,
        "history": [_moment(moment) for moment in row.history],
        "sentence": _sentence(row) + _remarks(row, repeats),
    }


def _sentence(row: PageRow) -> str:
    found = f"found on {row.found_on}" if row.found_on else "a seed"
    why = row.rule or row.reason
    if row.reason == "probe":
        return (
            "It is no page: it was asked for to learn what this host answers where nothing can be "
            f"({row.status}), as pages like {row.found_on} repeat each other."
        )
    match row.state:
        case PageState.FETCHED | PageState.UNCHANGED:
            kept = "relevant" if row.relevant else "not relevant"
            how = f" It was rendered in the browser: {row.rendered}." if row.rendered else ""
            return f"It was read as number {row.order} of its run ({found}) and is {kept}.{how}"
        case PageState.REDIRECTED:
            bare = " Whoever listens can change what comes from there: it is no longer TLS."
            bare = bare if row.reason == "downgrade" else ""
            return f"It redirects to {row.final_url} ({found}).{bare}"
        case PageState.REFUSED:
            return f"It was refused: {why} ({found})."
        case PageState.QUARANTINED:
            return f"It is in quarantine: {why} ({found}). Releasing it puts it into the queue."
        case PageState.FAILED:
            what = "Reading it" if row.page and row.status < 400 else "Asking for it"
            return f"{what} failed: {why} ({found})."
        case PageState.QUEUED:
            return f"It waits for its turn ({found})."


def _remarks(row: PageRow, repeats: str) -> str:
    """Why a page that was read counts for less than others, or is found by no search."""
    said = []
    if row.reason == "soft-404" and row.rule.startswith("the same as "):
        said.append(f"It says {row.rule}, so it counts for nothing.")
    elif row.reason == "soft-404":
        said.append(f"It says “{row.rule}”, whatever its status says, so it counts for nothing.")
    if row.reason == "wall":
        said.append(f"It says “{row.rule}” in place of a page, so it counts for nothing.")
    if repeats:
        said.append(f"Its content is that of {repeats}.")
    elif row.near_duplicate_of:
        said.append(f"Its content is nearly that of {row.near_duplicate_of}.")
    if row.links_suppressed:
        said.append("Its links were not followed, as they are known from there.")
    if row.noindex:
        said.append("It asks not to be indexed, so no search shows it.")
    return "".join(f" {sentence}" for sentence in said)
