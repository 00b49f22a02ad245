"""What we read of a document is what others read; more of it in `benchmarks/documents.py`."""

from benchmarks.documents import OTHERS, agreements


def test_the_words_of_documents_are_those_that_other_libraries_read() -> None:
    found = {one.what: one for one in agreements()}

    assert found.keys() == OTHERS.keys()
    assert [one for one in found.values() if not one.holds] == []
    assert min(one.words for one in found.values()) > 1_000
