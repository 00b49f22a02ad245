"""Where a record came from, down to the selector of each cell and the byte in the archive; and the
page itself, as it was kept."""

from pathlib import Path
from typing import Any

import msgspec

from bowerbird.model.errors import CorruptError, PlanError, UnknownNameError, UsageError
from bowerbird.model.page import Page
from bowerbird.model.pagerow import PageRow
from bowerbird.model.record import PageRef, Record
from bowerbird.model.storage import Family, Store
from bowerbird.parse.encoding import read_text
from bowerbird.store.records import Records
from bowerbird.store.segments import name_of
from bowerbird.store.shard import open_shard
from bowerbird.store.warc import open_pages
from bowerbird.web.media_type import media_type_of
from bowerbird.web.url import InvalidUrl, parse
from bowerbird.workspace.choices import identity
from bowerbird.workspace.places import run_folder, shard_folder
from bowerbird.workspace.plan import Plan, read_plan

TEXTUAL = ("text/", "application/xhtml+xml", "application/xml", "application/json")


def record_told(folder: Path, key: str, plan: Plan) -> dict[str, Any]:
    """The whole record of that key (hexadecimal), and where each of its values was found."""
    try:
        wanted = bytes.fromhex(key)
    except ValueError:
        raise UsageError(f"{key!r} is no key of a record: they are hexadecimal") from None
    with open_shard(shard_folder(folder), read_only=True) as store:
        record = Records(store).holds(wanted)
        if record is None or record.gone:
            raise UnknownNameError(f"there is no record {key}; it may have gone by now")
        page = row_of(store, record.origin.page if record.origin else record.url, plan)
    origin = record.origin
    return {
        "key": key,
        "kind": record.kind,
        "url": record.url,
        "fields": record.fields,
        "run": record.run,
        "created_at": record.created_at,
        "page": origin.page if origin else record.url,
        "fetched_at": page.fetched_at if page else None,
        "title": page.title if page else "",
        "warc": _place(record.page),
        "template": origin.template if origin else "",
        "selector": origin.selector if origin else "",
        "place": origin.place if origin else 0,
        "cells": _cells(record, plan_of_run(folder, record.run, plan)),
    }


def page_source(folder: Path, url: str, plan: Plan) -> dict[str, Any]:
    """What was kept of a URL: its text if it has one, and how it was come by."""
    try:
        wanted = parse(url, None, identity(plan))
    except InvalidUrl as error:
        raise UsageError(str(error)) from error
    place = shard_folder(folder)
    with open_shard(place, read_only=True) as store:
        row = row_of(store, wanted.href, plan)
        known = "it was never read" if row is None else f"it is {row.state}"
        row = row.last_read if row else None
        if row is None or row.page is None:
            raise UnknownNameError(f"no copy of {wanted.href} was kept: {known}")
        with (
            open_pages(place / "pages", store, plan.store.warc, read_only=True) as pages,
            pages.read(row.page).page as page,
        ):
            text, charset = _text(page)
            return {
                "url": row.url,
                "final_url": row.final_url or row.url,
                "status": page.status,
                "media_type": page.media_type,
                "charset": charset,
                "bytes": page.body.size,
                "text": text,
                "fetched_at": page.fetched_at,
                "rendered": page.rendered,
                "truncated": page.truncated,
                "run": row.run,
                "warc": _place(row.page),
            }


def _text(page: Page) -> tuple[str | None, str]:
    """None where the page is no text."""
    if not page.media_type.startswith(TEXTUAL):
        return None, ""
    read = read_text(
        page.body.read(),
        declared=media_type_of(page.headers.all("content-type")).charset,
        host=page.url.host,
        markup="html" in page.media_type,
    )
    text = read.content.decode() if isinstance(read.content, bytes) else read.content
    return text, read.charset


def row_of(store: Store, url: str, plan: Plan) -> PageRow | None:
    """What is known of a URL; None where nothing is."""
    try:
        data = store.get(Family.PAGES, parse(url, None, identity(plan)).key)
    except InvalidUrl:
        return None  # a file that was imported, say
    return None if data is None else msgspec.msgpack.decode(data, type=PageRow)


def _place(ref: PageRef | None) -> dict[str, Any] | None:
    if ref is None:
        return None
    return {"file": name_of(ref.segment), "offset": ref.offset, "length": ref.length}


def plan_of_run(folder: Path, run: str, plan: Plan) -> Plan:
    """What the run was made of; of an import, and where that is gone, the project's plan."""
    file = run_folder(folder, int(run)) / "plan.toml" if run.isdigit() else None
    if file is None or not file.exists():
        return plan
    try:
        return read_plan(file)
    except (PlanError, CorruptError):
        return plan  # of an older Bowerbird, perhaps


def _cells(record: Record, plan: Plan) -> dict[str, dict[str, Any]]:
    """For each field that a template declares: which selector found it, on which kind of page."""
    origin = record.origin
    template = plan.templates.get(origin.template) if origin else None
    if origin is None or template is None:
        return {}
    return {
        field.name: {
            "selector": origin.alternates.get(field.name, field.selector),
            "alternate": field.name in origin.alternates,
            "page": field.page,
            "type": field.type,
        }
        for field in template.fields
    }
