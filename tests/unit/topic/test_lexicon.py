import time
from pathlib import Path

import pytest

from bowerbird.model.errors import CorruptError, UsageError
from bowerbird.model.topic import RelationKind
from bowerbird.topic.lexicon import Lexicon, english
from bowerbird.topic.lexicon_file import Synset, packed, unpacked
from bowerbird.topic.lexicon_sources import read_lexicon

WORDNET = {
    "data.noun": (
        "  1 This line is a licence.\n"
        "00000001 03 n 01 animal 0 001 ~ 00000002 n 0000 | a living thing\n"
        "00000002 05 n 02 house_mouse 0 Mus_musculus 0 002 @ 00000001 n 0000 + 00000009 v 0101 | \n"
        "00000003 06 n 01 mouse 0 000 | a device\n"
    ),
    "index.noun": "mouse n 2 1 @ 2 0 00000003 00000002\nhouse_mouse n 1 1 @ 1 0 00000002\n",
    "noun.exc": "mice mouse\n",
}
MYTHES = """UTF-8
Maus|2
(noun)|Computermaus|Zeigegerät (generic term)
(noun)|Nagetier (generic term)|Mäuschen
Haus|1
(noun)|Gebäude
"""


@pytest.fixture
def small() -> Lexicon:
    synsets = [
        Synset("1-n", "noun", ["animal"]),
        Synset("2-n", "noun", ["mouse"], [(RelationKind.BROADER, "1-n", 1.0)]),
        Synset("3-n", "noun", ["mouse", "computer mouse"]),
    ]
    return Lexicon(unpacked(packed(synsets, {"mouse": ["3-n", "2-n"]}, {"mice": "mouse"}), "small"))


def test_mouse_is_a_rodent_and_a_device_and_more():
    senses = {sense.id: sense for sense in english().senses("mouse")}

    told = {(sense.broader, sense.synonyms) for sense in senses.values()}
    assert ("rodent", ()) in told
    assert ("electronic device", ("computer mouse",)) in told
    assert len(senses) == 6


@pytest.mark.parametrize(
    ("form", "word"),
    [
        ("mice", "mouse"),
        ("Computer Mice", "computer mouse"),
        ("databases", "database"),
        ("trees", "tree"),
        ("studies", "study"),
        ("boxes", "box"),
        ("ran", "run"),
        ("hopped", "hop"),
    ],
)
def test_forms_lead_to_their_words(form, word):
    senses = english().senses(form)

    assert senses
    assert {sense.id for sense in senses} <= {sense.id for sense in english().senses(word)}


def test_a_look_up_takes_less_than_half_a_millisecond():
    english().senses("mouse")
    before = time.process_time()

    for _ in range(100):
        english().senses("mouse")

    assert (time.process_time() - before) / 100 < 0.0005


def test_a_word_that_nobody_knows_has_no_senses():
    assert english().senses("xyzzyx") == []
    assert english().senses("") == []


def test_senses_come_by_how_common_they_are(small):
    assert [sense.id for sense in small.senses("mice")] == ["3-n", "2-n"]


def test_relations_are_told_from_both_sides(small):
    (below,) = small.relations("1-n")

    assert (below.kind, below.to) == (RelationKind.NARROWER, "2-n")


def test_names_near_the_root_say_nothing():
    (entity,) = english().find("physical entity")

    assert english().is_general(entity)
    assert not any(map(english().is_general, english().find("mouse")))


def test_a_damaged_file_is_told():
    data = packed([Synset("1-n", "noun", ["animal"])], {}, {})

    for bad in (data[:-1], data[:30] + b"x" + data[31:], b"", b"something else"):
        with pytest.raises(CorruptError, match="damaged"):
            unpacked(bad, "english.lexicon")


def test_a_wordnet_folder_is_read(tmp_path: Path):
    for name, text in WORDNET.items():
        (tmp_path / name).write_text(text)

    lexicon = read_lexicon(tmp_path)

    assert [sense.id for sense in lexicon.senses("mice")] == ["00000003-n", "00000002-n"]
    (house,) = lexicon.senses("house mouse")
    assert (house.synonyms, house.broader) == (("Mus musculus",), "animal")


def test_a_thesaurus_of_mythes_is_read(tmp_path: Path):
    file = tmp_path / "th_de_DE.dat"
    file.write_text(MYTHES, encoding="utf-8")

    lexicon = read_lexicon(file)

    assert [sense.synonyms for sense in lexicon.senses("maus")] == [
        ("Computermaus", "Zeigegerät"),
        ("Nagetier", "Mäuschen"),
    ]
    assert [sense.label for sense in lexicon.senses("Gebäude")] == ["Haus (Gebäude)"]


def test_what_is_no_lexicon_is_refused_in_a_sentence(tmp_path: Path):
    (tmp_path / "x.dat").write_text("(noun)|no encoding here\n")

    with pytest.raises(UsageError, match="no WordNet folder"):
        read_lexicon(tmp_path)
    with pytest.raises(UsageError, match="names no encoding"):
        read_lexicon(tmp_path / "x.dat")


def test_what_was_packed_is_kept_until_the_source_changes(tmp_path: Path):
    source, cache = tmp_path / "th_de.dat", tmp_path / "cache"
    source.write_text(MYTHES, encoding="utf-8")

    first = read_lexicon(source, cache)
    (kept,) = cache.iterdir()
    written = kept.stat().st_mtime_ns
    again = read_lexicon(source, cache)

    assert again.senses("Maus") == first.senses("Maus") != []
    assert kept.stat().st_mtime_ns == written
    source.write_text(MYTHES.replace("Haus|1", "Heim|1"), encoding="utf-8")
    assert read_lexicon(source, cache).senses("Heim")
    kept.write_bytes(b"damaged")
    source.write_text(MYTHES, encoding="utf-8")
    assert read_lexicon(source, cache).senses("Haus")
