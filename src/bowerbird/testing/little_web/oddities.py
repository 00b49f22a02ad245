"""Links of every form, redirects of every kind, and what pages ask of robots."""

from bowerbird.testing.little_web.building import Extra, Href, Site


def odd_hosts() -> list[Site]:
    """Corners of the web where crawlers go wrong."""
    return [_links(), _moved(), _elsewhere(), _directives()]


def _links() -> Site:
    site = Site("links.test", "Links")
    forms = (
        ("/a/b/same-folder", "same-folder"),
        ("/a/b/dot-slash", "./dot-slash"),
        ("/a/one-up", "../one-up"),
        ("/two-up", "../../two-up"),
        ("/beyond", "../../../../../beyond"),
        ("/from-the-root", "/from-the-root"),
        ("/a/b/page?only=query", "?only=query"),
        ("/protocol", "//links.test/protocol"),
        ("/port", "http://links.test:80/port"),
        ("/upper", "HTTP://LINKS.TEST/upper"),
        ("/fragment", "/fragment#part-two"),
        ("/spaces%20in%20it", "/spaces in it"),
    )
    hrefs = []
    for target, href in forms:
        site.article(target, f"A link written {href.replace('#', ' sharp ')}", "campus")
        hrefs.append(Href(href, f"the form {target}"))
    page = site.article("/a/b/page", "Relative links", "campus", hrefs)
    site.article("/deep/under/target", "Found through a base", "evenings")
    base = Extra(
        head='<base href="/deep/under/">\n', base="/deep/under/",
        block='<p><a href="target">relative to the base</a></p>\n',
        hidden=(Href("target", "relative to the base"),), plain=True,
    )  # fmt: skip
    based = site.article("/based", "A page with a base", "evenings", (), base)
    framed = site.article("/framed", "Inside a frame", "offices")
    frame = Extra(
        block='<iframe src="/framed"></iframe>\n', hidden=(Href("/framed", "", kind="frame"),)
    )
    holder = site.article("/holder", "A page with a frame", "offices", (), frame)
    ignored = (
        '<p><a href="javascript:void(0)">script</a> <a href="mailto:a@links.test">mail</a> '
        '<a href="tel:+49761">call</a> <a href="data:text/plain,x">data</a> <a href="#top">up</a> '
        '<a href="">here</a></p>\n'
    )
    site.article("/", "Links of every form", "campus", [page, based, holder], Extra(block=ignored))
    assert framed.href == site.url("/framed")
    return site


def _moved() -> Site:
    site = Site(
        "moved.test", "Moved", robots="User-agent: *\nDisallow: /closed\n", forbidden=("/closed",)
    )
    for status in (301, 302, 303, 307, 308):
        site.article(f"/target/{status}", f"Where status {status} leads", "evenings")
        site.redirect(f"/{status}", f"/target/{status}", status)
    moved = [Href(f"/{status}", f"Status {status}") for status in (301, 302, 303, 307, 308)]
    site.redirect("/chain/1", "/chain/2", 301)
    site.redirect("/chain/2", "http://elsewhere.test/chain/3", 302)
    site.redirect("/abroad", "http://elsewhere.test/abroad", 301)
    site.redirect("/to-closed", "/closed")
    site.article("/closed", "Closed to robots", "offices")
    site.redirect("/to-nothing", "/nothing")
    site.missing("/nothing")
    site.article("/refreshed", "Where the refresh leads", "evenings")
    refresh = Extra(
        head='<meta http-equiv="refresh" content="0; url=/refreshed">\n',
        hidden=(Href("/refreshed", "", kind="refresh"),),
    )
    site.article("/refresh", "This page has moved", "offices", (), refresh)
    others = ("/chain/1", "/abroad", "/to-closed", "/to-nothing", "/refresh")
    links = [*moved, *(Href(target, f"Over {target}") for target in others)]
    site.article("/", "We have moved", "offices", links)
    return site


def _elsewhere() -> Site:
    site = Site("elsewhere.test", "Elsewhere")
    site.redirect("/chain/3", "http://elsewhere.test/chain/end", 307)
    site.article("/chain/end", "The end of a chain", "evenings")
    site.article("/abroad", "A page abroad", "evenings")
    site.article("/", "Elsewhere", "evenings")
    return site


def _directives() -> Site:
    site = Site("directives.test", "Directives")
    only = {
        name: site.article(f"/only-{name}", f"Reached only over {name}", "offices")
        for name in ("noindex", "meta-nofollow", "header-nofollow", "rel-nofollow", "ugc")
    }
    meta = '<meta name="robots" content="{}">\n'
    pages = [
        site.article(
            "/noindex", "Not to be indexed", "campus", [only["noindex"]],
            Extra(head=meta.format("NOINDEX, follow"), noindex=True),
        ),
        site.article(
            "/nofollow", "Not to be followed", "campus", [only["meta-nofollow"]],
            Extra(head=meta.format("nofollow"), nofollow=True, plain=True),
        ),
        site.article(
            "/none", "Neither of both", "campus", (),
            Extra(headers=(("X-Robots-Tag", "none"),), noindex=True, nofollow=True),
        ),
        site.article(
            "/header-nofollow", "Not to be followed, says the header", "campus",
            [only["header-nofollow"]],
            Extra(headers=(("X-Robots-Tag", "nofollow"),), nofollow=True, plain=True),
        ),
        site.article(
            "/for-others", "Noindex for another robot only", "campus", (),
            Extra(headers=(("X-Robots-Tag", "otherbot: noindex"),)),
        ),
    ]  # fmt: skip
    marked = [
        Href(only["rel-nofollow"].href, "Not vouched for", rel="nofollow"),
        Href(only["ugc"].href, "Written by a guest", rel="ugc"),
    ]
    site.article("/", "What pages ask of robots", "campus", [*pages, *marked])
    return site
