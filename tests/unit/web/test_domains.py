"""Who is answerable for a host, by the public suffix list."""

import pytest

from bowerbird.web.domains import is_address, registrable_domain
from bowerbird.web.url import parse


@pytest.mark.parametrize(
    ("host", "domain"),
    [
        ("example.org", "example.org"),
        ("www.example.org", "example.org"),
        ("a.b.c.example.org", "example.org"),
        ("www.example.co.uk", "example.co.uk"),
        ("example.co.uk", "example.co.uk"),
        ("a.www.ck", "www.ck"),
        ("a.b.example.ck", "b.example.ck"),
        ("www.unknown-suffix.test", "unknown-suffix.test"),
        ("alice.github.io", "alice.github.io"),
        ("x.alice.github.io", "alice.github.io"),
        ("www.xn--85x722f.xn--55qx5d.cn", "xn--85x722f.xn--55qx5d.cn"),
    ],
)
def test_the_registrable_domain_is_one_name_below_the_public_suffix(host, domain):
    assert registrable_domain(host) == domain


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "::1", "2001:db8::1", "localhost", "intranet", "com", "co.uk",
             "github.io", ""],
)  # fmt: skip
def test_addresses_single_labels_and_public_suffixes_are_their_own(host):
    assert registrable_domain(host) == host


def test_an_address_is_known_in_every_way_of_writing_it():
    for text in ("http://0x7f.1/", "http://[::1]/", "http://2130706433/", "http://127.0.0.1./"):
        assert is_address(parse(text).host)
    for text in ("http://example.org/", "http://1.example/", "http://localhost/", "file:///a"):
        assert not is_address(parse(text).host)


def test_two_tenants_of_one_hoster_are_two_domains():
    assert registrable_domain("alice.github.io") != registrable_domain("bob.github.io")
