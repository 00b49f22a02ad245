"""Sitemaps and feeds, and the one picture of the little web."""

import gzip
import struct
import zlib
from collections.abc import Sequence

from bowerbird.testing.little_web.building import Href, Site
from bowerbird.testing.serving import Answer

NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


def add_sitemaps(site: Site, only_here: str) -> None:
    """An index, one plain sitemap and one packed one; `only_here` is named by the packed one."""
    pages = [target for target, r in site.resources.items() if r.truth.media_type == "text/html"]
    plain = [target for target in pages if target != only_here]
    index = "".join(
        f"<sitemap><loc>{site.url(target)}</loc><lastmod>2026-05-04</lastmod></sitemap>"
        for target in ("/sitemap-1.xml", "/sitemap-2.xml.gz")
    )
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    wrapped = f'{head}<sitemapindex xmlns="{NAMESPACE}">{index}</sitemapindex>\n'
    site.text("/sitemap.xml", wrapped, "application/xml")
    site.text("/sitemap-1.xml", _url_set(site, plain), "application/xml")
    packed = gzip.compress(_url_set(site, [only_here]).encode(), mtime=0)
    answer = Answer(200, (("Content-Type", "application/gzip"),), packed)
    site.file("/sitemap-2.xml.gz", answer, "application/gzip")


def _url_set(site: Site, targets: Sequence[str]) -> str:
    entries = "".join(
        f"<url><loc>{site.url(target).replace('&', '&amp;')}</loc>"
        "<lastmod>2026-05-03T10:00:00+00:00</lastmod></url>\n"
        for target in targets
    )
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return f'{head}<urlset xmlns="{NAMESPACE}">\n{entries}</urlset>\n'


def add_feeds(site: Site, posts: Sequence[Href]) -> None:
    """RSS and Atom for the same posts, and the picture that the blog shows."""
    items = "".join(
        f"<item><title>{p.anchor}</title><link>{p.href}</link><guid>{p.href}</guid></item>\n"
        for p in posts
    )
    about = "What the blog says, newest last."
    head = f"<title>{site.name}</title><description>{about}</description>"
    rss = f'<rss version="2.0"><channel>{head}\n{items}</channel></rss>\n'
    site.text("/feed.xml", rss, "application/rss+xml")
    entries = "".join(
        f'<entry><title>{p.anchor}</title><link href="{p.href}"/><id>{p.href}</id></entry>\n'
        for p in posts
    )
    atom = f'<feed xmlns="http://www.w3.org/2005/Atom"><title>{site.name}</title>{entries}</feed>\n'
    site.text("/atom.xml", atom, "application/atom+xml")
    headers = (("Content-Type", "image/png"),)
    site.file("/panel.png", Answer(200, headers, png(8, 8, (250, 200, 40))), "image/png")


def png(width: int, height: int, colour: tuple[int, int, int]) -> bytes:
    """A picture of one colour."""
    rows = (b"\0" + bytes(colour) * width) * height
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
