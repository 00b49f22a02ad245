"""What a page is: what the server says, checked against what the bytes say."""

import time

import pytest

from bowerbird.web.media_type import MediaType, media_type_of, parse_media_type, sniff

HTML = b"<!DOCTYPE html>\n<html lang=en><title>x</title>"
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
JPEG = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00"
PDF = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
GZIP = b"\x1f\x8b\x08\x00\x00\x00\x00\x00"
ZIP = b"PK\x03\x04\x14\x00\x06\x00" + b"\x00" * 22
EPUB = b"PK\x03\x04" + b"\x00" * 26 + b"mimetypeapplication/epub+zipPK\x03\x04"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 8
RSS = b'<?xml version="1.0"?>\n<!-- made by -->\n<rss version="2.0"><channel>'
RSS_1 = b'<rdf:RDF xmlns="http://purl.org/rss/1.0/" xmlns:rdf="x"><channel>'
ATOM = b"\xef\xbb\xbf<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom'>"
SITEMAP = b"<?xml version='1.0'?><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
XHTML = (
    b"<?xml version='1.0'?>\n<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' 'x'><html>"
)


@pytest.mark.parametrize(
    ("value", "essence", "charset"),
    [
        ("text/html", "text/html", ""),
        (" Text/HTML ; Charset=UTF-8 ", "text/html", "utf-8"),
        ('text/html;charset="utf-8"', "text/html", "utf-8"),
        ('text/html;charset="utf-8', "text/html", "utf-8"),
        ('text/html;charset="a\\"b";x=y', "text/html", 'a"b'),
        ('text/html; x="a;charset=no"; charset=gbk', "text/html", "gbk"),
        ("text/html; charset=gbk; charset=utf-8", "text/html", "gbk"),
        ("text/html;;;charset=gbk;", "text/html", "gbk"),
        ("text/html;charset=", "text/html", ""),
        ("text/html;charset", "text/html", ""),
        ('text/html;charset="";charset=gbk', "text/html", "gbk"),
        ("application/xhtml+xml; charset=utf-8", "application/xhtml+xml", "utf-8"),
        ("", "", ""),
        ("html", "", ""),
        ("/html", "", ""),
        ("text/", "", ""),
        ("t ext/html", "", ""),
        ("text/html, text/plain", "", ""),
        ("text/html charset=utf-8", "", ""),
    ],
)
def test_a_content_type_is_parsed_as_mimesniff_does(value, essence, charset):
    assert parse_media_type(value) == MediaType(essence, charset)


@pytest.mark.parametrize(
    ("values", "essence", "charset"),
    [
        ([], "", ""),
        (["text/html;charset=gbk", "text/html"], "text/html", "gbk"),
        (["text/html;charset=gbk", "text/plain"], "text/plain", ""),
        (["text/html;charset=gbk, text/html;charset=utf-8"], "text/html", "utf-8"),
        (['text/html;x="a,b";charset=gbk, */*'], "text/html", "gbk"),
        (["nonsense", "text/html"], "text/html", ""),
        (["text/html", "nonsense"], "text/html", ""),
    ],
)
def test_several_content_types_are_combined_as_fetch_does(values, essence, charset):
    assert media_type_of(values) == MediaType(essence, charset)


@pytest.mark.parametrize(
    ("declared", "start", "extension", "found"),
    [
        ("text/html; charset=utf-8", HTML, "html", "text/html"),
        ("text/html", b"", "", "text/html"),
        ("text/html", b"no tag at all", "", "text/html"),
        ("text/html", JPEG, "html", "image/jpeg"),
        ("text/html", PDF, "", "application/pdf"),
        ("text/html", GZIP, "gz", "application/gzip"),
        ("text/html", RSS, "xml", "application/rss+xml"),
        ("text/html", ATOM, "", "application/atom+xml"),
        ("text/html", SITEMAP, "xml", "application/xml"),
        ("text/html", XHTML, "", "text/html"),
        ("text/plain", HTML, "html", "text/html"),
        ("text/plain", HTML, "", "text/html"),
        ("text/plain", b"<!-- note -->\n <HTML>", "", "text/html"),
        ("text/plain", HTML, "txt", "text/plain"),
        ("text/plain", b"Use <html> to begin a page", "", "text/plain"),
        ("text/plain", b"<p>a paragraph</p>", "", "text/plain"),
        ("text/plain", b"<htmlx>", "", "text/plain"),
        ("text/plain", PDF, "pdf", "application/pdf"),
        ("text/plain", b"%PDF-1.4 all ascii", "pdf", "application/pdf"),
        ("text/plain", b"\x00\x01\x02\x03\x04", "bin", "application/octet-stream"),
        ("text/plain", b"\xff\xfeh\x00i\x00", "", "text/plain"),
        ("text/plain; charset=utf-8", RSS, "", "application/rss+xml"),
        ("text/plain", RSS, "txt", "text/plain"),
        ("application/octet-stream", PDF, "pdf", "application/pdf"),
        ("application/octet-stream", b"\r\n\r\n" + PDF, "pdf", "application/pdf"),
        ("application/octet-stream", b"\x00\x01\x02", "", "application/octet-stream"),
        ("application/octet-stream", b"plain words", "", "text/plain"),
        ("application/x-download", ZIP, "docx",
         "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        ("application/octet-stream", ZIP, "zip", "application/zip"),
        ("application/zip", EPUB, "", "application/epub+zip"),
        ("application/octet-stream", OLE, "doc", "application/msword"),
        ("application/msword", HTML, "doc", "text/html"),
        ("application/msword", b"{\\rtf1\\ansi", "doc", "application/rtf"),
        ("application/pdf", HTML, "pdf", "text/html"),
        ("application/pdf", b"whatever", "pdf", "application/pdf"),
        ("image/png", JPEG, "png", "image/jpeg"),
        ("image/png", HTML, "png", "text/html"),
        ("image/svg+xml", b"<svg xmlns='x'>", "svg", "image/svg+xml"),
        ("text/xml", RSS, "", "application/rss+xml"),
        ("application/x-rss+xml", RSS, "", "application/rss+xml"),
        ("text/rss+xml; charset=utf-8", RSS, "", "application/rss+xml"),
        ("application/rss", RSS, "", "application/rss+xml"),
        ("application/x-atom+xml", b"<feed xmlns='http://www.w3.org/2005/Atom'>", "",
         "application/atom+xml"),
        ("application/mathml+xml", b"<?xml version='1.0'?><math>", "", "application/mathml+xml"),
        ("application/xml", RSS_1, "", "application/rss+xml"),
        ("application/xml", SITEMAP, "", "application/xml"),
        ("application/xml", XHTML, "", "application/xhtml+xml"),
        ("application/json", b"{}", "", "application/json"),
        ("text/css", HTML, "css", "text/css"),
        ("", HTML, "", "text/html"),
        ("", b"<p>text", "", "text/html"),
        ("", "\ufeff<!doctype html><p>ü".encode("utf-16-le"), "", "text/html"),
        ("text/plain", "\ufeff<!doctype html>".encode("utf-16-be"), "", "text/html"),
        ("", "\ufeffplain".encode("utf-16-be"), "", "text/plain"),
        ("", XHTML, "", "application/xhtml+xml"),
        ("*/*", PNG, "", "image/png"),
        ("", b"RIFF\x00\x00\x00\x00WEBPVP8 ", "", "image/webp"),
        ("", b"\x00\x00\x00\x20ftypavif\x00", "", "image/avif"),
        ("", b"{}", "json", "application/json"),
        ("", b"a,b\n1,2", "csv", "text/csv"),
        ("", b"BMW builds cars", "", "text/plain"),
        ("", b"", "", "text/plain"),
        ("nonsense", HTML, "", "text/html"),
    ],
)  # fmt: skip
def test_bytes_and_declaration_together_say_what_it_is(declared, start, extension, found):
    assert sniff(declared, start, extension) == found


@pytest.mark.parametrize(
    ("declared", "start", "extension", "found"),
    [
        ("text/plain", HTML, "html", "text/plain"),
        ("text/html", JPEG, "html", "text/html"),
        ("image/png", HTML, "png", "image/png"),
        ("application/octet-stream", PDF, "pdf", "application/pdf"),
        ("application/octet-stream", HTML, "html", "application/octet-stream"),
        ("application/octet-stream", RSS, "xml", "application/octet-stream"),
        ("", HTML, "", "text/html"),
    ],
)
def test_nosniff_is_honoured_where_the_server_said_anything(declared, start, extension, found):
    assert sniff(declared, start, extension, nosniff=True) == found


@pytest.mark.parametrize("declared", ["", "text/plain", "text/html", "application/xml"])
@pytest.mark.parametrize(
    "start", [b" " * 4_000, b"<!-- -->" * 500, b"<!--" * 1_000, b"-->" * 1_000, b"<?" * 2_000]
)
def test_no_bytes_make_sniffing_slow(declared, start):
    begun = time.process_time()

    for _ in range(20):
        sniff(declared, start)

    assert time.process_time() - begun < 0.2
