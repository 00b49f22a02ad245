from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.index.counting import assert_holds

from bowerbird.index import waiting
from bowerbird.index import writer as writing
from bowerbird.index.entry import Entry
from bowerbird.index.options import AnalysisOptions, IndexOptions
from bowerbird.index.reader import IndexReader
from bowerbird.index.writer import IndexWriter, open_index
from bowerbird.model.errors import CorruptError, LockedError, PlanError, StoreError

WORDS = st.sampled_from(
    [
        "a",
        "of",
        "ant",
        "ants",
        "haus",
        "tür",
        "haustür",
        "running",
        "runs",
        "漢字",
        "über",
        "v12",
        "zebra",
    ]
)
TEXTS = st.lists(WORDS, max_size=9).map(" ".join)
VALUES = TEXTS | st.lists(TEXTS, max_size=3)
ANALYSES = st.builds(
    AnalysisOptions,
    minimum_length=st.integers(0, 3),
    stop_words=st.sampled_from([[], ["ant", "/^v[0-9]/"]]),
    stemming=st.sampled_from(["", "english", "german"]),
    compounds=st.booleans(),
)
ENTRIES = st.builds(
    Entry,
    key=st.integers(0, 9).map(lambda number: b"%d" % number),
    serial=st.just(0),
    text=st.dictionaries(st.sampled_from(["title", "text", "other"]), VALUES),
    numbers=st.dictionaries(st.sampled_from(["votes", "year"]), st.integers(0, 9)),
    labels=st.dictionaries(st.sampled_from(["kind", "tag"]), st.lists(WORDS, max_size=3)),
    stored=st.dictionaries(st.sampled_from(["title", "url"]), TEXTS),
    gone=st.sampled_from([False, False, False, True]),
)
STEPS = st.lists(
    ENTRIES | st.sampled_from(["commit", "merge", "merge everything"]) | ANALYSES, max_size=25
)


def entry(number: int, text: str = "some words", key: bytes = b"") -> Entry:
    return Entry(key=key or b"%d" % number, serial=number, text={"text": text})


def take(writer: IndexWriter, step: Entry | AnalysisOptions | str) -> None:
    if isinstance(step, Entry):
        writer.add([step])
        return
    writer.commit(0)
    if isinstance(step, AnalysisOptions):
        writer.configure(IndexOptions(analysis=step))
    elif step != "commit":
        writer.merge(everything=step == "merge everything")


@settings(max_examples=25, deadline=None)
@given(STEPS, st.sampled_from([1, 500, 2000, waiting.PORTION]))
def test_whatever_happens_an_index_is_what_its_living_documents_make_it(steps, portion):
    entries: list[Entry] = []
    with TemporaryDirectory() as folder, patch.object(waiting, "PORTION", portion):
        with open_index(Path(folder)) as writer:
            for number, step in enumerate(steps, 1):
                if isinstance(step, Entry):
                    step = Entry(
                        **{n: getattr(step, n) for n in step.__struct_fields__} | {"serial": number}
                    )
                    entries.append(step)
                take(writer, step)
            writer.commit(len(steps))
        reader = IndexReader(Path(folder))

        assert_holds(reader.snapshot(), entries)
        assert reader.check() == []
        assert reader.cursor == len(steps)


def test_a_reader_sees_a_commit_and_keeps_what_it_had(tmp_path):
    with open_index(tmp_path) as writer:
        reader = IndexReader(tmp_path)
        before = reader.snapshot()
        writer.add([entry(1)])
        assert reader.snapshot() is before
        writer.commit(1)

        assert reader.snapshot().documents == 1
        assert before.documents == 0
        assert reader.snapshot() is reader.snapshot()


def test_a_key_that_comes_twice_is_one_document(tmp_path):
    with open_index(tmp_path) as writer:
        writer.add([entry(1, "old", b"k"), entry(2, "new", b"k"), entry(3)])
        writer.commit(3)
        writer.add([entry(4, "newest", b"k")])
        writer.commit(4)

    snapshot = IndexReader(tmp_path).snapshot()
    assert [snapshot.df(word) for word in ("old", "new", "newest")] == [0, 0, 1]
    assert snapshot.documents == 2


def test_many_small_segments_become_one(tmp_path):
    with open_index(tmp_path) as writer:
        for number in range(1, 10):
            writer.add([entry(number, f"word{number} same")])
            writer.commit(number)
        assert writer.merge()
        assert not writer.merge()

    snapshot = IndexReader(tmp_path).snapshot()
    assert len(snapshot.segments) == 1
    assert snapshot.df("same") == 9


def test_words_of_the_dead_are_forgotten_by_a_merge(tmp_path):
    with open_index(tmp_path) as writer:
        writer.add([entry(1, "secret", b"k"), entry(2)])
        writer.commit(2)
        writer.add([Entry(key=b"k", serial=3, gone=True)])
        writer.commit(3)
        assert writer.merge()

    (segment,) = IndexReader(tmp_path).snapshot().segments
    assert segment.raw.find("secret") is None
    assert segment.vocabulary.find("secret") is None


def test_a_segment_of_the_dead_alone_goes(tmp_path):
    with open_index(tmp_path) as writer:
        for number in range(1, 4):
            writer.add([entry(number, key=b"same")])
            writer.commit(number)
        assert writer.merge()
        writer.add([Entry(key=b"same", serial=4, gone=True)])
        writer.commit(4)
        assert writer.merge(everything=True)

        assert writer.facts().documents == 0
        assert writer.facts().bytes == {}


def test_parts_of_compounds_are_words_of_the_index(tmp_path):
    options = IndexOptions(analysis=AnalysisOptions(compounds=True))
    with open_index(tmp_path, options) as writer:
        writer.add([entry(1, "tuer haus"), entry(2, "haus tuer rahmen"), entry(3, "haustuer")])
        writer.commit(3)

    snapshot = IndexReader(tmp_path).snapshot()
    assert snapshot.df("tuer") == 3
    assert snapshot.analyse("Haustuer") == ["haustuer", "haus", "tuer"]


def test_other_fields_want_a_rebuild(tmp_path):
    with open_index(tmp_path) as writer:
        writer.add([entry(1)])
        writer.commit(1)
    with (
        pytest.raises(PlanError, match=r"index build --name .+ --rebuild"),
        open_index(tmp_path, IndexOptions(fields=["name"])),
    ):
        pass

    with open_index(tmp_path, IndexOptions(fields=["name"]), rebuild=True) as writer:
        assert writer.cursor == 0
        writer.add([Entry(key=b"1", serial=1, text={"name": "Ada"})])
        writer.commit(1)
    assert IndexReader(tmp_path).snapshot().df("ada") == 1


@pytest.mark.parametrize("analysis", [{"stemming": "klingon"}, {"stop_words": ["/(/"]}])
def test_options_that_do_not_hold_are_refused_before_anything_is_written(tmp_path, analysis):
    options = IndexOptions(analysis=AnalysisOptions(**analysis))

    with pytest.raises(PlanError), open_index(tmp_path, options):
        pass
    with pytest.raises(StoreError, match="index build"):
        IndexReader(tmp_path)


def test_an_index_has_one_writer(tmp_path):
    with (
        open_index(tmp_path),
        pytest.raises(LockedError, match="wait until it has finished"),
        open_index(tmp_path),
    ):
        pass


def test_who_is_patient_writes_as_soon_as_the_other_lets_go(tmp_path):
    with ExitStack() as held:
        held.enter_context(open_index(tmp_path))
        Timer(0.1, held.close).start()

        with open_index(tmp_path, patience=30):
            pass


def test_patience_has_an_end_and_leaves_no_lock_behind(tmp_path):
    with (
        open_index(tmp_path),
        pytest.raises(LockedError, match="wait until it has finished"),
        open_index(tmp_path, patience=0.05),
    ):
        pass

    with open_index(tmp_path, patience=1):
        pass


def test_what_is_not_there_is_not_opened(tmp_path):
    with pytest.raises(StoreError, match="index build"), open_index(tmp_path, create=False):
        pass


@pytest.mark.parametrize("name", ["raw", "view"])
@pytest.mark.parametrize("damage", ["cut", "gone", "changed", "head"])
def test_a_damaged_segment_is_named_and_made_anew_on_request(tmp_path, name, damage):
    with open_index(tmp_path) as writer:
        writer.add([entry(number, f"word{number}") for number in range(1, 50)])
        writer.commit(49)
    reader = IndexReader(tmp_path)
    (file,) = tmp_path.glob(f"*.{name}*")
    data = bytearray(file.read_bytes())
    if damage == "gone":
        file.unlink()
    elif damage == "cut":
        file.write_bytes(data[:-64])
    else:
        data[data.index(b"word1") if damage == "changed" else 40] ^= 1
        file.unlink()
        file.write_bytes(data)

    (said,) = reader.check()
    assert str(file) in said
    assert f"bowerbird index build --name {tmp_path.name} --rebuild" in said
    if damage != "changed":
        with pytest.raises(CorruptError, match=file.name):
            IndexReader(tmp_path)
    with open_index(tmp_path, rebuild=True) as writer:
        writer.add([entry(1)])
        writer.commit(1)
    assert IndexReader(tmp_path).check() == []


def test_a_damaged_manifest_is_named_and_replaced_on_request(tmp_path):
    with open_index(tmp_path) as writer:
        writer.add([entry(1)])
        writer.commit(1)
    file = tmp_path / "manifest.json"
    file.write_bytes(file.read_bytes().replace(b"documents", b"documentz"))

    with pytest.raises(CorruptError, match=r"manifest\.json.*index build --name .+ --rebuild"):
        IndexReader(tmp_path)
    with open_index(tmp_path, rebuild=True) as writer:
        assert writer.cursor == 0
        writer.commit(0)
    assert IndexReader(tmp_path).snapshot().documents == 0


def test_while_an_index_is_made_anew_readers_have_the_old_one(tmp_path):
    with open_index(tmp_path) as writer:
        writer.add([entry(1, "ant")])
        writer.commit(1)
    reader = IndexReader(tmp_path)

    with open_index(tmp_path, rebuild=True) as writer:
        writer.add([entry(1, "zebra")])
        assert reader.snapshot().df("ant") == IndexReader(tmp_path).snapshot().df("ant") == 1
        writer.commit(1)
        assert (reader.snapshot().df("ant"), reader.snapshot().df("zebra")) == (0, 1)


def test_an_index_that_was_not_made_anew_to_the_end_is_as_it_was(tmp_path, monkeypatch):
    monkeypatch.setattr(writing, "SEAL_AT", 1000)
    with open_index(tmp_path) as writer:
        writer.add([entry(1, "ant")])
        writer.commit(1)
    before = sorted(file.name for file in tmp_path.iterdir())

    with open_index(tmp_path, rebuild=True) as writer:
        writer.add([entry(1, "zebra " * 200)])  # so much that a segment is on disk

    assert len(list(tmp_path.iterdir())) > len(before)
    with open_index(tmp_path) as writer:
        assert writer.cursor == 1
    assert IndexReader(tmp_path).snapshot().df("ant") == 1
    assert sorted(file.name for file in tmp_path.iterdir()) == before


def test_nothing_is_left_of_older_states(tmp_path):
    compounds = IndexOptions(analysis=AnalysisOptions(compounds=True))
    with open_index(tmp_path, compounds) as writer:
        for number in range(1, 20):
            writer.add([entry(number, "haus tuer", b"%d" % (number % 7))])
            writer.commit(number)
        writer.merge(everything=True)

        kinds = sorted(file.name.split("-")[0] for file in tmp_path.iterdir())
    assert kinds == ["LOCK", "manifest.json", "parts", "s000020.raw", "s000020.view"]
