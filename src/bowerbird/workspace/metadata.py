"""Metadata of one document: who wrote it, when, where it appeared, and who says so."""

import asyncio
from pathlib import Path
from typing import Any

from msgspec import Struct, structs

from bowerbird.crawl.apart import PARSERS
from bowerbird.extract.metadata.bibtex import bibtex
from bowerbird.extract.metadata.csl import csl
from bowerbird.extract.metadata.dublincore import dublin_core, dublin_core_xml
from bowerbird.extract.metadata.html import html_metadata
from bowerbird.extract.metadata.office import property_metadata
from bowerbird.extract.metadata.told import as_document
from bowerbird.model.errors import RunError
from bowerbird.model.metadata import Field, Metadata, Source
from bowerbird.model.page import Page
from bowerbird.parse.documents.kinds import DOCUMENT_TYPES
from bowerbird.parse.encoding import read_text
from bowerbird.parse.html import HtmlParser
from bowerbird.parse.isolate import IsolatedParser, ParserTrouble
from bowerbird.web.media_type import media_type_of
from bowerbird.workspace.places import TAUGHT
from bowerbird.workspace.plan import Plan
from bowerbird.workspace.single import open_document

ADDRESSED = 0.4  # confidence: another address may be the one to cite


class Described(Struct, frozen=True):
    """A document and what is known of it."""

    url: str
    media_type: str
    metadata: Metadata

    @property
    def document(self) -> dict[str, Any]:
        """Every field with its source and confidence, as plain values."""
        told = as_document(self.metadata)
        return {"document": self.url, "media_type": self.media_type, **told}

    def bibtex(self) -> str:
        """As a BibTeX entry."""
        return bibtex(self.metadata)

    def csl(self) -> dict[str, Any]:
        """As a CSL-JSON item."""
        return csl(self.metadata)

    def dublin_core(self) -> dict[str, list[str]]:
        """As Dublin Core, by element."""
        return dublin_core(self.metadata)

    def dublin_core_xml(self) -> str:
        """As an `oai_dc` XML document."""
        return dublin_core_xml(self.metadata)


def describe(name: str, plan: Plan, folder: Path) -> Described:
    """The metadata of a file or URL."""
    return asyncio.run(_describe(name, plan, folder))


async def _describe(name: str, plan: Plan, folder: Path) -> Described:
    async with open_document(name, plan, folder) as page:
        if page.media_type in HtmlParser.media_types:
            found = _of_html(page)
        elif page.media_type in DOCUMENT_TYPES:
            found = await _read_apart(page, name, plan, folder)
        else:
            raise RunError(f"{name} is {page.media_type}, which metadata are not read from")
        if found.url is None and page.url.scheme != "file":
            address = Field(page.url.href, Source.ADDRESS, ADDRESSED)
            found = structs.replace(found, url=address)
        return Described(page.url.href, page.media_type, found)


async def _read_apart(page: Page, name: str, plan: Plan, folder: Path) -> Metadata:
    """In the killable worker, by the project's own layouts first."""
    agent, taught = plan.fetch.product_token, str(folder / TAUGHT)
    async with IsolatedParser(plan.parse, agent, plan.isolation, PARSERS, more=taught) as worker:
        parsed = await worker.parse(page)
    if parsed is None:
        raise RunError(f"{name} is {page.media_type}, which metadata are not read from")
    if isinstance(parsed, ParserTrouble):
        raise RunError(f"{name} cannot be read ({parsed.reason}): {parsed.detail}")
    return parsed.document.known or property_metadata(parsed.document)


def _of_html(page: Page) -> Metadata:
    declared = media_type_of(tuple(page.headers.all("content-type"))).charset
    content = read_text(page.body.read(), declared=declared, host=page.url.host).content
    markup = content if isinstance(content, str) else content.decode("utf-8", "replace")
    return html_metadata(markup, page.url.href if page.url.scheme != "file" else "")
