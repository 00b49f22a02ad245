"""A library: documents of every kind, each with a link that stands nowhere else."""

from collections.abc import Mapping, Sequence
from html import escape

import msgspec

from bowerbird.testing.little_web.building import Href, Site
from bowerbird.testing.little_web.office_files import docx_file, epub_file, odt_file
from bowerbird.testing.little_web.pdf_file import PdfLink, pdf_file
from bowerbird.testing.little_web.pictures import png
from bowerbird.testing.little_web.prose import paragraphs

AUTHOR = "Amata Fenn"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
ODT = "application/vnd.oasis.opendocument.text"
EXIF = {0x010E: "A tapir at the salt lick", 0x010F: "Little Optics", 0x013B: AUTHOR}


def library() -> Site:
    """Nothing here is behind a password but one text, and nothing is broken but one paper."""
    site = Site("library.test", "The Library")
    shelf = [
        _pdf(site, "/tapirs.pdf", "Tapirs and their salt licks", "tapirs", 700),
        _pdf(site, "/solar.pdf", "Yield of solar panels in winter", "solar-energy", 200),
        _pdf(site, "/bicycles.pdf", "Bicycles in the rain (a study)", "bicycles", 250),
        _word(site), _open_text(site), _book(site), _notes(site), _feed(site), _picture(site),
        *_unreadable(site),
    ]  # fmt: skip
    site.article("/", "The library", "campus", shelf)
    return site


def _only(site: Site, kind: str) -> Href:
    """A page that nothing else leads to."""
    return site.article(f"/only-{kind}", f"Found only over {kind}", "offices")


def _said(site: Site, target: str, subject: str, words: int) -> tuple[str, ...]:
    return paragraphs(subject, site.url(target), words)


def _pdf(site: Site, target: str, title: str, subject: str, words: int) -> Href:
    text = _said(site, target, subject, words)
    only = _only(site, target.strip("/").replace(".", "-"))
    link = PdfLink("The page that only this paper names", only.href)
    body = pdf_file(title, AUTHOR, text, [link])
    return site.document(target, title, text, body, "application/pdf", (only,), (subject,))


def _word(site: Site) -> Href:
    text, only = _said(site, "/mice.docx", "mouse-rodent", 160), _only(site, "a-docx")
    body = docx_file("House mice in winter", AUTHOR, text, {only.anchor: only.href})
    return site.document(
        "/mice.docx", "House mice in winter", text, body, DOCX, (only,), ("mouse-rodent",)
    )


def _open_text(site: Site) -> Href:
    text, only = _said(site, "/pointers.odt", "mouse-device", 160), _only(site, "an-odt")
    body = odt_file("Mice for left hands", AUTHOR, text, {only.anchor: only.href})
    return site.document(
        "/pointers.odt", "Mice for left hands", text, body, ODT, (only,), ("mouse-device",)
    )


def _book(site: Site) -> Href:
    text, only = _said(site, "/tapirs.epub", "tapirs", 300), _only(site, "an-epub")
    half = len(text) // 2
    chapters: Mapping[str, Sequence[str]] = {
        "The forest": text[:half], "The river": text[half:],
    }  # fmt: skip
    body = epub_file("A book of tapirs", AUTHOR, chapters, {only.anchor: only.href})
    return site.document(
        "/tapirs.epub", "A book of tapirs", text, body, "application/epub+zip", (only,), ("tapirs",)
    )


def _notes(site: Site) -> Href:
    text, only = _said(site, "/notes.md", "bicycles", 120), _only(site, "markdown")
    title = "Notes on bicycles"
    lines = [f"# {title}", *text, f"See [the page]({only.href}) that *only* this file names."]
    return site.document(
        "/notes.md", title, text, "\n\n".join(lines).encode(), "text/markdown", (only,),
        ("bicycles",),
    )  # fmt: skip


def _feed(site: Site) -> Href:
    text, only = _said(site, "/feed.json", "offices", 60), _only(site, "a-json-feed")
    item = {"id": only.href, "url": only.href, "title": only.anchor,
            "content_html": "".join(f"<p>{escape(part)}</p>" for part in text),
            "date_modified": "2026-05-03T10:15:00Z"}  # fmt: skip
    feed = {"version": "https://jsonfeed.org/version/1.1", "title": "New in the library",
            "items": [item]}  # fmt: skip
    body = msgspec.json.encode(feed)
    return site.document(
        "/feed.json", "New in the library", text, body, "application/feed+json", (only,)
    )


def _picture(site: Site) -> Href:
    body = png(64, 48, (90, 80, 70), EXIF)
    return site.document("/tapir.png", EXIF[0x010E], (EXIF[0x010E],), body, "image/png")


def _unreadable(site: Site) -> list[Href]:
    locked = odt_file("Locked away", AUTHOR, ["Nobody reads this."], {}, locked=True)
    whole = pdf_file("Torn", AUTHOR, ["Half of this is gone."])
    return [
        site.document("/locked.odt", "", (), locked, ODT, unreadable="encrypted"),
        site.document("/torn.pdf", "", (), whole[:60], "application/pdf", unreadable="broken"),
    ]
