from concurrent.futures import ThreadPoolExecutor
from time import process_time

import pytest

from bowerbird.model.errors import UnknownNameError, UsageError
from bowerbird.tuning.judgement_files import JudgementFile
from bowerbird.tuning.judgements import JudgedQuery, Judgements
from bowerbird.workspace.catalogue import Catalogue
from bowerbird.workspace.judgement_book import Imported, JudgementBook


@pytest.fixture
def book(tmp_path) -> JudgementBook:
    return JudgementBook(Catalogue(tmp_path), "zoo")


def file_of(*queries: JudgedQuery, named: bool = True) -> JudgementFile:
    return JudgementFile(Judgements(queries), named)


TAPIR = JudgedQuery("7", "what is a tapir", {"d1": 3, "d2": 0})
SOLAR = JudgedQuery("8", "solar panels", {"d3": 1})


def test_what_is_judged_is_kept_in_the_order_of_the_queries(book, tmp_path):
    book.judge("what is a tapir", "d1", 3, "ann")
    book.judge("solar  panels", "d3", 1)
    book.judge("what is  a tapir ", "d2", 0)

    again = JudgementBook(Catalogue(tmp_path), "zoo")

    assert again.judgements()[0].queries == (
        JudgedQuery("1", "what is a tapir", {"d1": 3, "d2": 0}),
        JudgedQuery("2", "solar panels", {"d3": 1}),
    )
    assert [(each.document, each.judged_by) for each in again.of("1")] == [
        ("d1", "ann"),
        ("d2", ""),
    ]


def test_a_query_may_be_named_by_its_id(book):
    book.put(file_of(TAPIR))

    assert book.judge("7", "d9", 2).text == "what is a tapir"
    assert len(book.judgements()[0].queries) == 1


def test_another_opinion_replaces_the_first(book):
    book.judge("tapir", "d1", 3, "ann")
    book.judge("tapir", "d1", 1, "bob")

    (judged,) = book.of("tapir")
    assert (judged.grade, judged.judged_by) == (1, "bob")


def test_the_same_file_twice_is_the_same_as_once(book):
    once = book.put(file_of(TAPIR, SOLAR))
    kept = book.judgements()[0]
    twice = book.put(file_of(TAPIR, SOLAR))

    assert once == Imported(queries=2, new_queries=2, judgements=3)
    assert twice == Imported(queries=2, unchanged=3)
    assert book.judgements()[0] == kept


def test_a_file_adds_to_what_is_there_and_changes_grades(book):
    book.put(file_of(TAPIR))

    done = book.put(file_of(JudgedQuery("7", "what is a tapir", {"d2": 1, "d4": 2}), SOLAR))

    assert done == Imported(queries=2, new_queries=1, judgements=2, changed=1)
    assert book.judgements()[0].queries[0].documents == {"d1": 3, "d2": 1, "d4": 2}


def test_an_id_that_stands_for_another_query_is_refused_and_nothing_taken_in(book):
    book.put(file_of(TAPIR))

    with pytest.raises(
        UsageError, match="query '7' is “what is a tapir” in this project and “wing"
    ):
        book.put(file_of(SOLAR, JudgedQuery("7", "wing flutter", {"d": 1})))

    assert book.judgements()[0].queries == (TAPIR,)


def test_a_file_may_replace_everything(book):
    book.put(file_of(TAPIR))

    book.put(file_of(JudgedQuery("7", "wing flutter", {"d": 1})), replace=True)

    assert book.judgements()[0].queries == (JudgedQuery("7", "wing flutter", {"d": 1}),)


def test_queries_without_ids_of_their_own_are_known_by_their_texts(book):
    book.put(file_of(TAPIR))

    done = book.put(
        file_of(JudgedQuery("1", "solar panels", {"d3": 1}),
                JudgedQuery("2", "what is a tapir", {"d5": 1}), named=False)
    )  # fmt: skip

    assert done.new_queries == 1
    assert [query.id for query in book.judgements()[0].queries] == ["7", "8"]
    assert book.judgements()[0].queries[0].documents == {"d1": 3, "d2": 0, "d5": 1}


def test_judgements_are_forgotten_by_document_by_query_or_all(book):
    book.put(file_of(TAPIR, SOLAR))

    assert book.remove("what is a tapir", ["d2"]) == 1
    assert book.judgements()[0].queries[0].documents == {"d1": 3}
    assert book.remove("7") == 1
    assert book.judgements()[0].queries == (SOLAR,)
    assert book.clear() == 1
    assert book.judgements()[0].queries == ()


def test_projects_keep_their_judgements_apart(book, tmp_path):
    sea = JudgementBook(Catalogue(tmp_path), "sea")
    book.put(file_of(TAPIR))
    sea.put(file_of(JudgedQuery("7", "tides", {"d1": 1})))

    book.clear()

    assert sea.judgements()[0].queries == (JudgedQuery("7", "tides", {"d1": 1}),)


def test_every_change_can_be_noticed(book, tmp_path):
    other, seen = JudgementBook(Catalogue(tmp_path), "zoo"), [book.changes()]

    other.judge("tapir", "d1", 3)
    seen.append(book.changes())
    other.judge("tapir", "d1", 2)
    seen.append(book.changes())
    other.clear()
    seen.append(book.changes())

    assert len(set(seen)) == 4
    assert book.judgements()[1] == seen[-1]


def test_what_is_no_text_is_kept_as_far_as_it_is(book):
    made = book.judge("t\udcffpir", "d\udcff1", 3)

    assert (made.text, made.document) == ("t?pir", "d?1")
    assert book.of("t\udcffpir") == [made]


@pytest.mark.parametrize("grade", [-1, 4])
def test_a_grade_must_be_one(book, grade):
    with pytest.raises(UsageError, match="give 0"):
        book.judge("tapir", "d", grade)


def test_what_is_not_there_cannot_be_named(book):
    with pytest.raises(UnknownNameError, match="unknown query 'moss'; known: none so far"):
        book.of("moss")
    book.put(file_of(TAPIR))
    with pytest.raises(UnknownNameError, match="unknown query 'moss'; known: 7"):
        book.remove("moss")
    with pytest.raises(UnknownNameError, match="'d9' was not judged for query 7"):
        book.remove("7", ["d1", "d9"])
    assert book.judgements()[0].queries == (TAPIR,)


def test_several_may_judge_at_once(book, tmp_path):
    def judge(number: int) -> None:
        JudgementBook(Catalogue(tmp_path), "zoo").judge(f"query {number % 3}", f"d{number}", 1)

    with ThreadPoolExecutor(8) as judges:
        list(judges.map(judge, range(24)))

    judged = book.judgements()[0]
    assert len(judged) == 24
    assert sorted(query.id for query in judged.queries) == ["1", "2", "3"]


def test_a_query_as_short_as_the_id_of_another_is_a_query_of_its_own(book):
    book.put(file_of(TAPIR))

    book.put(file_of(JudgedQuery("1", "7", {"d9": 1}), named=False))

    assert [(q.id, q.text) for q in book.judgements()[0].queries] == [
        ("7", "what is a tapir"),
        ("8", "7"),
    ]


def test_ten_thousand_queries_are_taken_in_within_seconds(book):
    many = file_of(*(JudgedQuery(str(n), f"query {n}", {"d": 1}) for n in range(10_000)))
    lines = file_of(*(JudgedQuery("", f"line {n}", {"d": 1}) for n in range(10_000)), named=False)

    began = process_time()
    done = [book.put(many), book.put(lines)]

    assert [each.judgements for each in done] == [10_000, 10_000]
    assert process_time() - began < 5
