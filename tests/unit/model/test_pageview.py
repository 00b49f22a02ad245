from bowerbird.model.document import Document
from bowerbird.model.pageview import PageView
from bowerbird.testing.fetcher import a_url
from bowerbird.text.similarity import fingerprints

TEXT = "The Tapir lives in Forests, and so does its calf; ÄÖÜ тапир. " * 9


def test_the_fingerprints_of_a_page_are_the_same_whether_or_not_its_words_were_asked_for():
    plain = PageView(Document(text=TEXT), a_url("http://zoo.test/"))
    read = PageView(Document(text=TEXT), a_url("http://zoo.test/"))

    assert len(read.words) == 12 * 9
    assert plain.fingerprints == read.fingerprints == fingerprints(TEXT)


def test_a_page_without_text_has_no_words():
    assert len(PageView(Document(), a_url("http://zoo.test/")).words) == 0
