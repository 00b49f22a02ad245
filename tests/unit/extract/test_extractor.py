from typing import Any

from bowerbird.extract.extractor import Named, TemplateExtractor
from bowerbird.extract.template import Template
from bowerbird.model.document import Document
from bowerbird.model.extraction import Extracted
from bowerbird.model.ports import UrlTest
from bowerbird.testing.fetcher import a_page

LIST = "http://shop.test/list"
NAME = {"name": "name", "selector": "b"}


def extracted(
    html: str, *, url: str = LIST, rule: UrlTest | None = None, **template: Any
) -> Extracted:
    made = Template.model_validate({"record": "li", "fields": [NAME], **template})
    extractor = TemplateExtractor([Named("things", made, [rule] if rule else [])])
    page = a_page(url, html)
    assert extractor.applies(page, ()) or rule
    return extractor.extract(page, Document(base=url, charset="utf-8"), ())


def keys(html: str, **options: Any) -> list[bytes]:
    return [find.key for find in extracted(html, **options).finds]


def test_the_same_item_has_the_same_key_wherever_it_stands():
    assert keys("<li><b>One</b>") == keys("<li> <i>x</i> <b>One</b>", url="http://other.test/")
    assert keys("<li><b>One</b>") != keys("<li><b>Two</b>")
    assert keys("<li><b>One</b>") != keys("<li><b>One</b>", kind="others")


def test_an_item_twice_on_a_page_is_one():
    assert len(keys("<li><b>One</b><li><b>One</b><li><b>Two</b>")) == 2


def test_the_detail_page_tells_items_apart_before_all_else_that_they_say():
    one = keys("<li><b>One</b><a href=/1>x</a>", detail="a")

    assert one == keys("<li><b>Changed</b><a href=/1#top>x</a>", detail="a")
    assert one != keys("<li><b>One</b><a href=/2>x</a>", detail="a")


def test_named_columns_tell_items_apart_where_they_have_values():
    fields = [NAME, {"name": "isbn", "selector": "i"}]
    html = "<li><b>{}</b><i>{}</i>"

    def key(name: str, isbn: str) -> list[bytes]:
        return keys(html.format(name, isbn), fields=fields, key=["isbn"])

    assert key("One", "1") == key("Changed", "1")
    assert key("One", "1") != key("One", "2")
    assert key("One", "") != key("Two", "")


def test_a_page_that_no_rule_names_yields_nothing():
    found = extracted("<li><b>One</b>", rule=lambda url: url.href.endswith("/other"))

    assert (found.finds, found.templates) == ((), 0)


def test_what_is_found_knows_its_place_and_which_selector_found_it():
    fields = [{"name": "name", "selector": ".gone", "alternates": ["b"]}]

    first, second = extracted("<li><b>One</b><li><b>Two</b>", fields=fields).finds

    assert [find.origin.place for find in (first, second)] == [0, 1]
    assert first.origin.alternates == {"name": "b"}
    assert (first.origin.page, first.origin.template, first.origin.selector) == (
        LIST,
        "things",
        "li",
    )


def test_pagination_is_followed_whether_it_is_links_or_what_holds_them():
    html = "<li><b>One</b></li><nav><a href=?p=2>2</a><a href=?p=3>3</a></nav><a href=/x>x</a>"

    for pagination in ("nav", "nav a", "//nav/a/@href"):
        found = extracted(html, pagination=pagination)
        assert [url.href for url in found.follow] == [f"{LIST}?p=2", f"{LIST}?p=3"]
        assert found.follows_only_these
