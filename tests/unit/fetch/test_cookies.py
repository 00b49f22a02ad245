"""The cookie jar: RFC 6265, public suffixes, bounds."""

import pytest

from bowerbird.fetch.cookies import MAX_PER_SITE, CookieJar
from bowerbird.testing.fetcher import a_url


def sent(set_on: str, text: str, asked: str, now: float = 1000.0, later: float = 0.0) -> str:
    jar = CookieJar()
    jar.store(a_url(set_on), [text], now)
    return jar.header(a_url(asked), now + later)


@pytest.mark.parametrize(
    ("set_on", "text", "asked", "header"),
    [
        ("http://www.shop.example/", "a=1", "http://www.shop.example/x", "a=1"),
        ("http://www.shop.example/", "a=1", "http://shop.example/", ""),
        ("http://www.shop.example/", "a=1; Domain=shop.example", "http://x.shop.example/", "a=1"),
        ("http://www.shop.example/", "a=1; Domain=other.example", "http://other.example/", ""),
        ("http://www.shop.co.uk/", "a=1; Domain=co.uk", "http://bank.co.uk/", ""),
        ("http://alice.github.io/", "a=1; Domain=github.io", "http://bob.github.io/", ""),
        ("http://192.0.2.1/", "a=1; Domain=192.0.2.1", "http://192.0.2.1/", "a=1"),
        ("http://a.test/x/y", "a=1", "http://a.test/x/z", "a=1"),
        ("http://a.test/x/y", "a=1", "http://a.test/xx", ""),
        ("https://a.test/", "a=1; Secure", "https://a.test/", "a=1"),
        ("https://a.test/", "a=1; Secure", "http://a.test/", ""),
        ("http://a.test/", "a=1; Secure", "https://a.test/", ""),
        ("http://a.test/", "__Host-a=1; Path=/", "http://a.test/", ""),
        ("http://a.test/", "a=1; Max-Age=0", "http://a.test/", ""),
        ("http://a.test/", "a=1; Expires=Thu, 01 Jan 1970 00:00:01 GMT", "http://a.test/", ""),
        ("http://a.test/", "a=" + "x" * 5000, "http://a.test/", ""),
        ("http://a.test/", "a=1\r\nX-Evil: 1", "http://a.test/", ""),
        ("http://a.test/", "nonsense", "http://a.test/", ""),
    ],
)  # fmt: skip
def test_a_cookie_goes_where_it_may(set_on, text, asked, header):
    assert sent(set_on, text, asked) == header


def test_a_cookie_ends_with_its_age():
    assert sent("http://a.test/", "a=1; Max-Age=60", "http://a.test/", later=59) == "a=1"
    assert sent("http://a.test/", "a=1; Max-Age=60", "http://a.test/", later=61) == ""


def test_a_site_cannot_fill_the_jar():
    jar = CookieJar()
    for number in range(500):
        jar.store(a_url("http://a.test/"), [f"c{number}=1"], 0.0)

    assert len(jar) == MAX_PER_SITE
