"""Sitemaps and feeds, and the picture of the blog."""

import gzip
from collections.abc import Sequence

from bowerbird.testing.little_web.building import Href, Site
from bowerbird.testing.little_web.pictures import png
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
    site.text("/sitemap-1.xml", url_set(site, plain), "application/xml")
    packed = gzip.compress(url_set(site, [only_here]).encode(), mtime=0)
    answer = Answer(200, (("Content-Type", "application/gzip"),), packed)
    site.file("/sitemap-2.xml.gz", answer, "application/gzip")


def url_set(site: Site, targets: Sequence[str]) -> str:
    """A sitemap of these pages."""
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
    site.document(
        "/feed.xml", site.name, (), rss.encode(), "application/rss+xml", posts, ("solar-energy",)
    )
    entries = "".join(
        f'<entry><title>{p.anchor}</title><link href="{p.href}"/><id>{p.href}</id></entry>\n'
        for p in posts
    )
    atom = f'<feed xmlns="http://www.w3.org/2005/Atom"><title>{site.name}</title>{entries}</feed>\n'
    site.document(
        "/atom.xml", site.name, (), atom.encode(), "application/atom+xml", posts, ("solar-energy",)
    )
    headers = (("Content-Type", "image/png"),)
    site.file("/panel.png", Answer(200, headers, png(8, 8, (250, 200, 40))), "image/png")
