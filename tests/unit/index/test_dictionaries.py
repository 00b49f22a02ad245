import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bowerbird.index.dictionaries import open_dictionaries, open_dictionary
from bowerbird.index.near import as_wanted
from bowerbird.index.options import IndexOptions
from bowerbird.index.typed import folded, typed
from bowerbird.model.errors import PlanError

SCIENTISTS = """\
United States of America\tUSA; U.S.;States\t900\tQ30
Universe\t\t1000\tQ1
Alan Turing\tA. M. Turing\t200\tQ7251
Turing machine\t\t50\tQ163310
Université de Genève\tUniGE\t70\tQ503473
東京大学\tTokyo University\t80\tQ7842
"""


@pytest.fixture
def compiled(tmp_path):
    def dictionary(text, **options):
        source = tmp_path / "some.tsv"
        source.write_bytes(text if isinstance(text, bytes) else text.encode())
        return open_dictionary(source, tmp_path / "cache", IndexOptions(**options))

    return dictionary


def found(dictionary, text, edits=0, limit=10) -> list[str]:
    return [it.text for it in dictionary.suggest(as_wanted(typed(text)), edits, limit)]


def test_what_begins_as_typed_comes_by_popularity(compiled):
    dictionary = compiled(SCIENTISTS)

    assert found(dictionary, "uni") == [
        "Universe",
        "United States of America",
        "Université de Genève",
    ]


def test_a_synonym_leads_to_the_entity_and_only_once(compiled):
    dictionary = compiled(SCIENTISTS)

    (usa,) = dictionary.suggest(as_wanted("usa"), 0, 10)

    assert (usa.text, usa.entity, usa.distance) == ("United States of America", "Q30", 0)
    assert found(dictionary, "u", limit=9).count("United States of America") == 1


def test_a_later_word_leads_to_a_text_too_but_behind_those_that_begin_so(compiled):
    dictionary = compiled(SCIENTISTS)

    assert found(dictionary, "turing") == ["Turing machine", "Alan Turing"]
    assert found(dictionary, "turing al") == ["Alan Turing"]


def test_fewer_edits_come_before_more_popularity(compiled):
    dictionary = compiled(SCIENTISTS)

    assert found(dictionary, "universit", edits=2) == ["Université de Genève", "Universe"]


def test_case_accents_and_signs_do_not_matter(compiled):
    dictionary = compiled(SCIENTISTS)

    assert found(dictionary, "UNIVERSITE, DE gen") == ["Université de Genève"]
    assert found(dictionary, "u.s") == ["United States of America"]
    assert found(dictionary, "東京") == ["東京大学"]


def test_a_blank_at_the_end_says_that_the_word_is_complete(compiled):
    dictionary = compiled("unit\t\t9\nunit test\t\t3\nunited\t\t5\n")

    assert found(dictionary, "unit ") == ["unit test"]


def test_lines_that_are_one_entity_are_one_answer(compiled):
    dictionary = compiled("Köln\t\t5\tQ365\nCologne\t\t9\tQ365\nKolumne\t\t1\t\n")

    assert found(dictionary, "ko") == ["Cologne", "Kolumne"]
    assert len(dictionary) == 2


def test_lines_without_an_entity_are_one_by_their_text(compiled):
    dictionary = compiled("same\t\t1\nsame\t\t8\nsame\t\t3\tQ9\n")

    assert [it.popularity for it in dictionary.suggest(as_wanted("sam"), 0, 5)] == [8, 3]


def test_malformed_lines_are_counted_and_the_others_serve(compiled, caplog):
    dictionary = compiled(
        b"good\t\t1\tQ1\n\nbad\t\tmany\tQ2\n\xff\xfe\t\t1\tQ3\n?!\t\t1\tQ4\nworse\t\tnan\tQ5\n"
        b"\t\t7\t\nbare\nmore\ta;b\t2\tQ6\textra\r\nlast\t\t1e3"
    )

    reading = dictionary.about.reading
    assert (reading.lines, reading.entities, reading.malformed) == (10, 4, 5)
    assert reading.examples == [
        "line 3: its popularity is not a number",
        "line 4: it is not UTF-8",
        "line 5: its text has no words",
        "line 6: its popularity is not a number",
        "line 7: its text has no words",
    ]
    assert "5 of 10 lines are left out" in caplog.text
    assert found(dictionary, "la") == ["last"]
    assert found(dictionary, "b", limit=5) == ["more", "bare"]


def test_a_first_line_may_name_the_columns(compiled):
    dictionary = compiled("\ufeffName\tScore\tWhat\tSynonyms\nFreiburg\t77\tcity\tFribourg\n")

    (city,) = dictionary.suggest(as_wanted("fribo"), 0, 3)
    assert (city.text, city.popularity, city.entity) == ("Freiburg", 77, "")


@pytest.mark.parametrize("nothing", ["", "\n\n", "\ttext\n"])
def test_an_empty_dictionary_suggests_nothing(compiled, nothing):
    assert found(compiled(nothing), "a", edits=2) == []


def test_a_dictionary_is_compiled_once_and_again_when_it_changes(compiled, tmp_path):
    compiled("one\t\t1\n")
    (made,) = (tmp_path / "cache").iterdir()
    first = made.stat().st_ino

    compiled("one\t\t1\n")  # written again, with the same text
    os.utime(tmp_path / "some.tsv", (1, 1))
    compiled("one\t\t1\n")
    assert made.stat().st_ino == first

    dictionary = compiled("two\t\t1\n")
    assert made.stat().st_ino != first
    assert found(dictionary, "tw") == ["two"]
    assert list((tmp_path / "cache").iterdir()) == [made]


def test_a_damaged_compiled_form_is_made_again(compiled, tmp_path, caplog):
    compiled("one\t\t1\n")
    (made,) = (tmp_path / "cache").iterdir()
    made.write_bytes(made.read_bytes()[:-3])

    assert found(compiled("one\t\t1\n"), "on") == ["one"]
    assert "is damaged" in caplog.text


def test_every_tsv_of_a_folder_is_a_dictionary(tmp_path):
    for name, text in {"a.tsv": "alpha", "b.tsv": "beta", "notes.txt": "gamma"}.items():
        (tmp_path / name).write_text(text)

    opened = open_dictionaries(IndexOptions(dictionary=str(tmp_path)), tmp_path / "cache")

    assert [found(dictionary, "") for dictionary in opened] == [["alpha"], ["beta"]]
    assert open_dictionaries(IndexOptions(), tmp_path) == []
    with pytest.raises(PlanError, match="there is no dictionary"):
        open_dictionaries(IndexOptions(dictionary=str(tmp_path / "none")), tmp_path)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text("abÄß한か\u3099ﷺ½ .;\x00", min_size=1, max_size=30), max_size=12))
def test_whatever_a_text_is_made_of_its_own_beginning_finds_it(tmp_path_factory, texts):
    folder = tmp_path_factory.mktemp("any")
    texts = [text.strip() for text in texts if folded(text) and ";" not in text]
    (folder / "d.tsv").write_text("".join(f"{text}\n" for text in texts), "utf-8", newline="\n")

    dictionary = open_dictionary(folder / "d.tsv", folder, IndexOptions())

    shown = {folded(text) for text in found(dictionary, "", limit=50)}
    assert shown == {folded(text) for text in texts}
    for text in texts:
        assert folded(text) in [folded(it) for it in found(dictionary, folded(text)[:9], limit=50)]
