"""Traps in documents: bombs, locks, lies about size. A crawl says why, and goes on."""

import gzip
import io
import zipfile
from collections.abc import Callable

from bowerbird.testing.hostile_web.scripts import answer, any_of, failed, fetched, links, page, trap
from bowerbird.testing.hostile_web.values import Expect, Script, Trap
from bowerbird.testing.serving import Asked

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
ODT = "application/vnd.oasis.opendocument.text"
XML, PDF = "application/xml", "application/pdf"
BIG = 20_000_000  # bytes that a bomb comes to

_LOCK = "<manifest:manifest><manifest:encryption-data/></manifest:manifest>"
_PAGES = (
    b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    b"2 0 obj<</Type/Pages/Count 1000000/Kids[2 0 R 2 0 R]>>endobj\n"
    b"trailer<</Root 1 0 R>>\n"
)


def file_traps() -> list[Trap]:
    """Each file is named by a page, which names a harmless page after it."""
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    entities = f'<!DOCTYPE d [<!ENTITY l0 "lol">{laughs}]><d>&l9;</d>'
    outside = '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><d><t>said</t>&x;</d>'
    survived = any_of("fetched", "failed", reasons=("broken", "bomb"))
    return [
        _trap("zip", "a document that inflates a thousandfold", DOCX, failed("bomb"),
              lambda: _zipped({"word/document.xml": b"<a>" + b" " * BIG})),
        _trap("packed-sitemap", "a packed sitemap that inflates a thousandfold",
              "application/gzip", failed("bomb"), lambda: gzip.compress(bytes(BIG), mtime=0)),
        _trap("entities", "entities of entities of entities", XML, survived, entities.encode),
        _trap("outside-entity", "an entity that is a file of the reader", XML, survived,
              outside.encode),
        _trap("locked", "a text that asks for a password", ODT, failed("encrypted"),
              lambda: _zipped({"content.xml": b"\0", "META-INF/manifest.xml": _LOCK.encode()})),
        _trap("million-pages", "a paper of a million pages, all of them itself", PDF, survived,
              lambda: _PAGES),
        _trap("torn", "a paper that ends after its name", PDF, failed("broken"),
              lambda: b"%PDF-1.7\n%\xe2\xe3"),
        _trap("deep", "half a million open elements", XML, survived,
              lambda: b"<d>" + b"<a>" * 500_000),
    ]  # fmt: skip


def _trap(name: str, why: str, media_type: str, expect: Expect, make: Callable[[], bytes]) -> Trap:
    def reply(_asked: Asked, _turn: int) -> Script:
        return answer(make(), fields={"Content-Type": media_type})

    return trap(
        "files", f"file-{name}", why,
        {"/": page("Shelf", links("/file", "/after")), "/file": reply, "/after": page("After")},
        {"/": fetched("Shelf"), "/file": expect, "/after": fetched("After")},
    )  # fmt: skip


def _zipped(parts: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return file.getvalue()
