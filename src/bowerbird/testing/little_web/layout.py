"""The HTML around the prose: head, navigation, breadcrumbs, main part, aside, footer."""

from collections.abc import Sequence
from html import escape
from typing import Protocol

from msgspec import Struct


class Linked(Protocol):
    """A link to write."""

    @property
    def href(self) -> str: ...

    @property
    def anchor(self) -> str: ...

    @property
    def rel(self) -> str: ...


class Frame(Struct, frozen=True):
    """Everything on a page but its prose. Without navigation it is a bare page."""

    site: str
    title: str
    language: str
    nav: Sequence[Linked]
    links: Sequence[Linked]
    head: str
    block: str


def html_page(frame: Frame, text: Sequence[str], meta: str) -> str:
    """The whole document."""
    title = escape(f"{frame.title} - {frame.site}" if frame.nav else frame.title, quote=False)
    return (
        f'<!DOCTYPE html>\n<html lang="{frame.language}">\n<head>\n{meta}'
        f"<title>{title}</title>\n{frame.head}</head>\n<body>\n"
        f"{_before(frame)}<main>\n<h1>{escape(frame.title, quote=False)}</h1>\n"
        f"{_prose(text)}{frame.block}{_list(frame.links)}</main>\n{_after(frame)}</body>\n</html>\n"
    )


def anchor(link: Linked) -> str:
    """`<a href=…>…</a>`."""
    rel = f' rel="{link.rel}"' if link.rel else ""
    return f'<a href="{escape(link.href)}"{rel}>{escape(link.anchor, quote=False)}</a>'


def _before(frame: Frame) -> str:
    if not frame.nav:
        return ""
    items = "".join(f"<li>{anchor(link)}</li>" for link in frame.nav)
    crumb = f'<p class="breadcrumbs">{escape(frame.site)} &rsaquo; {escape(frame.title)}</p>'
    return f'<header class="masthead">\n<nav><ul>{items}</ul></nav>\n{crumb}\n</header>\n'


def _prose(text: Sequence[str]) -> str:
    parts = []
    for number, paragraph in enumerate(text):
        if number and number % 3 == 0:
            parts.append(f"<h2>{escape(' '.join(paragraph.split()[:4]), quote=False)}</h2>\n")
        parts.append(f"<p>{escape(paragraph, quote=False)}</p>\n")
    return "".join(parts)


def _list(links: Sequence[Linked]) -> str:
    if not links:
        return ""
    items = "".join(f"<li>{anchor(link)}</li>\n" for link in links)
    return f'<ul class="more">\n{items}</ul>\n'


def _after(frame: Frame) -> str:
    if not frame.nav:
        return ""
    return (
        "<aside><p>Sign up for our letter. Share this page with a friend.</p></aside>\n"
        f"<footer><p>&copy; {escape(frame.site)}. All rights reserved. Privacy. Imprint.</p>"
        "</footer>\n"
    )
