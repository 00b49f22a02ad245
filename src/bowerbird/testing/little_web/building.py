"""How a host of the little web is put together: pages, redirects, and what is true of them."""

import re
from collections.abc import Sequence
from urllib.parse import urldefrag, urljoin, urlsplit

import msgspec
from msgspec import Struct

from bowerbird.testing.little_web.layout import Frame, html_page
from bowerbird.testing.little_web.prose import length, paragraphs
from bowerbird.testing.little_web.values import PageTruth, Reference, Verdict
from bowerbird.testing.little_web.words import TOPICS
from bowerbird.testing.serving import Answer

CODECS = {"windows-1252": "cp1252", "windows-1251": "cp1251", "utf-16le": "utf-16-le"}
SESSION = re.compile(r";jsessionid=[0-9A-Fa-f]+|[?&]PHPSESSID=[0-9a-f]{32}$")


class Href(Struct, frozen=True):
    """A link to write."""

    href: str
    anchor: str
    rel: str = ""
    kind: str = "a"


class Extra(Struct, frozen=True):
    """What is special about a page; most have nothing of it."""

    head: str = ""  # more HTML for <head>
    block: str = ""  # more HTML for <main>
    headers: tuple[tuple[str, str], ...] = ()
    text: tuple[str, ...] = ()  # paragraphs, instead of generated ones
    language: str = "en"
    charset: str = "utf-8"
    declared: str = "header"  # header, meta, bom or none: how the charset is told
    label: str = ""  # what the charset is called there
    status: int = 200
    topics: tuple[str, ...] | None = None  # None: the subject, if it is a topic
    hidden: tuple[Href, ...] = ()  # references that the head or the block make
    base: str = ""
    noindex: bool = False
    nofollow: bool = False
    soft_404: bool = False
    duplicates: str = ""
    near_duplicates: str = ""
    plain: bool = False  # without navigation
    optional: bool = False  # named by a feed or a sitemap only


class Resource(Struct, frozen=True):
    """One URL of the little web: what is true of it and what its server says."""

    truth: PageTruth
    answer: Answer


class Site:
    """One host."""

    def __init__(
        self, host: str, name: str, *, robots: str | None = "", forbidden: tuple[str, ...] = ()
    ) -> None:
        self.host = host
        self.name = name
        self.nav: list[Href] = [Href("/", "Home")]
        self.resources: dict[str, Resource] = {}  # by target
        self.forbidden = forbidden  # regular expressions for targets, matched at their beginning
        self.gzip = False
        if robots is not None:
            self.text("/robots.txt", robots)

    def url(self, target: str = "/") -> str:
        """An absolute URL on this host."""
        return f"http://{self.host}{target}"

    def article(
        self,
        target: str,
        title: str,
        subject: str,
        links: tuple[Href, ...] | list[Href] = (),
        extra: Extra | None = None,
    ) -> Href:
        """A page of prose on a subject; answers with the link that leads there."""
        extra = extra or Extra()
        text = extra.text or paragraphs(subject, self.url(target), length(self.url(target)))
        listed = tuple(links)
        nav = () if extra.plain else tuple(self.nav)
        frame = Frame(self.name, title, extra.language, nav, listed, extra.head, extra.block)
        html = html_page(frame, text, _meta(extra))
        full_title = title if extra.plain else f"{title} - {self.name}"
        topics = extra.topics if extra.topics is not None else (subject,)
        truth = PageTruth(
            self.url(target),
            Verdict("unreachable", status=extra.status, optional=extra.optional),
            title=full_title,
            text="\n".join(text),
            topics=frozenset(topics) & frozenset(TOPICS),
            language=extra.language,
            charset=extra.charset,
            noindex=extra.noindex,
            nofollow=extra.nofollow,
            soft_404=extra.soft_404,
            duplicates=extra.duplicates,
            near_duplicates=extra.near_duplicates,
            links=self._references(target, (*nav, *listed, *extra.hidden), extra.base),
        )
        self._add(target, truth, _answer(html, extra))
        return Href(self.url(target), title)

    def text(self, target: str, content: str, media_type: str = "text/plain") -> None:
        """A file of text: robots.txt, notes, feeds, sitemaps. Only plain text is a page."""
        headers = (("Content-Type", f"{media_type}; charset=utf-8"),)
        self.file(target, Answer(200, headers, content.encode()), media_type)

    def file(self, target: str, answer: Answer, media_type: str) -> None:
        """Anything that is not a page of prose."""
        optional = media_type != "text/plain" or target == "/robots.txt"
        verdict = Verdict("unreachable", status=answer.status, optional=optional)
        text = answer.body.decode() if media_type == "text/plain" else ""
        truth = PageTruth(
            self.url(target), verdict, media_type=media_type, text=text, charset="utf-8"
        )
        self._add(target, truth, answer)

    def document(  # noqa: PLR0913 - a document is its parts
        self,
        target: str,
        title: str,
        text: Sequence[str],
        body: bytes,
        media_type: str,
        links: Sequence[Href] = (),
        topics: Sequence[str] = (),
        unreadable: str = "",
    ) -> Href:
        """A page that is no HTML; answers with the link that leads there."""
        truth = PageTruth(
            self.url(target),
            Verdict("unreachable", status=200),
            title=title,
            text="\n".join(text),
            topics=frozenset(topics) & frozenset(TOPICS),
            language="" if unreadable else "en",
            media_type=media_type,
            unreadable=unreadable,
            links=self._references(target, tuple(links), ""),
        )
        self._add(target, truth, Answer(200, (("Content-Type", media_type),), body))
        return Href(self.url(target), title or target.strip("/"))

    def redirect(self, target: str, to: str, status: int = 302) -> Href:
        """A redirect; `to` may be relative."""
        reference = Reference(self._resolve(target, to), to, kind="redirect")
        verdict = Verdict("unreachable", status=status, to=reference.to)
        truth = PageTruth(self.url(target), verdict, media_type="", links=(reference,))
        self._add(target, truth, Answer(status, (("Location", to),), b"moved"))
        return Href(self.url(target), f"the place that moved with status {status}")

    def missing(self, target: str, status: int = 404) -> Href:
        """A link that is meant to lead nowhere."""
        verdict = Verdict("unreachable", status=status)
        self._add(target, PageTruth(self.url(target), verdict, media_type=""), _gone(status))
        return Href(self.url(target), "a page that went away")

    def alias(self, target: str, of: Resource) -> Href:
        """The same bytes under another URL; the original's links must not depend on the place."""
        group = of.truth.duplicates or of.truth.url
        truth = msgspec.structs.replace(of.truth, url=self.url(target), duplicates=group)
        self._add(target, truth, of.answer)
        return Href(self.url(target), of.truth.title)

    def _add(self, target: str, truth: PageTruth, answer: Answer) -> None:
        if target in self.resources:
            msg = f"{self.url(target)} is there twice"
            raise ValueError(msg)
        self.resources[target] = Resource(truth, answer)

    def _resolve(self, target: str, href: str, base: str = "") -> str:
        whole = urljoin(urljoin(self.url(target), base), href)
        parts = urlsplit(without_session(urldefrag(whole)[0].replace(" ", "%20")))
        return parts._replace(netloc=parts.netloc.lower().removesuffix(":80")).geturl()

    def _references(self, target: str, hrefs: tuple[Href, ...], base: str) -> tuple[Reference, ...]:
        return tuple(
            Reference(self._resolve(target, h.href, base), h.href, h.anchor, h.rel, h.kind)
            for h in hrefs
        )


def without_session(url: str) -> str:
    """The URL without the session number in it."""
    return SESSION.sub("", url)


def _gone(status: int) -> Answer:
    html = f"<!DOCTYPE html><title>{status}</title><p>There is nothing here."
    return Answer(status, (("Content-Type", "text/html; charset=utf-8"),), html.encode())


def _meta(extra: Extra) -> str:
    label = extra.label or extra.charset
    return f'<meta charset="{label}">\n' if extra.declared == "meta" else ""


def _answer(html: str, extra: Extra) -> Answer:
    body = html.encode(CODECS.get(extra.charset, extra.charset))
    kind = "text/html"
    if extra.declared == "header":
        kind += f"; charset={extra.label or extra.charset}"
    if extra.declared == "bom":
        body = b"\xff\xfe" + body
    return Answer(extra.status, (("Content-Type", kind), *extra.headers), body)
