"""robots.txt as RFC 9309 has it, and as its best-known reader documents its own matching."""

from collections.abc import Callable
from time import process_time

import pytest

from bowerbird.web.robots import MOST_BYTES, RobotsRules, parse_robots


def rules(*lines: str, agent: str = "FooBot") -> RobotsRules:
    return parse_robots("\n".join(lines).encode(), agent)


def allowed(robots: RobotsRules, path: str) -> bool:
    return robots.verdict(path).allowed


# ---- matching ------------------------------------------------------------------------------------

ONLY = {
    "/fish": (
        ["/fish", "/fish.html", "/fish/salmon.html", "/fishheads", "/fishheads/yummy.html",
         "/fish.html?id=anything"],
        ["/bar", "/Fish.asp", "/catfish", "/?id=fish", "/desert/fish"],
    ),
    "/fish*": (
        ["/fish", "/fish.html", "/fish/salmon.html", "/fishheads", "/fish.html?id=anything"],
        ["/bar", "/Fish.bar", "/catfish", "/?id=fish"],
    ),
    "/fish/": (
        ["/fish/", "/fish/salmon", "/fish/?salmon", "/fish/?id=anything", "/fish/salmon.htm"],
        ["/fish", "/fish.html", "/Fish/Salmon.html", "/animals/fish/"],
    ),
    "/*.php": (
        ["/filename.php", "/folder/filename.php", "/folder/filename.php?parameters",
         "//folder/any.php.file.html", "/filename.php/", "/index?f=filename.php/"],
        ["/bar", "/php/", "/index?php", "/windows.PHP"],
    ),
    "/*.php$": (
        ["/filename.php", "/folder/filename.php"],
        ["/filename.php?parameters", "/filename.php/", "/filename.php5", "/php/", "/filename?php",
         "/aaaphpaaa", "//windows.PHP"],
    ),
    "/fish*.php": (
        ["/fish.php", "/fishheads/catfish.php?parameters"],
        ["/bar", "/Fish.PHP"],
    ),
    "/foo/*/qux": (["/foo/bar/qux", "/foo//qux", "/foo/a/b/qux/c"], ["/foo/qux", "/foo/bar/quz"]),
    "/foo/bar$": (["/foo/bar"], ["/foo/bar/", "/foo/bar/qux", "/foo/bar?"]),
    "/$": (["/"], ["/page.html", "/?"]),
    "*/print": (["/print", "/a/print?x"], ["/prin"]),
    "/a*b*c$": (["/abc", "/axbxc", "/abcbc", "/abbc?c"], ["/abcd", "/acb", "/ab"]),
    "/a*a$": (["/aa", "/aba"], ["/a"]),
    "/file-with-a-%2A.html": (["/file-with-a-*.html"], ["/file-with-a-x.html"]),
    "/price-%24": (["/price-$", "/price-$5"], ["/price-"]),
    "/a$b": (["/a$b", "/a$bc"], ["/a"]),
}  # fmt: skip


@pytest.mark.parametrize("pattern", ONLY)
def test_a_pattern_takes_what_is_documented_and_nothing_else(pattern):
    robots = rules("user-agent: FooBot", "disallow: /", f"allow: {pattern}")

    assert {path: allowed(robots, path) for path in ONLY[pattern][0]} == dict.fromkeys(
        ONLY[pattern][0], True
    )
    assert {path: allowed(robots, path) for path in ONLY[pattern][1]} == dict.fromkeys(
        ONLY[pattern][1], False
    )


@pytest.mark.parametrize(
    ("lines", "path", "expected"),
    [
        (["allow: /p", "disallow: /"], "/page", True),
        (["allow: /folder", "disallow: /folder"], "/folder/page", True),
        (["allow: /page", "disallow: /*.htm"], "/page.htm", False),
        (["allow: /page", "disallow: /*.ph"], "/page.php5", True),
        (["allow: /$", "disallow: /"], "/", True),
        (["allow: /$", "disallow: /"], "/page.htm", False),
        (["disallow: /x/page.html", "allow: /x/"], "/x/page.html", False),
        (["allow: /x/page.html", "disallow: /x/"], "/x/", False),
        (["disallow: ", "allow: "], "/x/page.html", True),
        (["disallow: /", "allow: /"], "/x/page.html", True),
        (["disallow: /x", "allow: /x/"], "/x", False),
        (["disallow: /x", "allow: /x/"], "/x/", True),
        (["allow: /page", "disallow: /*.html"], "/page.html", False),
        (["allow: /x/page.", "disallow: /*.html"], "/x/page.html", True),
        (["allow: /x/page.", "disallow: /*.html"], "/x/y.html", False),
        (["disallow: /X/"], "/x/y", True),
        # More octets win even if they are stars: `/fish***` is longer than `/fishe`.
        (["disallow: /fish****", "allow: /fisher"], "/fisher", False),
        (["disallow: /fish*", "allow: /fishe"], "/fishe", True),
        (["disallow: /a", "allow: /a/b", "disallow: /a/b/c"], "/a/b/x", True),
        (["disallow: /a", "allow: /a/b", "disallow: /a/b/c"], "/a/b/c", False),
        (["disallow: /a", "allow: /a/b", "disallow: /a/b/c"], "/a/az", False),
    ],
)
def test_the_longest_pattern_wins_and_allow_wins_a_tie(lines, path, expected):
    assert allowed(rules("user-agent: FooBot", *lines), path) is expected


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("/foo/bar?baz=quz", "/foo/bar?baz=quz"),
        ("/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https://foo.bar"),
        ("/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar"),
        ("/foo/bar?baz=https%3A%2F%2Ffoo.bar", "/foo/bar?baz=https://foo.bar"),
        ("/*baz=https%3a%2f%2ffoo", "/foo/bar?baz=https%3A%2F%2Ffoo.bar"),
        ("/foo/bar/\u30c4", "/foo/bar/%E3%83%84"),
        ("/foo/bar/%E3%83%84", "/foo/bar/%E3%83%84"),
        ("/foo/bar/%e3%83%84", "/foo/bar/\u30c4"),
        ("/foo/bar/%62%61%7A", "/foo/bar/baz"),
        ("/foo/bar/baz", "/foo/bar/%62%61%7a"),
        ("/~joe", "/%7Ejoe"),
        ("/with space", "/with%20space"),
        ("/a|b", "/a%7Cb"),
        ("/100%", "/100%"),
    ],
)
def test_both_sides_are_compared_in_percent_normal_form(pattern, path):
    assert not allowed(rules("user-agent: *", f"disallow: {pattern}"), path)


@pytest.mark.parametrize(
    ("pattern", "path"),
    [("/a/b", "/a%2Fb"), ("/a%2Fb", "/a/b"), ("/a?b", "/a%3Fb"), ("/x%2541", "/x%41")],
)
def test_an_encoded_delimiter_stays_different_from_the_delimiter_in_a_path(pattern, path):
    assert allowed(rules("user-agent: *", f"disallow: {pattern}"), path)


def test_octets_that_are_not_utf_8_still_match_themselves():
    robots = parse_robots(b"User-agent: *\nDisallow: /caf\xe9\n", "FooBot")  # codespell:ignore caf

    assert not allowed(robots, "/caf%E9")  # codespell:ignore caf
    assert robots.verdict("/caf%e9").text == "Disallow: /caf\ufffd"  # codespell:ignore caf


def test_robots_txt_itself_is_always_allowed():
    robots = rules("user-agent: *", "disallow: /")

    assert allowed(robots, "/robots.txt")
    assert not allowed(robots, "/robots.txt.bak")


def test_the_verdict_shows_the_line_that_decided():
    robots = rules("# hello", "user-agent: *", "", "Disallow: /private  # mine", "Allow: /")

    verdict = robots.verdict("/private/x")

    assert (verdict.allowed, verdict.line, verdict.text) == (
        False, 4, "Disallow: /private  # mine",
    )  # fmt: skip
    assert robots.verdict("/x").line == 5
    assert rules().verdict("/x").line == 0


def test_patterns_full_of_stars_cost_linear_time():
    robots = rules("user-agent: *", "disallow: /" + "a*" * 1000 + "b$", "disallow: /" + "*a" * 50)
    path = "/" + "a" * 1500

    started = process_time()
    for _ in range(20):
        assert not allowed(robots, path)
        assert allowed(robots, "/" + "a" * 20 + "c")

    assert process_time() - started < 1.0


def test_deeply_nested_prefixes_cost_no_more_than_their_depth():
    robots = rules("user-agent: *", *(f"disallow: /{'a' * n}" for n in range(1, 900)))

    started = process_time()
    verdict = robots.verdict("/" + "a" * 450 + "\x7f")

    assert verdict.line == 451
    assert process_time() - started < 0.05


def test_neighbours_of_a_path_cost_nothing():
    robots = rules("user-agent: *", "disallow: /a", *(f"allow: /ab{n}/" for n in range(20_000)))

    started = process_time()
    for n in range(20):
        assert robots.verdict(f"/az{n}").line == 2

    assert process_time() - started < 0.01


# ---- groups --------------------------------------------------------------------------------------

GROUPS = (
    "allow: /foo/bar/", "", "user-agent: FooBot", "disallow: /", "allow: /x/",
    "user-agent: BarBot", "disallow: /", "allow: /y/", "", "", "allow: /w/", "user-agent: BazBot",
    "", "user-agent: FooBot", "allow: /z/", "disallow: /",
)  # fmt: skip


@pytest.mark.parametrize(
    ("agent", "path", "expected"),
    [
        ("FooBot", "/x/b", True), ("FooBot", "/z/d", True), ("FooBot", "/y/c", False),
        ("BarBot", "/y/c", True), ("BarBot", "/w/a", True), ("BarBot", "/z/d", False),
        ("BazBot", "/z/d", True), ("FooBot", "/foo/bar/", False), ("BarBot", "/foo/bar/", False),
        ("BazBot", "/foo/bar/", False), ("QuxBot", "/anything", True),
    ],
)  # fmt: skip
def test_groups_of_the_same_token_are_merged_and_rules_outside_are_ignored(agent, path, expected):
    assert allowed(rules(*GROUPS, agent=agent), path) is expected


@pytest.mark.parametrize(
    "line",
    [
        "User-agent: FooBot", "USER-AGENT: FOOBOT", "uSeR-aGeNt:foobot", "User-agent: FooBot/2.1",
        "User-agent: FooBot Images", "User-agent : FooBot # us", "Useragent: FooBot",
        "User agent: FooBot", "user-agent FooBot", "\tUser-agent:\tFooBot\t",
    ],
)  # fmt: skip
@pytest.mark.parametrize("agent", ["FooBot", "foobot", "FooBot/0.1 (+https://bot.test)"])
def test_the_product_token_is_all_that_counts(line, agent):
    robots = rules(line, "Disallow: /", agent=agent)

    assert not allowed(robots, "/x")
    assert robots.group == "foobot"


@pytest.mark.parametrize(
    "line",
    ["User-agent: Foo", "User-agent: FooBotNews", "User-agent: Foo-Bot", "User-agent: FooBot_x",
     "User-agent:", "User-agent: *foo", "User-agents-of-the-world: x", "Agent: FooBot"],
)  # fmt: skip
def test_other_tokens_are_not_ours(line):
    assert allowed(rules(line, "Disallow: /"), "/x")


@pytest.mark.parametrize("star", ["*", "* # all", "* bots"])
def test_everyone_is_addressed_only_where_nobody_named_us(star):
    robots = rules(f"User-agent: {star}", "Disallow: /x/", "User-agent: FooBot", "Disallow: /y/")
    other = parse_robots(f"User-agent: {star}\nDisallow: /x/".encode(), "FooBot")

    assert allowed(robots, "/x/page")
    assert not allowed(robots, "/y/page")
    assert not allowed(other, "/x/page")
    assert other.group == "*"


def test_an_empty_group_of_our_own_frees_us_from_the_one_for_everyone():
    robots = rules("User-agent: *", "Disallow: /", "User-agent: FooBot", "Disallow:")

    assert allowed(robots, "/x")
    assert (robots.group, robots.rule_count) == ("foobot", 0)


@pytest.mark.parametrize(
    "between",
    ["", "# comment", "Crawl-delay: 5", "Sitemap: https://foo.test/s.xml", "Host: foo.test",
     "Clean-param: a", "no colon in these words", "Noindex: /y"],
)  # fmt: skip
def test_what_is_not_a_rule_never_ends_a_group(between):
    before = rules("User-agent: FooBot", between, "User-agent: BarBot", "Disallow: /x")
    within = rules("User-agent: FooBot", "Disallow: /a", between, "Disallow: /x")

    assert not allowed(before, "/x")
    assert not allowed(within, "/x")


@pytest.mark.parametrize(
    "key",
    ["Disallow:", "disallow :", "DISALLOW:", "Diasllow:", "Disallaw:", "Disallow",
     "Dissallow:", "Dissalow:", "Disalow:"],  # codespell:ignore
)  # fmt: skip
def test_the_usual_misspellings_are_understood(key):
    assert not allowed(rules("User-agent: *", f"{key} /x"), "/x")


@pytest.mark.parametrize(
    "line",
    ["Disallow:", "Disallow: x", "Disallow: http://foo.test/", "Disallow /x and /y", "foo: /"],
)
def test_lines_that_say_nothing_about_paths_forbid_nothing(line):
    assert allowed(rules("User-agent: *", line), "/x")


# ---- bytes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"])
def test_every_line_ending_counts_once_and_a_byte_order_mark_not_at_all(start, end):
    lines = [b"User-agent: *", b"Allow: /some/path", b"", b"", b"Disallow: /"]

    verdict = parse_robots(start + end.join(lines), "FooBot").verdict("/x")

    assert (verdict.allowed, verdict.line) == (False, 5)


def test_other_unicode_line_ends_are_part_of_their_line():
    robots = rules("User-agent: *", "Allow: /a\u2028Disallow: /", "Disallow: /z\x0bAllow: /z")

    assert allowed(robots, "/x")
    assert allowed(robots, "/z")


def test_nuls_do_no_harm():
    assert not allowed(parse_robots(b"User-agent: *\0\nDis\0allow: /x\0\n\0", "FooBot"), "/x")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_utf_16_is_read_where_a_byte_order_mark_says_so(encoding):
    text = "User-agent: *\nDisallow: /x\n"
    data = text.encode(encoding) if encoding == "utf-16" else b"\xfe\xff" + text.encode(encoding)

    assert not allowed(parse_robots(data, "FooBot"), "/x")


@pytest.mark.parametrize(
    "start", ["<!DOCTYPE html>", "\n <html lang=en>", "<HEAD>", "<?xml version='1.0'?>"]
)
def test_a_page_served_as_robots_txt_has_no_rules(start):
    robots = rules(start, "User-agent: *", "Disallow: /", "Sitemap: https://foo.test/s.xml")

    assert allowed(robots, "/x")
    assert (robots.lines, robots.sitemaps) == (0, ())


def test_only_whole_lines_of_the_first_500_kib_are_read():
    head = b"User-agent: *\nDisallow: /early\n"
    filler = b"# " + b"x" * (MOST_BYTES - len(head) - 3 - len(b"Disallow: /cut")) + b"\n"
    data = head + filler + b"Disallow: /cut-in-two\nDisallow: /late\n"
    assert data[:MOST_BYTES].endswith(b"Disallow: /cut")

    robots = parse_robots(data, "FooBot")

    assert not allowed(robots, "/early")
    assert allowed(robots, "/cut-in-two")
    assert allowed(robots, "/cut")
    assert allowed(robots, "/late")


def test_a_line_that_ends_exactly_at_the_limit_is_read():
    head, last = b"User-agent: *\n", b"Disallow: /last"
    data = head + b"#" * (MOST_BYTES - len(head) - len(last) - 1) + b"\n" + last + b"\nAllow: /last"

    assert not allowed(parse_robots(data, "FooBot"), "/last")


def test_one_endless_line_has_no_rules():
    assert parse_robots(b"x" * (MOST_BYTES + 10), "FooBot").rule_count == 0


# ---- beyond the RFC ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("5", 5.0), ("0.5", 0.5), ("1,5", 1.5), (".5", 0.5), ("10s", 10.0), ("0", 0.0), ("-3", None),
     ("soon", None), ("", None), ("9" * 400, None)],
)  # fmt: skip
def test_crawl_delay_is_a_number_of_seconds(value, seconds):
    assert rules("User-agent: *", f"Crawl-delay: {value}").crawl_delay == seconds


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("1/5", 5.0), ("1/5s", 5.0), ("30/1m", 2.0), ("1/1h", 3600.0), ("2/10 0600-0845", 5.0),
     ("0/5", None), ("5", None), ("a/b", None)],
)  # fmt: skip
def test_request_rate_comes_to_a_pause(value, seconds):
    assert rules("User-agent: *", f"Request-rate: {value}").request_pause == seconds


def test_pauses_belong_to_the_group_they_stand_in_and_the_longest_counts():
    robots = rules(
        "User-agent: *", "Crawl-delay: 9", "Disallow: /x",
        "User-agent: FooBot", "Crawl-delay: 2", "Disallow: /y",
        "User-agent: FooBot", "Crawl-delay: 3",
        "User-agent: BarBot", "Disallow: /",
        "User-agent: BarBot", "Crawl-delay: 60",
    )  # fmt: skip

    assert robots.crawl_delay == 3.0


def test_sitemaps_are_global_and_absolute():
    robots = rules(
        "Sitemap: https://foo.test/one.xml", "User-agent: BarBot",
        "site-map: https://cdn.test/two.xml # where", "Disallow: /", "Sitemap: /relative.xml",
        "Sitemap: https://foo.test/one.xml", "Sitemap: https://foo.test/a b",
    )  # fmt: skip

    assert robots.sitemaps == ("https://foo.test/one.xml", "https://cdn.test/two.xml")


def test_the_cost_of_a_usual_file_is_small():
    lines = ["User-agent: *"] + [f"Disallow: /section{n}/*?page=" for n in range(20)]
    data = "\n".join(lines + [f"Disallow: /area{n}/private/" for n in range(100)]).encode()
    robots = parse_robots(data, "FooBot")

    parsing = min(_seconds(lambda: parse_robots(data, "FooBot"), 20) for _ in range(3))
    asking = min(
        _seconds(lambda: robots.verdict("/wiki/Some_article_of_usual_length?action=edit"), 500)
        for _ in range(3)
    )

    assert parsing < 0.002  # four times what it takes on the slowest machine tried
    assert asking < 0.00002


def _seconds(work: Callable[[], object], times: int) -> float:
    started = process_time()
    for _ in range(times):
        work()
    return (process_time() - started) / times
