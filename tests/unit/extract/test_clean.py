from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from bowerbird.extract import regexes
from bowerbird.extract.clean import Step, Value, cleaned
from bowerbird.extract.regexes import replaced
from bowerbird.text.patterns import pattern_of

STEPS = TypeAdapter(list[Step])


def clean(value: Value, *steps: object) -> Value:
    return list(cleaned(value, STEPS.validate_python(list(steps)), "http://a.test/b/"))[-1].after


@pytest.mark.parametrize(
    ("value", "step", "expected"),
    [
        ("a1b2", {"do": "replace", "pattern": r"\d", "by": ""}, "ab"),
        ("Smith, Ann", {"do": "replace", "pattern": r"(\w+), (\w+)", "by": r"\2 \1"}, "Ann Smith"),
        ("NET", {"do": "replace", "pattern": "net", "by": "n", "ignore_case": True}, "n"),
        ("Price: 12 €", {"do": "find", "pattern": r"Price: (\d+)"}, "12"),
        ("Price", {"do": "find", "pattern": r"\d+"}, None),
        ("  x ", "strip", "x"),
        ("**x*", {"do": "strip", "characters": "*"}, "x"),
        ("Ab", "lower", "ab"),
        ("Ab", "upper", "AB"),
        ("1.234,56 €", {"do": "number", "decimal": ","}, 1234.56),
        ("$1,234.50", "number", 1234.5),
        ("1.2k views", {"do": "number", "short": True}, 1200),
        ("1/2/2024", {"do": "date", "order": "dmy"}, "2024-02-01"),
        ("12|24", {"do": "date", "format": "%m|%y"}, "2024-12-01"),
        ("c?d", "absolute", "http://a.test/b/c?d"),
        ("a; b", {"do": "split", "by": ";"}, ["a", "b"]),
        (["a", "b"], {"do": "join", "by": "+"}, "a+b"),
        (["a", "b"], {"do": "take", "at": -1}, "b"),
        (["a", "b"], {"do": "take", "at": 5}, None),
        (["A", "B"], "lower", ["a", "b"]),
    ],
)
def test_a_step_does_what_it_is_called(value, step, expected):
    assert clean(value, step) == expected


def test_steps_are_taken_in_order_and_each_shows_before_and_after():
    steps = STEPS.validate_python(
        [{"do": "replace", "pattern": "was.*", "by": ""}, "strip", "number"]
    )

    traces = list(cleaned("now 5 was 7", steps, ""))

    assert [(trace.step, trace.before, trace.after) for trace in traces] == [
        ("replace", "now 5 was 7", "now 5 "),
        ("strip", "now 5 ", "now 5"),
        ("number", "now 5", 5),
    ]


def test_the_first_step_that_cannot_be_done_is_the_last():
    traces = list(cleaned("none", STEPS.validate_python(["number", "upper"]), ""))

    assert [trace.step for trace in traces] == ["number"]
    assert "holds no number" in traces[0].problem


def test_a_pattern_that_backtracks_elsewhere_takes_no_time_here():
    evil = {"do": "replace", "pattern": r"(a+)+$", "by": ""}

    started = process_time()
    clean("a" * 50_000 + "!", evil)

    assert process_time() - started < 1


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ({"do": "replace", "pattern": "("}, "is not a regular expression"),
        ({"do": "replace", "pattern": "(?<=a)b"}, "is not a regular expression"),
        ({"do": "replace", "pattern": "a", "by": r"\1"}, "names a group"),
        ({"do": "bleach"}, "does not match any of the expected tags"),
        ("bleach", "does not match any of the expected tags"),
    ],
)
def test_a_step_that_cannot_work_is_refused_at_load(step, why):
    with pytest.raises(ValidationError, match=why):
        STEPS.validate_python([step])


@given(
    st.sampled_from(["a", "ab", r"\s+", r"[^\d.,]+", r"[a-c]+", "€", r"\.", r"a[\s,]+", r"\w+"]),
    st.text(alphabet="abc 1.,€\n[é", max_size=30),
)
def test_the_quick_way_to_replace_is_the_same_as_the_other(pattern, text):
    assert replaced(text, pattern, "<>") == pattern_of(pattern).sub("<>", text)


def test_what_could_backtrack_never_takes_the_quick_way():
    for pattern in ("a+b", "(a+)+", "a*", ".*x", "a|b", "a{2,}", "^a", "a$", "[a", "a+?"):
        assert regexes._plain(pattern) is None
