"""All templates of a project, as the crawl uses them: a page in, items and links to follow out."""

from collections.abc import Collection, Mapping, Sequence
from hashlib import blake2b

import msgspec
from msgspec import Struct

from bowerbird.extract.applying import Item, Where, item_in, items_of
from bowerbird.extract.coverage import still_found
from bowerbird.extract.media import MediaItem, MediaOptions, media_in
from bowerbird.extract.nodes import links_in
from bowerbird.extract.selectors import selector_of
from bowerbird.extract.template import Template
from bowerbird.extract.tree import Element, tree_of
from bowerbird.model.document import Document
from bowerbird.model.extraction import (
    MEDIA,
    NOTHING_EXTRACTED,
    DetailFind,
    Extracted,
    Fields,
    Find,
)
from bowerbird.model.page import Page
from bowerbird.model.ports import UrlTest
from bowerbird.model.record import Origin
from bowerbird.web.url import DEFAULT_IDENTITY, IdentityRules, InvalidUrl, Url, parse

MEDIA_TYPES = frozenset({"text/html", "application/xhtml+xml"})
MARK = b"t"  # before the key of a record from a template: longer than the key of a URL

_encode = msgspec.msgpack.Encoder(order="deterministic").encode


class Named(Struct, frozen=True):
    """A template under its name, with the rules that say which pages it is for."""

    name: str
    template: Template
    tests: Sequence[UrlTest]  # none: every page

    def is_for(self, url: Url) -> bool:
        return not self.tests or any(test(url) for test in self.tests)


class TemplateExtractor:
    """Applies templates; reads a page into a tree only if one of them is for it."""

    def __init__(
        self,
        templates: Sequence[Named],
        identity: IdentityRules = DEFAULT_IDENTITY,
        media: MediaOptions = MediaOptions(),  # noqa: B008 - frozen
    ) -> None:
        self._templates = templates
        self._media = media
        self._by_name: Mapping[str, Named] = {named.name: named for named in templates}
        self._identity = identity

    def applies(self, page: Page, details: Collection[str]) -> bool:
        """Is there a template for this page, by its URL or as a detail page?"""
        if page.media_type not in MEDIA_TYPES:
            return False
        return (
            bool(self._media.kinds)
            or any(name in self._by_name for name in details)
            or any(named.is_for(page.url) for named in self._templates)
        )

    def extract(self, page: Page, document: Document, details: Collection[str]) -> Extracted:
        """What the page yields; `details` names the templates whose items lead here."""
        here = [named for named in self._templates if named.is_for(page.url)]
        far = [self._by_name[name] for name in details if name in self._by_name]
        if page.media_type not in MEDIA_TYPES or not (here or far or self._media.kinds):
            return NOTHING_EXTRACTED
        root = tree_of(page.body.read(), document.charset)
        base = document.base or page.url.href
        work = _Application(page.url, base, root, self._identity)
        if self._media.kinds:
            work.take_media(self._media)
        return work.of(here, far)


class _Application:
    """Templates at work on one page."""

    def __init__(self, url: Url, base: str, root: Element, identity: IdentityRules) -> None:
        self._url = url
        self._base = base
        self._root = root
        self._identity = identity
        self._finds: dict[bytes, Find] = {}  # an item twice on a page is one
        self._follow: dict[str, Url] = {}
        self._silent: list[str] = []
        self._fields: list[tuple[str, str, bool]] = []
        self._dropped = 0
        self._problems = 0

    def of(self, here: Sequence[Named], far: Sequence[Named]) -> Extracted:
        for named in here:
            self._take_items(named)
            self._take_pagination(named.template)
        return Extracted(
            finds=tuple(self._finds.values()),
            details=tuple(self._detail_find(named) for named in far),
            follow=tuple(self._follow.values()),
            follows_only_these=any(named.template.pagination for named in (*here, *far)),
            templates=len(here) + len(far),
            expected=tuple(named.name for named in here if named.tests),
            silent=tuple(self._silent),
            fields=tuple(self._fields),
            dropped=self._dropped,
            problems=self._problems,
        )

    def take_media(self, options: MediaOptions) -> None:
        """The pictures, films and sounds as records of their own."""
        for place, item in enumerate(media_in(self._root, self._base, options)):
            url = self._url_of(item.url)
            if url is None:
                continue
            if options.download:
                self._follow[url.identity] = url
            find = Find(
                template=MEDIA,
                key=_key("media", url.identity),
                kind="media",
                url=url.href,
                fields=_fields_of(item),
                origin=Origin(self._url.href, MEDIA, place=place),
                detail=url if options.download else None,
            )
            self._finds.setdefault(find.key, find)

    def _take_items(self, named: Named) -> None:
        needs = tuple(
            field.name
            for field in named.template.fields
            if field.page == "detail" and field.required
        )
        items = items_of(named.template, self._root, self._base)
        if named.tests and not items:
            self._silent.append(named.name)
        self._look_for(named, items, "here")
        for place, item in enumerate(items):
            self._problems += len(item.problems)
            detail = self._url_of(item.detail)
            if item.missing or (needs and detail is None):
                self._dropped += 1
                continue
            if detail is not None:
                self._follow[detail.identity] = detail
            find = self._find(named, item, place, detail, needs)
            self._finds.setdefault(find.key, find)

    def _find(
        self, named: Named, item: Item, place: int, detail: Url | None, needs: tuple[str, ...]
    ) -> Find:
        template = named.template
        kind = template.kind or named.name
        return Find(
            template=named.name,
            key=key_of_item(template, kind, item, detail, self._url),
            kind=kind,
            url=detail.href if detail else self._url.href,
            fields=_fields_of_item(template, item),
            origin=Origin(
                self._url.href, named.name, template.record, place, dict(item.alternates)
            ),
            detail=detail if template.detail_fields else None,
            needs=needs,
        )

    def _detail_find(self, named: Named) -> DetailFind:
        item = item_in(named.template, self._root, self._base, "detail")
        self._problems += len(item.problems)
        self._look_for(named, [item], "detail")
        return DetailFind(named.name, _fields_of_item(named.template, item))

    def _look_for(self, named: Named, items: Sequence[Item], where: Where) -> None:
        """Only where rules name the page: a template without may well be for another one."""
        if named.tests:
            found = still_found(named.template, items, where)
            self._fields += ((named.name, field, is_there) for field, is_there in found)

    def _take_pagination(self, template: Template) -> None:
        if not template.pagination:
            return
        for element in selector_of(template.pagination)(self._root):
            for href in links_in(element):
                url = self._url_of(href)
                if url is not None:
                    self._follow.setdefault(url.identity, url)

    def _url_of(self, href: str) -> Url | None:
        try:
            return parse(href, self._base, self._identity) if href else None
        except InvalidUrl:
            return None


def key_of_item(template: Template, kind: str, item: Item, detail: Url | None, page: Url) -> bytes:
    """What makes two items the same: the fields that the template names, else the page that says
    more about them, else everything that they say."""
    said: object
    own = {"url": (detail or page).identity} | item.values
    named = [own.get(name) for name in template.key]
    if named and not any(value in (None, "", []) for value in named):
        said = named
    elif detail is not None:
        said = detail.identity
    else:
        said = {name: value for name, value in item.values.items() if value not in (None, "", [])}
    return _key(kind, said)


def _key(kind: str, said: object) -> bytes:
    return MARK + blake2b(_encode((kind, said)), digest_size=16).digest()


def _fields_of_item(template: Template, item: Item) -> Fields:
    """Under their own names; what formulas call by another stands under that name, too."""
    fields: Fields = dict(item.values)
    for field in template.fields:
        if field.variable and field.name in item.values:
            fields.setdefault(field.variable, item.values[field.name])
    return fields


def _fields_of(item: MediaItem) -> Fields:
    return {
        "medium": item.medium,
        "media_type": item.media_type,
        "alt": item.alt,
        "caption": item.caption,
        "words": item.words,
        "width": item.width,
        "height": item.height,
    }
