"""Metadata of one document: who wrote it, when, where it appeared, and who says so."""

import asyncio
from pathlib import Path
from typing import Any

from msgspec import Struct

from bowerbird.extract.metadata.bibtex import bibtex
from bowerbird.extract.metadata.csl import csl
from bowerbird.extract.metadata.dublincore import dublin_core, dublin_core_xml
from bowerbird.extract.metadata.html import html_metadata
from bowerbird.extract.metadata.told import as_document
from bowerbird.model.errors import RunError
from bowerbird.model.metadata import Metadata
from bowerbird.model.page import Page
from bowerbird.parse.encoding import read_text
from bowerbird.parse.html import HtmlParser
from bowerbird.web.media_type import media_type_of
from bowerbird.workspace.plan import Plan
from bowerbird.workspace.single import open_document


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
        if page.media_type not in HtmlParser.media_types:
            raise RunError(f"{name} is {page.media_type}, which metadata are not read from")
        return Described(page.url.href, page.media_type, _of_html(page))


def _of_html(page: Page) -> Metadata:
    declared = media_type_of(tuple(page.headers.all("content-type"))).charset
    content = read_text(page.body.read(), declared=declared, host=page.url.host).content
    markup = content if isinstance(content, str) else content.decode("utf-8", "replace")
    return html_metadata(markup, page.url.href if page.url.scheme != "file" else "")
