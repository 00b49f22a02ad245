import pytest

from bowerbird.index import titles
from bowerbird.index.entry import Entry
from bowerbird.index.memory import snapshot_of
from bowerbird.index.options import IndexOptions
from bowerbird.index.results import Suggestion
from bowerbird.index.suggest import FOLDER, Suggester
from bowerbird.index.titles import keep_titles
from bowerbird.index.warm import load_suggestions

PAGES = [
    ("Virtual environments", "how to make a virtual environment with virtualenv"),
    ("Virtual environments", "a virtual environment is a folder"),
    ("Virtue", "a poem about virtue and virtue alone"),
    ("Alan Turing", "the enigma of a machine; virtual machines of today"),
    ("Größe", "die größe einer bücherei"),
    ("情報検索", "情報検索の本"),
]


@pytest.fixture(scope="module", autouse=True)
def kernels():
    load_suggestions()


def entries(pages=PAGES) -> list[Entry]:
    return [
        Entry(key=b"%d" % n, serial=n, text={"title": title, "text": text}, stored={"title": title})
        for n, (title, text) in enumerate(pages)
    ]


@pytest.fixture
def suggester(tmp_path):
    def over(pages=PAGES, dictionary="", segments=1, dead=(), **options):
        if dictionary:
            (tmp_path / "words.tsv").write_text(dictionary, "utf-8")
            options["dictionary"] = str(tmp_path / "words.tsv")
        chosen = IndexOptions(**options)
        snapshot = snapshot_of(entries(pages), chosen, segments=segments, dead=dead)
        return Suggester(snapshot, chosen, tmp_path)

    return over


def texts(suggester, prefix, source="", limit=10) -> list[str]:
    return [it.text for it in suggester.suggest(prefix, limit) if not source or it.source == source]


def test_suggestions_come_from_dictionaries_titles_and_words(suggester):
    suggestions = suggester(dictionary="Virgil\tVergil\t3\tQ1398\n").suggest("vir")

    assert suggestions == [
        Suggestion("Virgil", "Q1398", 0, "dictionary"),
        Suggestion("virtual", "", 0, "word"),
        Suggestion("Virtual environments", "", 0, "title"),
        Suggestion("Virtue", "", 0, "title"),
        Suggestion("virtualenv", "", 0, "word"),
    ]


def test_a_synonym_typed_in_full_suggests_what_it_stands_for(suggester):
    usa = suggester(dictionary="United States of America\tUSA\t9\tQ30\n").suggest("usa")

    assert usa == [Suggestion("United States of America", "Q30", 0, "dictionary")]


def test_typing_errors_are_forgiven_one_in_four_characters(suggester):
    over = suggester()

    assert texts(over, "virtuel env", "title") == ["Virtual environments"]
    assert texts(over, "virtuel env", "word") == ["virtual environment"]
    assert texts(over, "vrt") == []
    assert texts(over, "vrtu", "title") == ["Virtual environments", "Virtue"]


def test_the_last_word_is_completed_in_the_company_of_the_others(suggester):
    over = suggester()

    assert texts(over, "virtual m", "word") == [
        "virtual machine",
        "virtual machines",
        "virtual make",
    ]
    assert texts(over, "virtual e", "word") == ["virtual environment", "virtual enigma"]
    assert texts(over, "enigma fol", "word") == ["enigma folder"]  # no company: at least the word


def test_of_words_as_near_before_the_last_one_the_more_frequent_is_meant(tmp_path):
    texts_of = ["zilbon line", "zilbor layer", "zilbor line", "the zilbor layers"]
    entries = [Entry(b"%d" % n, n + 1, text={"text": text}) for n, text in enumerate(texts_of)]
    options = IndexOptions(fields=["text"])

    found = Suggester(snapshot_of(entries, options), options, tmp_path).suggest("zilbom la")

    assert [it.text for it in found] == ["zilbor layer", "zilbor layers"]


def test_a_title_is_found_by_a_later_word(suggester):
    assert texts(suggester(), "turing", "title") == ["Alan Turing"]


def test_letters_are_folded_as_the_index_folds_them(suggester):
    over = suggester()

    assert texts(over, "GRÖ") == ["Größe"]
    assert texts(over, "grosse", "title") == ["Größe"]
    assert texts(over, "情報") == ["情報検索"]


def test_what_is_the_same_in_several_sources_is_shown_once(suggester):
    over = suggester(dictionary="Virtue\t\t100\tQ157811\n")

    assert [it for it in over.suggest("virtue") if it.text.lower() == "virtue"] == [
        Suggestion("Virtue", "Q157811", 0, "dictionary")
    ]


@pytest.mark.parametrize("segments", [1, 2, 6])
def test_segments_make_no_difference(suggester, segments):
    one, several = suggester(), suggester(segments=segments)

    for prefix in ("v", "virtual", "virtual e", "vertual", "a", "alan tur", "environment"):
        assert several.suggest(prefix) == one.suggest(prefix)


@pytest.mark.parametrize("engine", ["walk", "q-gram"])
def test_dead_documents_suggest_nothing(suggester, engine):
    over = suggester(dead=[b"2", b"0"], suggestions=engine)

    assert texts(over, "virtu") == ["virtual", "Virtual environments"]
    assert "Virtue" not in texts(over, "virtue")


def test_the_engines_agree(suggester):
    walk, qgrams = suggester(), suggester(suggestions="q-gram", qgram=2)

    for prefix in ("v", "virtual en", "vertual", "größ", "情報検", "tuing", "zzzzzzzz"):
        assert walk.suggest(prefix) == qgrams.suggest(prefix)


def test_words_that_are_left_out_are_not_suggested(suggester):
    over = suggester(analysis={"stop_words": ["virtual"], "stemming": "english"})

    assert "virtual" not in texts(over, "virtu", "word")
    assert "environment" in texts(over, "environ", "word")  # whole, not its stem


@pytest.mark.parametrize("nothing", ["", " ", "?!", "\x00", "\ud800", "x" * 1_000_000])
def test_nothing_sensible_suggests_nothing(suggester, nothing):
    assert suggester().suggest(nothing) == []


def test_as_many_as_are_wanted(suggester):
    over = suggester()

    assert texts(over, "virtu", limit=2) == ["virtual", "Virtual environments"]
    assert over.suggest("virtu", 0) == []


def test_dictionaries_need_no_index(tmp_path):
    (tmp_path / "d.tsv").write_text("alpha\t\t1\nalpine\t\t2\n")

    over = Suggester(None, IndexOptions(dictionary=str(tmp_path)), tmp_path)

    assert texts(over, "al") == ["alpine", "alpha"]


def test_the_next_snapshot_keeps_what_has_not_changed(suggester):
    before = suggester()
    grown = snapshot_of(entries([*PAGES, ("Virgin forest", "trees")]), IndexOptions(), segments=2)

    after = before.renewed(grown)

    assert "Virgin forest" in texts(after, "virg")
    assert "Virgin forest" not in texts(before, "virg")


def test_titles_of_large_segments_are_compiled_once_and_kept(suggester, tmp_path, monkeypatch):
    monkeypatch.setattr(titles, "SMALL", 3)
    monkeypatch.setattr("bowerbird.index.suggest.SMALL", 3)
    snapshot = snapshot_of(entries())
    folder = tmp_path / FOLDER

    without = Suggester(snapshot, IndexOptions(), tmp_path)
    made, again = keep_titles(snapshot, folder), keep_titles(snapshot, folder)
    kept = Suggester(snapshot, IndexOptions(), tmp_path)

    assert texts(without, "alan", "title") == []
    assert (made, again) == (1, 0)
    assert texts(kept, "alan", "title") == ["Alan Turing"]
    assert keep_titles(snapshot_of(entries()[:2]), folder) == 0
    assert not list(folder.iterdir())
