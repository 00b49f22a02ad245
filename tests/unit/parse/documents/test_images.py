"""Images: what is known of them without looking."""

import io
import struct

import pytest
from PIL import Image
from tests.unit.parse.documents.reading import failure, read

from bowerbird.model.outcomes import Failure
from bowerbird.parse.options import ParseOptions

XMP = b"""<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
 xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li>Blue bower</rdf:li>
</rdf:Alt></dc:title><dc:creator><rdf:Seq><rdf:li>A. Tapir</rdf:li><rdf:li>B. Bird</rdf:li>
</rdf:Seq></dc:creator></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>"""


def saved(kind: str, **extra: object) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (64, 48), (20, 40, 200)).save(file, kind, **extra)
    return file.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF", "AVIF"])
def test_size_and_format_are_told(kind: str) -> None:
    document = read(saved(kind), f"image/{kind.lower()}", name="bower.img")

    assert document.metadata["image:format"] == kind
    assert (document.metadata["image:width"], document.metadata["image:height"]) == ("64", "48")
    assert document.title == "bower.img"


def test_what_a_camera_wrote_is_read_but_not_where_it_stood() -> None:
    exif = Image.Exif()
    exif[0x010E], exif[0x010F] = "A bower", "Optics"
    exif.get_ifd(0x8769)[0x9003] = "2026:05:03 10:15:00"
    exif.get_ifd(0x8825)[1] = "N"

    document = read(saved("JPEG", exif=exif), "image/jpeg")

    assert document.text == "A bower"
    assert document.metadata["exif:make"] == "Optics"
    assert document.metadata["exif:taken"] == "2026:05:03 10:15:00"
    assert not any("gps" in key.lower() for key in document.metadata)


@pytest.mark.parametrize("kind", ["JPEG", "WEBP"])
def test_xmp_gives_title_and_authors(kind: str) -> None:
    document = read(saved(kind, xmp=XMP), f"image/{kind.lower()}")

    assert document.title == "Blue bower"
    assert document.metadata["dc:creator"] == "A. Tapir; B. Bird"


def test_a_huge_picture_costs_nothing() -> None:
    small = saved("BMP")
    huge = small.replace(struct.pack("<ii", 64, 48), struct.pack("<ii", 900_000_000, 900_000_000))

    assert read(huge, "image/bmp").metadata["image:width"] == "900000000"


def test_words_in_a_picture_are_read_if_that_is_asked_for(tmp_path, monkeypatch) -> None:
    reader = tmp_path / "tesseract"
    reader.write_text('#!/bin/sh\necho "said: $*, $(head -c 4 | tail -c 3)"\n')
    reader.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    asked = ParseOptions(ocr=True, ocr_languages="eng+deu")

    assert read(saved("PNG"), "image/png").text == ""
    assert read(saved("PNG"), "image/png", asked).text == "said: stdin stdout -l eng+deu, PNG"


def test_a_reader_that_hangs_or_is_not_there_is_done_without(tmp_path, monkeypatch) -> None:
    reader = tmp_path / "tesseract"
    reader.write_text("#!/bin/sh\nexec sleep 60\n")
    reader.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    impatient = ParseOptions(ocr=True, ocr_seconds=0.2)

    assert read(saved("PNG"), "image/png", impatient).text == ""
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    assert read(saved("PNG"), "image/png", impatient).text == ""


@pytest.mark.parametrize("body", [b"", b"\x89PNG\r\n\x1a\n", b"GIF89a", b"no picture", bytes(100)])
def test_what_is_no_picture_is_broken(body: bytes) -> None:
    assert failure(body, "image/png") is Failure.BROKEN
