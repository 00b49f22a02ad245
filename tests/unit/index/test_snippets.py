import pytest

from bowerbird.index.entry import Entry
from bowerbird.index.memory import snapshot_of
from bowerbird.index.options import IndexOptions
from bowerbird.index.results import Piece
from bowerbird.index.searcher import Searcher

OPTIONS = IndexOptions(fields=["text"])


def snippet(query: str, text: str) -> list[Piece]:
    entry = Entry(b"k", 1, text={"text": text}, stored={"text": text})
    (hit,) = Searcher(snapshot_of([entry], OPTIONS), OPTIONS).search(query).hits
    return hit.snippet


@pytest.mark.parametrize(
    ("query", "text", "marked"),
    [
        ("情報", "東京大学の情報検索の研究", ["情報"]),
        ("東京大学 検索", "東京大学の情報検索の研究", ["東京大学", "検索"]),
        ("iPhone 用", "iPhone用ケース 用 です", ["iPhone", "用"]),
        ("色々", "色々な人々", ["色々"]),
        ("บ้าน", "ในบ้านของเรา", ["บ้าน"]),
        ("don't", "We don't, don", ["don't", "don"]),
        ("groß", "Große GROSS gross.", ["GROSS", "gross"]),
    ],
)
def test_what_was_asked_for_is_marked_and_nothing_beside_it(query, text, marked):
    pieces = snippet(query, text)

    assert [piece.text for piece in pieces if piece.marked] == marked
    assert "".join(piece.text for piece in pieces) == text
