"""Which addresses are public, and what --resolve means."""

import pytest
from pydantic import ValidationError

from bowerbird.fetch.guard import Guard, is_public
from bowerbird.fetch.options import FetchOptions
from bowerbird.fetch.overrides import Override, OverrideError, Overrides, parse_override


@pytest.mark.parametrize(
    "address",
    [
        "8.8.8.8",
        "1.1.1.1",
        "2606:4700::1111",
        "::ffff:8.8.8.8",
        "64:ff9b::808:808",
        "2002:808:808::",
    ],
)
def test_public_addresses_are_public(address):
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "0.0.0.0", "10.1.1.1", "100.64.0.1", "169.254.169.254", "172.31.0.1", "192.0.2.1",
     "192.168.0.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1",
     "::ffff:10.0.0.1", "::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::1", "2002:a00:1::", "2001::1",
     "2001:db8::1", "3fff::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%eth0", "ff02::1",
     "2606:4700::1%eth0", "nonsense"],
)  # fmt: skip
def test_everything_else_is_not(address):
    assert not is_public(address)


def test_a_server_of_ours_on_every_interface_is_found_on_each_private_one():
    guard = Guard(allow_private=True, own_servers=lambda: [("0.0.0.0", 8080)])

    assert guard.refusal("192.168.1.5", 8080)
    assert guard.refusal("::ffff:127.0.0.1", 8080)
    assert guard.refusal("8.8.8.8", 8080) is None
    assert guard.refusal("192.168.1.5", 8081) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("*.test=127.0.0.1:8081", Override("*.test", "127.0.0.1", 8081)),
        ("Example.ORG.=192.0.2.1", Override("example.org", "192.0.2.1")),
        ("*=::1", Override("*", "::1")),
        ("a.test=[2001:db8::1]:80", Override("a.test", "2001:db8::1", 80)),
    ],
)
def test_an_override_is_read(text, expected):
    assert parse_override(text) == expected


@pytest.mark.parametrize(
    "text",
    ["", "a.test", "a.test=", "=127.0.0.1", "a.test=elsewhere.test", "a.test=127.0.0.1:",
     "a.test=127.0.0.1:0", "a.test=127.0.0.1:65536", "a*b.test=127.0.0.1", "a.test=[::1]80",
     "http://a/=127.0.0.1"],
)  # fmt: skip
def test_an_override_that_cannot_be_read_says_what_to_write(text):
    with pytest.raises(OverrideError, match=r"PATTERN=ADDRESS\[:PORT\]"):
        parse_override(text)


def test_a_star_takes_names_below_and_the_first_override_wins():
    overrides = Overrides([parse_override("a.test=192.0.2.1"), parse_override("*.test=192.0.2.2")])

    found = [overrides.find(host) for host in ("a.test", "b.c.test", "test", "atest")]

    assert [each and each.address for each in found] == ["192.0.2.1", "192.0.2.2", None, None]


@pytest.mark.parametrize(
    "options",
    [{"resolve": ["nonsense"]}, {"proxies": {"urls": ["127.0.0.1:3128"]}}, {"unknown": 1},
     {"user_agent": "a\r\nX: y"}, {"limits": {"total_seconds": -1}},
     {"logins": [{"origin": "https://a.test/path", "user": "u", "password": "${P}"}]}],
)  # fmt: skip
def test_options_that_do_not_hold_fail_at_load(options):
    with pytest.raises(ValidationError):
        FetchOptions.model_validate(options)
