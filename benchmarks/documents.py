"""Documents: do we read the words that others read, and what does it cost?

    python -m benchmarks.documents [--pdfs FOLDER] [--json]

Promise: of the words that an independent tool reads from a document made here, at least .95 are
read by us too, and the other way round; of papers of the world in the mean (one tool reads small
capitals as words of their own, another cannot tell a formula).
"""

import argparse
import io
import json
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from zipfile import ZipFile

import docx
import openpyxl
import pptx
import pypdf
from msgspec import Struct, to_builtins
from odf import teletype
from odf.opendocument import load
from odf.text import H, P
from striprtf.striprtf import rtf_to_text

from benchmarks.corrupted import page_of
from benchmarks.document_samples import SAMPLES, WITH_PARAGRAPHS
from bowerbird.parse.documents.framing import ParsedDocument
from bowerbird.parse.documents.parser import DocumentParser
from bowerbird.parse.options import ParseOptions
from bowerbird.testing.little_web.prose import paragraphs

ENOUGH = 0.95
SHARED_PDFS = Path(__file__).parents[2] / "shared" / "data" / "pdf"
SUBJECTS = ("tapirs", "bicycles", "solar-energy", "mouse-rodent", "mouse-device")
_WORD = re.compile(r"\w+")


class Agreement(Struct, frozen=True):
    """How many of the other's words are ours, and the other way round."""

    what: str
    tool: str
    theirs_read: float
    ours_confirmed: float
    words: int

    @property
    def holds(self) -> bool:
        return min(self.theirs_read, self.ours_confirmed) >= ENOUGH


class Cost(Struct, frozen=True):
    """CPU for documents of one kind."""

    kind: str
    milliseconds: float  # for one document
    pages_per_second: float = 0.0


# ---- what others read ----------------------------------------------------------------------------


def _docx(body: bytes) -> str:
    read = docx.Document(io.BytesIO(body))
    said = [paragraph.text for paragraph in read.paragraphs]
    said += [cell.text for table in read.tables for row in table.rows for cell in row.cells]
    return "\n".join(said)


def _xlsx(body: bytes) -> str:
    book = openpyxl.load_workbook(io.BytesIO(body))
    said = list(book.sheetnames)
    for sheet in book:
        for row in sheet.iter_rows(values_only=True):
            said += [str(cell).upper() if cell is True else str(cell) for cell in row if cell]
    return "\n".join(said)


def _pptx(body: bytes) -> str:
    said = []
    for slide in pptx.Presentation(io.BytesIO(body)).slides:
        said += [shape.text_frame.text for shape in slide.shapes if shape.has_text_frame]
        if slide.has_notes_slide:
            said.append(slide.notes_slide.notes_text_frame.text)
    return "\n".join(said)


def _odf(body: bytes) -> str:
    read = load(io.BytesIO(body))
    blocks = read.getElementsByType(P) + read.getElementsByType(H)
    return "\n".join(teletype.extractText(block) for block in blocks)


def _pypdf(body: bytes) -> str:
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(body)).pages)


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self._inside = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self._inside += tag == "body"

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.said.append(data)


def _epub(body: bytes) -> str:
    text = _Text()
    with ZipFile(io.BytesIO(body)) as book:
        for name in book.namelist():
            if name.endswith("html"):
                text.feed(book.read(name).decode())
    return " ".join(text.said)


def _programme(*command: str) -> Callable[[bytes], str]:
    def read(body: bytes) -> str:
        done = subprocess.run(command, input=body, capture_output=True, check=True, timeout=60)
        return done.stdout.decode("utf-8", "replace")

    return read


def _rtf(body: bytes) -> str:
    return str(rtf_to_text(body.decode("ascii")))  # type: ignore[no-untyped-call]


OTHERS: dict[str, tuple[str, Callable[[bytes], str]]] = {
    "pdf-packed": ("pypdf", _pypdf), "docx": ("python-docx", _docx),
    "xlsx": ("openpyxl", _xlsx), "pptx": ("python-pptx", _pptx), "odt": ("odfpy", _odf),
    "odp": ("odfpy", _odf), "ods": ("odfpy", _odf), "rtf": ("striprtf", _rtf),
    "epub": ("html.parser", _epub),
}  # fmt: skip
PROGRAMMES = {
    "pdf-packed": ("pdftotext", "-", "-"), "doc": ("catdoc", "-d", "utf-8"),
    "ppt": ("catppt", "-d", "utf-8"), "xls": ("xls2csv", "-d", "utf-8", "-q", "0"),
}  # fmt: skip


# ---- agreement -----------------------------------------------------------------------------------


def ours(body: bytes, media_type: str) -> ParsedDocument:
    """Read as a crawl reads it, but here."""
    parsed = DocumentParser(ParseOptions(), "documents").parse(page_of(body, media_type))
    assert isinstance(parsed, ParsedDocument), parsed
    return parsed


def compare(what: str, tool: str, mine: str, other: str) -> Agreement:
    """By words, each as often as it is said."""
    here, there = (Counter(_WORD.findall(text.lower())) for text in (mine, other))
    both = (here & there).total()
    return Agreement(
        what, tool, both / max(there.total(), 1), both / max(here.total(), 1), there.total()
    )


def agreements() -> list[Agreement]:
    """On prose of the little web, written and read by libraries of others."""
    said = tuple(part for s in SUBJECTS for part in paragraphs(s, f"documents/{s}", 300))
    found = []
    for kind, (tool, read) in OTHERS.items():
        body = WITH_PARAGRAPHS[kind](said)
        mine = ours(body, SAMPLES[kind][0]).document.text
        found.append(compare(kind, tool, mine, read(body)))
    return found


def programme_agreements() -> list[Agreement]:
    """The same with programs that Debian has, for what Python has nothing independent for."""
    said = tuple(part for s in SUBJECTS for part in paragraphs(s, f"documents/{s}", 300))
    found = []
    for kind, command in PROGRAMMES.items():
        if shutil.which(command[0]) is None:
            found.append(Agreement(kind, f"{command[0]} is missing", 0, 0, 0))
            continue
        body = WITH_PARAGRAPHS[kind](said)
        folder = Path("/tmp") / f"documents.{kind}"
        if command[0] in ("catppt", "xls2csv", "catdoc"):
            folder.write_bytes(body)
            other = _programme(*command, str(folder))(b"")
            folder.unlink()
        else:
            other = _programme(*command)(body)
        mine = ours(body, SAMPLES[kind][0]).document.text
        found.append(compare(kind, command[0], mine, other))
    return found


def pdf_agreements(folder: Path) -> list[Agreement]:
    """On papers of the world, with poppler."""
    found = []
    for path in sorted(folder.rglob("*.pdf")):
        body = path.read_bytes()
        other = _programme("pdftotext", "-", "-")(body)
        mine = ours(body, "application/pdf").document.text
        found.append(compare(path.name, "pdftotext", mine, other))
    return found


def in_the_mean(found: list[Agreement]) -> list[Agreement]:
    """All papers as one; none where there is none."""
    if not found:
        return []
    theirs, ours = (
        sum(shares) / len(found)
        for shares in zip(*((one.theirs_read, one.ours_confirmed) for one in found), strict=True)
    )
    words = sum(one.words for one in found)
    return [Agreement(f"{len(found)} papers", "pdftotext", theirs, ours, words)]


# ---- cost ----------------------------------------------------------------------------------------


def costs(folder: Path) -> list[Cost]:
    """CPU in this process, the reader loaded."""
    found = []
    for kind, make in WITH_PARAGRAPHS.items():
        said = tuple(part for s in SUBJECTS for part in paragraphs(s, f"documents/{s}", 300))
        body, media_type = make(said), SAMPLES[kind][0]
        ours(body, media_type)
        started = time.process_time()
        for _ in range(10):
            ours(body, media_type)
        found.append(Cost(kind, (time.process_time() - started) * 100))
    papers = [path.read_bytes() for path in sorted(folder.rglob("*.pdf"))]
    if papers:
        started = time.process_time()
        pages = [
            int(ours(body, "application/pdf").document.metadata["pdf:pages"]) for body in papers
        ]
        seconds = time.process_time() - started
        found.append(Cost("real papers", seconds * 1_000 / len(papers), sum(pages) / seconds))
    return found


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--pdfs", type=Path, default=SHARED_PDFS)
    arguments.add_argument("--json", action="store_true")
    asked = arguments.parse_args()
    papers = pdf_agreements(asked.pdfs)
    agreed = agreements() + programme_agreements() + in_the_mean(papers)
    cost = costs(asked.pdfs)
    if asked.json:
        print(json.dumps(to_builtins({"agreements": agreed, "papers": papers, "costs": cost})))
    else:
        for one in papers + agreed:
            print(f"{one.what:20} {one.tool:12} theirs read {one.theirs_read:.3f}  "
                  f"ours confirmed {one.ours_confirmed:.3f}  {one.words} words"
                  f"{'' if one.holds else '  BELOW'}")  # fmt: skip
        for spent in cost:
            speed = f"  {spent.pages_per_second:.0f} pages/s" if spent.pages_per_second else ""
            print(f"{spent.kind:20} {spent.milliseconds:.2f} ms of CPU for a document{speed}")
    return int(not all(one.holds for one in agreed))


if __name__ == "__main__":
    sys.exit(main())
