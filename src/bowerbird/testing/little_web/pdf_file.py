"""The smallest PDF writer that will do: text in lines, links, properties."""

from collections.abc import Sequence
from textwrap import wrap

from msgspec import Struct

LINES_OF_A_PAGE = 46
LETTERS_OF_A_LINE = 84
_LEADING, _TOP, _LEFT, _RIGHT = 16, 780, 56, 540


class PdfLink(Struct, frozen=True):
    """A line that leads somewhere."""

    words: str
    href: str


def pdf_file(
    title: str, author: str, paragraphs: Sequence[str], links: Sequence[PdfLink] = ()
) -> bytes:
    """A title in large letters, paragraphs below it, and the links at the end."""
    lines: list[str | PdfLink] = []
    for paragraph in paragraphs:
        lines += [*wrap(paragraph, LETTERS_OF_A_LINE, break_on_hyphens=False), ""]
    lines += links
    pages = [
        lines[start : start + LINES_OF_A_PAGE] for start in range(0, len(lines), LINES_OF_A_PAGE)
    ]
    file = _File()
    font = file.add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica "
                    "/Encoding /WinAnsiEncoding >>")  # fmt: skip
    tree = file.reserve()
    kids = [
        _page(file, tree, font, page, title if not number else "")
        for number, page in enumerate(pages or [[]])
    ]
    listed = " ".join(f"{kid} 0 R" for kid in kids)
    file.fill(tree, f"<< /Type /Pages /Kids [{listed}] /Count {len(kids)} >>")
    root = file.add(f"<< /Type /Catalog /Pages {tree} 0 R /Lang (en) >>")
    info = file.add(
        f"<< /Title ({_escaped(title)}) /Author ({_escaped(author)}) "
        "/Producer (Little Web) /CreationDate (D:20260503101500Z) >>"
    )
    return file.written(root, info)


def _page(file: "_File", tree: int, font: int, lines: Sequence[str | PdfLink], title: str) -> int:
    drawn, notes = [], []
    if title:
        drawn.append(_drawn(title, 20, _TOP + 20))
    for number, line in enumerate(lines):
        height = _TOP - 20 - number * _LEADING
        words = line.words if isinstance(line, PdfLink) else line
        if words:
            drawn.append(_drawn(words, 11, height))
        if isinstance(line, PdfLink):
            box = f"{_LEFT} {height - 3} {_RIGHT} {height + 11}"
            notes.append(file.add(
                f"<< /Type /Annot /Subtype /Link /Rect [{box}] /Border [0 0 0] "
                f"/A << /S /URI /URI ({_escaped(line.href)}) >> >>"
            ))  # fmt: skip
    content = file.add_stream("\n".join(drawn).encode("cp1252"))
    annotations = " ".join(f"{note} 0 R" for note in notes)
    return file.add(
        f"<< /Type /Page /Parent {tree} 0 R /MediaBox [0 0 595 842] /Contents {content} 0 R "
        f"/Resources << /Font << /F1 {font} 0 R >> >> /Annots [{annotations}] >>"
    )


def _drawn(words: str, size: int, height: int) -> str:
    return f"BT /F1 {size} Tf 1 0 0 1 {_LEFT} {height} Tm ({_escaped(words)}) Tj ET"


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


class _File:
    """The objects of a file, numbered from one."""

    def __init__(self) -> None:
        self._objects: list[bytes] = []

    def reserve(self) -> int:
        self._objects.append(b"")
        return len(self._objects)

    def add(self, content: str) -> int:
        number = self.reserve()
        self.fill(number, content)
        return number

    def add_stream(self, content: bytes) -> int:
        number = self.reserve()
        head = f"<< /Length {len(content)} >>\nstream\n".encode()
        self._objects[number - 1] = head + content + b"\nendstream"
        return number

    def fill(self, number: int, content: str) -> None:
        self._objects[number - 1] = content.encode("cp1252")

    def written(self, root: int, info: int) -> bytes:
        body = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
        places = []
        for number, content in enumerate(self._objects, 1):
            places.append(len(body))
            body += f"{number} 0 obj\n".encode() + content + b"\nendobj\n"
        start = len(body)
        body += f"xref\n0 {len(places) + 1}\n0000000000 65535 f \n".encode()
        body += b"".join(f"{place:010} 00000 n \n".encode() for place in places)
        body += (
            f"trailer\n<< /Size {len(places) + 1} /Root {root} 0 R /Info {info} 0 R >>\n".encode()
        )
        return bytes(body + f"startxref\n{start}\n%%EOF\n".encode())
