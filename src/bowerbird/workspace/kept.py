"""A page as it was kept, with the element marked that a cell of a record came from; and pictures
that were kept. Nothing here asks the web for anything."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct

from bowerbird.extract.applying import found_by, item_in
from bowerbird.extract.scopes import copied_run, parts_of_records
from bowerbird.extract.selectors import selector_of
from bowerbird.extract.snapshot import NUMBER, snapshot_of
from bowerbird.extract.template import Template, TemplateField
from bowerbird.extract.tree import Element, tree_of
from bowerbird.model.errors import UnknownNameError, UsageError
from bowerbird.model.page import Page
from bowerbird.store.shard import open_shard
from bowerbird.store.warc import open_pages
from bowerbird.web.url import InvalidUrl, parse
from bowerbird.workspace.choices import identity
from bowerbird.workspace.places import has_shard, shard_folder
from bowerbird.workspace.plan import Plan
from bowerbird.workspace.provenance import page_source, plan_of_run, record_told, row_of

ATTRIBUTE = re.compile(r"/(?:@[\w:.-]+|text\(\))\s*$")
MARK = "bowerbird-mark"  # the id of the element that is marked
PICTURES = ("image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp")
LARGEST = 8 * 1024 * 1024  # bytes of a picture
_MARKED = (
    f"#{MARK}{{outline:3px solid #c02b6b!important;outline-offset:2px;"
    "background:#fff0a8!important;color:#1c1d22!important;scroll-margin:30vh}"
)


class KeptPage(Struct, frozen=True):
    """What may be shown of it."""

    url: str
    html: str  # nothing in it acts or loads; empty where the page is no HTML
    media_type: str
    status: int
    fetched_at: float
    run: str
    is_marked: bool = False
    remarks: tuple[str, ...] = ()


def kept_page(folder: Path, url: str, plan: Plan, cell: tuple[str, str] = ("", "")) -> KeptPage:
    """The last copy of a URL; `cell` is the key of a record and one of its fields."""
    _refuse_without(folder)
    key, name = cell
    told = record_told(folder, key, plan) if key else None
    found = page_source(folder, url, plan)
    if found["text"] is None or "html" not in found["media_type"]:
        return _shown(found, "")
    root = tree_of(found["text"].encode(), "utf-8")
    shown = snapshot_of(root, found["final_url"])
    place = None
    if told is not None and told["template"]:
        template = plan_of_run(folder, told["run"], plan).templates.get(told["template"])
        place = _place(template, root, told, name, found) if template else None
    if place is None or place not in (elements := list(shown.elements)):
        return _shown(found, shown.html, remarks=shown.remarks)
    number = f'{NUMBER}="{elements.index(place)}"'
    # Before any id of the page's own: of two the first one counts.
    html = shown.html.replace(number, f'{number} id="{MARK}"', 1)
    html = html.replace("</head>", f"<style>{_MARKED}</style></head>", 1)
    return _shown(found, html, is_marked=True, remarks=shown.remarks)


def _shown(found: dict[str, Any], html: str, **more: Any) -> KeptPage:
    known = {name: found[name] for name in ("url", "media_type", "status", "fetched_at", "run")}
    return KeptPage(**known, html=html, **more)


def _place(
    template: Template, root: Element, told: dict[str, Any], name: str, found: dict[str, Any]
) -> Element | None:
    """The element that said it; without a field, the one that is the record."""
    field = next((each for each in template.fields if each.name == name), None)
    if field is not None and field.page == "detail":
        return _said(field, [root], inside=False)
    parts = _parts(template, root, told["place"], found["final_url"])
    if field is None:
        return parts[0] if template.record and parts else None
    return _said(field, parts, inside=bool(template.record))


def _parts(template: Template, root: Element, place: int, base: str) -> list[Element]:
    """The elements of that record; those that hold nothing are not counted."""
    for parts in parts_of_records(template, root):
        scope = parts[0] if template.extent == "element" else copied_run(parts)
        if item_in(template, scope, base).is_empty:
            continue
        if place == 0:
            return parts
        place -= 1
    return []


def _said(field: TemplateField, parts: Sequence[Element], *, inside: bool) -> Element | None:
    """Of an attribute or a text the element that has it."""
    for part in parts:
        found = found_by(field, part, inside=inside)
        whose = ATTRIBUTE.sub("", found.selector)
        places = found.places
        if places and isinstance(places[0], str) and whose != found.selector:
            places = selector_of(whose, inside=inside)(part)
        for each in places:
            if not isinstance(each, str):
                return each
    return None


def _refuse_without(folder: Path) -> None:
    if not has_shard(folder):
        raise UnknownNameError(f"project {folder.name!r} has kept nothing yet; a crawl does")


# ---- pictures ------------------------------------------------------------------------------------


def kept_pictures(folder: Path, urls: Sequence[str], plan: Plan) -> set[str]:
    """Which of these are pictures that were kept."""
    found: set[str] = set()
    if not has_shard(folder):
        return found
    with open_shard(shard_folder(folder), read_only=True) as store:
        for url in urls:
            row = row_of(store, url, plan)
            if row is not None and (read := row.last_read) and read.media_type in PICTURES:
                found.add(url)
    return found


def kept_picture(folder: Path, url: str, plan: Plan) -> tuple[str, bytes]:
    """Its type and its bytes."""
    with _stored(folder, url, plan) as page:
        if page.media_type not in PICTURES:
            raise UsageError(f"{url} is {page.media_type or 'of no known type'}, not a picture")
        if page.body.size > LARGEST:
            raise UsageError(f"{url} has {page.body.size} bytes; shown are up to {LARGEST}")
        return page.media_type, page.body.read()


@contextmanager
def _stored(folder: Path, url: str, plan: Plan) -> Iterator[Page]:
    try:
        parse(url, None, identity(plan))
    except InvalidUrl as error:
        raise UsageError(str(error)) from error
    _refuse_without(folder)
    place = shard_folder(folder)
    with open_shard(place, read_only=True) as store:
        row = row_of(store, url, plan)
        read = row.last_read if row else None
        if read is None or read.page is None:
            raise UnknownNameError(f"no copy of {url} was kept")
        with (
            open_pages(place / "pages", store, plan.store.warc, read_only=True) as pages,
            pages.read(read.page).page as page,
        ):
            yield page
