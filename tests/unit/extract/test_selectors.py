import pytest
from lxml import etree

from bowerbird.extract.selectors import is_xpath, selector_of
from bowerbird.extract.tree import tree_of

PAGE = tree_of(
    b"<html lang=en><h1>All books</h1><div class=book><a href=/1>One</a></div>"
    b"<div class='book'><a href=/2>Two</a><table><tr><td>x</table></div></html>"
)


def found(selector: str, element=PAGE, *, inside: bool = False) -> list[str]:
    return [
        each if isinstance(each, str) else "".join(each.itertext())
        for each in selector_of(selector, inside=inside)(element)
    ]


@pytest.mark.parametrize(
    "xpath",
    ["//h1", "./a", ".", "..", "@href", "(//a)[1]", "div/a", "string(//h1)", "id('x')/a",
     "following-sibling::dd[1]", "xpath:a"],
)  # fmt: skip
def test_xpath_is_known_by_its_form_or_prefix(xpath):
    assert is_xpath(xpath)


@pytest.mark.parametrize(
    "css",
    ["h1", ".price", "#a > b", "a[href^='/x/']", "a:not(.x/y)", "css://a", "a::attr(href)",
     "li:nth-child(2)", "[data-id='child::a/b']:is(a)"],
)  # fmt: skip
def test_everything_else_is_css(css):
    assert not is_xpath(css) or "child::" in css


def test_a_page_is_searched_from_its_root():
    assert found("//html/@lang") == ["en"]
    assert found("html::attr(lang)") == ["en"]


def test_inside_a_record_only_what_is_below_it_is_found():
    second = selector_of("div.book")(PAGE)[1]

    assert found("//a", second, inside=True) == ["Two"]
    assert found("(//a)[1]", second, inside=True) == ["Two"]
    assert found("a::text", second, inside=True) == ["Two"]
    assert found(".", second, inside=True) == ["Twox"]


def test_a_path_from_html_leaves_the_record():
    second = selector_of("div.book")(PAGE)[1]

    assert found("/html//h1", second, inside=True) == ["All books"]


def test_a_tbody_that_only_browsers_have_is_passed_over():
    assert found("//table/tbody/tr/td") == ["x"]
    assert found("div > table > tbody > tr > td") == ["x"]


def test_functions_answer_texts():
    assert found("count(//a)") == ["2"]
    assert found("normalize-space(//h1)") == ["All books"]
    assert found("number(//h1)") == []
    assert (
        found("//a[contains(@href, 'x:y(') or not(self::b) and (@href)]/ancestor::div[1]/text()")
        == []
    )


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ("//a[", "is not XPath"),
        ("//a[nosuch()]", "no function nosuch"),
        ("//a[matches(., 'x')]", "no function matches"),
        ("//svg:g", "no prefixes such as svg:g"),
        ("count('x')", "Invalid type"),
        ("p > > a", "is not CSS"),
        ("a::before", "::text or ::attr"),
        ("css:", "a selector is"),
        ("//a[re:test(., 'x')]", "no function re:test"),
        ("a" * 2_001, "at most 2000"),
    ],
)
def test_what_is_no_selector_is_refused_with_the_reason(bad, why):
    with pytest.raises(ValueError, match=why):
        selector_of(bad)


def test_a_page_of_nothing_is_an_empty_tree():
    for nothing in (b"", b"   ", b"<!-- x -->", b"\0"):
        assert etree.iselement(tree_of(nothing))
