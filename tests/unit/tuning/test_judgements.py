import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bowerbird.model.errors import UsageError
from bowerbird.tuning.judgement_files import read_judgement_file, read_judgements
from bowerbird.tuning.judgements import JudgedQuery, Judgements
from bowerbird.tuning.scale import Scale


@pytest.fixture
def write(tmp_path):
    def write(name, text):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


QUERIES = "7\twhat is a tapir\n8\tsolar panels\n"


def test_qrels_and_queries_become_judged_queries_in_the_order_of_the_queries(write):
    qrels = write("a.qrels", "8 0 d3 0\n7 0 d1 3\n7\tQ0\td2\t1\r\n\n")

    read = read_judgements(qrels, write("q.tsv", QUERIES))

    assert read.queries == (
        JudgedQuery("7", "what is a tapir", {"d1": 3, "d2": 1}),
        JudgedQuery("8", "solar panels", {"d3": 0}),
    )


def test_lines_of_query_and_documents_are_relevant_documents(write):
    path = write("benchmark.txt", "import panda library\t289346, 288449,289302\nfor loop\t1\n")

    assert read_judgements(path).queries == (
        JudgedQuery("1", "import panda library", {"289346": 1, "288449": 1, "289302": 1}),
        JudgedQuery("2", "for loop", {"1": 1}),
    )


def test_what_is_written_as_json_is_read_back(write):
    given = Judgements((JudgedQuery("1", 'say "tapír"', {"d": 2, "e": 0}), JudgedQuery("2", "x")))

    assert read_judgements(write("j.json", given.to_json())) == given


def test_the_same_judgement_twice_is_one(write):
    read = read_judgements(write("a", "7 0 d 1\n7 0 d 1\n"), write("q", QUERIES))

    assert len(read) == 1


@pytest.mark.parametrize(
    ("qrels", "message"),
    [
        ("7 0 d 1\n7 0 e -1\n", "a.qrels:2: this line has the grade -1: give it 0"),
        ("7 0 d 4\n", "a.qrels:1: this line has the grade 4"),
        ("7 0 d good\n", "a.qrels:1: this line has the grade good"),
        ("7 0 d\n", "a.qrels:1: this line has 3 columns: write: query iteration document grade"),
        ("\n\n9 0 d 1\n", "a.qrels:3: this line judges query '9', which has no text: add it to q"),
        ("7 0 d 1\n7 0 d 2\n", "a.qrels:2: this line gives document 'd' a second grade"),
        ("", "a.qrels is empty"),
        (b"7 0 d 1\n7 0 \xff 1\n", "a.qrels:2: this line is not UTF-8: save"),
    ],
)
def test_qrels_that_do_not_hold_name_file_line_and_remedy(write, qrels, message):
    with pytest.raises(UsageError) as error:
        read_judgements(write("a.qrels", qrels), write("q", QUERIES))

    assert message in str(error.value)


@pytest.mark.parametrize(
    ("queries", "message"),
    [
        ("7 no tab\n", "q.tsv:1: this line is no query: write: id TAB text"),
        ("7\ta\n7\tb\n", "q.tsv:2: this line has query '7' again"),
    ],
)
def test_queries_that_do_not_hold_name_file_line_and_remedy(write, queries, message):
    with pytest.raises(UsageError) as error:
        read_judgements(write("a", "7 0 d 1\n"), write("q.tsv", queries))

    assert message in str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"queries": [\n {"id": "1",, }]}', "j:2: this is no JSON"),
        ('{"asked": []}', "j: Object contains unknown field `asked`"),
        ('{"queries": [{"id": "1"}]}', "missing required field `text` - at `$.queries[0]`"),
        (
            '{"queries": [{"id": "1", "text": "a"},\n {"id": "2", "text": "b", '
            '"documents": {"d": 5}}]}',
            "j:2: query '2' gives document 'd' the grade 5",
        ),
        (
            '{"queries": [{"id": "1", "text": "a"},\n\n {"id": "1", "text": "b"}]}',
            "j:3: query '1' stands there twice",
        ),
        ("a query\td1\nno documents\t,\n", "j:2: this line has no query with its documents"),
        ("7 0 d 1\n", "if these are TREC qrels, give the file of the queries too"),
    ],
)
def test_other_forms_that_do_not_hold_say_where(write, text, message):
    with pytest.raises(UsageError) as error:
        read_judgements(write("j", text))

    assert message in str(error.value)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(UsageError, match=r"nothing\.txt cannot be read"):
        read_judgements(tmp_path / "nothing.txt")


def test_a_judgement_is_added_or_changed_without_touching_the_others():
    given = Judgements().with_query(JudgedQuery("1", "tapir", {"d": 1}))

    changed = given.with_grade("1", "d", 3).with_grade("1", "e", 0)

    assert changed.queries[0].documents == {"d": 3, "e": 0}
    assert given.queries[0].documents == {"d": 1}


def test_a_grade_must_be_one_and_its_query_known():
    given = Judgements().with_query(JudgedQuery("1", "tapir"))

    with pytest.raises(UsageError, match="give it 0, 1, 2 or 3"):
        given.with_grade("1", "d", 4)
    with pytest.raises(UsageError, match="unknown query '2'"):
        given.with_grade("2", "d", 1)


@given(
    st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "replace"))
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_whatever_a_file_holds_it_is_read_or_refused_in_a_sentence(tmp_path, data):
    (tmp_path / "any").write_bytes(data)
    (tmp_path / "queries").write_bytes(b"1\tbower\n")

    for queries in (None, tmp_path / "queries"):
        try:
            read = read_judgements(tmp_path / "any", queries)
        except UsageError:
            continue
        assert msgspec.json.decode(read.to_json(), type=Judgements) == read


@pytest.mark.parametrize("field", ["queries", "unknown"])
def test_json_nested_beyond_all_measure_is_refused(write, field):
    path = write("deep.json", f'{{"{field}": ' + "[" * 100_000)

    with pytest.raises(UsageError, match=r"deep\.json"):
        read_judgements(path)


def test_a_query_may_begin_with_a_bracket(write):
    read = read_judgements(write("b.txt", "[solved] import panda\t1, 2\n"))

    assert read.queries[0].text == "[solved] import panda"


@pytest.mark.parametrize(
    ("scale", "grades", "left_out"),
    [
        (Scale(threshold=1), {"a": 1, "b": 1, "c": 0}, 1),
        (Scale(threshold=3), {"a": 1, "b": 0, "c": 0}, 1),
        (Scale({4: 3, 2: 1, -1: None}), {"a": 3, "b": 1, "c": 0}, 1),
        (Scale({-1: 0}, threshold=4), {"a": 1, "b": 0, "c": 0, "d": 0}, 0),
    ],
)
def test_grades_on_another_scale_become_ours(write, scale, grades, left_out):
    qrels = write("a.qrels", "7 0 a 4\n7 0 b 2\n7 0 c 0\n7 0 d -1\n")
    as_json = write("j.json", '{"queries": [{"id": "7", "text": "what is a tapir", "documents":'
                    ' {"a": 4, "b": 2, "c": 0, "d": -1}}]}')  # fmt: skip

    read = read_judgement_file(qrels, write("q.tsv", "7\twhat is a tapir\n"), scale)

    assert dict(read.judgements.queries[0].documents) == grades
    assert read.left_out == left_out
    assert read_judgement_file(as_json, None, scale) == read


def test_a_grade_that_no_scale_knows_says_how_to_give_one(write):
    with pytest.raises(UsageError, match=r"as with --grades 4=3,-1= or --threshold 1"):
        read_judgements(write("a", "7 0 d 4\n"), write("q", QUERIES))


def test_qrels_of_queries_that_are_known_need_no_file_of_texts(write):
    known = {"7": "what is a tapir", "8": "solar panels"}

    for text in ("8 0 d 1\n", "8\t0\td\t1\n"):
        read = read_judgement_file(write("a.qrels", text), known=known)
        assert read.judgements.queries == (JudgedQuery("8", "solar panels", {"d": 1}),)

    with pytest.raises(UsageError, match="judges query '9', which has no text: give the file of"):
        read_judgement_file(write("a.qrels", "9 0 d 1\n"), known=known)


def test_lines_of_query_and_documents_are_not_taken_for_qrels(write):
    read = read_judgement_file(write("b", "import panda\t1, 2\n"), known={"import": "x"})

    assert not read.named
    assert read.judgements.queries[0].documents == {"1": 1, "2": 1}
