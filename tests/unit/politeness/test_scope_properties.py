"""What holds for every rule: its text reads back as itself, and logic is logic."""

from hypothesis import given
from hypothesis import strategies as st

from bowerbird.model.candidate import Candidate, Via
from bowerbird.politeness.scope_errors import RuleError
from bowerbird.politeness.scope_matching import Look, matcher_of
from bowerbird.politeness.scope_rules import (
    And,
    AnyQuery,
    Anything,
    Comparison,
    Count,
    Filter,
    Like,
    ListKind,
    Matches,
    Not,
    OneOf,
    Or,
    Parameter,
    Plugin,
    Quantity,
    Rule,
    Subject,
)
from bowerbird.politeness.scope_text import parse_rule
from bowerbird.web.url import parse

WORDS = st.one_of(
    st.sampled_from(
        ["a.test", "zip", "and", "or", "not", "query", "(", 'x"y', "a\\b", "", "/", ">"]
    ),
    st.text(max_size=8).filter(lambda word: "*" not in word),
)
HOSTS = st.sampled_from(["a.test", "A.TEST", "bücher.example", "[::1]", "::1", "127.0.0.1", "x_y"])
PATHS = WORDS.map("/".__add__)
PATTERNS = st.sampled_from(
    ["", "a", "/", "a/b", r"\d+", r"\\", r"\\/", "[/]", '"', " and ", "(?i)x", "é"]
)
FILTERS: st.SearchStrategy[Filter] = st.one_of(
    st.just(Anything()),
    st.just(AnyQuery()),
    st.builds(
        OneOf,
        st.sampled_from([ListKind.SCHEME, ListKind.EXTENSION]),
        st.lists(WORDS, min_size=1, max_size=3).map(tuple),
    ),
    st.builds(
        OneOf,
        st.sampled_from([ListKind.HOST, ListKind.DOMAIN]),
        st.lists(HOSTS, min_size=1, max_size=3).map(tuple),
    ),
    st.builds(OneOf, st.just(ListKind.PREFIX), st.lists(PATHS, min_size=1, max_size=3).map(tuple)),
    st.builds(OneOf, st.just(ListKind.VIA), st.tuples(st.sampled_from(list(map(str, Via))))),
    st.builds(Count, st.sampled_from(Quantity), st.sampled_from(Comparison), st.integers(0, 9_999)),
    st.builds(Parameter, WORDS, st.none() | WORDS),
    st.builds(Like, st.sampled_from(Subject), st.text(max_size=8)),
    st.builds(Matches, st.sampled_from(Subject), PATTERNS, st.booleans()),
    st.builds(Plugin, WORDS),
)  # fmt: skip


def combined(filters: st.SearchStrategy[Filter]) -> st.SearchStrategy[Rule]:
    return st.recursive(
        filters,
        lambda rules: st.one_of(
            st.builds(Not, rules),
            st.builds(And, st.lists(rules, min_size=2, max_size=3).map(tuple)),
            st.builds(Or, st.lists(rules, min_size=2, max_size=3).map(tuple)),
        ),
        max_leaves=8,
    )


@given(combined(FILTERS))
def test_the_text_of_a_rule_reads_back_as_the_rule(rule):
    assert parse_rule(str(rule)) == rule


@given(st.text(max_size=40) | st.text(alphabet='not and or()query"has=/*.a>1,', max_size=40))
def test_any_text_is_a_rule_or_an_error_with_a_column_in_it(text):
    try:
        rule = parse_rule(text)
    except RuleError as error:
        rule, column = Anything(), error.column
    else:
        column = 1

    assert column >= 1
    assert parse_rule(str(rule)) == rule


FACTS = [f"fact{number}" for number in range(4)]
LOGIC = combined(st.sampled_from(FACTS).map(Plugin))


def truth(rule: Rule, true: set[str]) -> bool:
    """The plain reading of and, or, not."""
    match rule:
        case Not(inner):
            return not truth(inner, true)
        case And(rules):
            return all(truth(each, true) for each in rules)
        case Or(rules):
            return any(truth(each, true) for each in rules)
        case _:
            assert isinstance(rule, Plugin)
            return rule.name in true


@given(LOGIC, st.sets(st.sampled_from(FACTS)))
def test_and_or_not_mean_what_logic_says(rule, true):
    plugins = {name: (lambda _, name=name: name in true) for name in FACTS}
    look = Look(Candidate(parse("http://example.org/")))

    assert matcher_of(rule, plugins)(look) is truth(rule, true)
    assert matcher_of(parse_rule(str(rule)), plugins)(look) is truth(rule, true)


@given(combined(FILTERS.filter(lambda rule: not isinstance(rule, Plugin))), st.text(max_size=20))
def test_every_readable_rule_answers_for_every_url(rule, path):
    look = Look(
        Candidate(parse("http://example.org/" + path.replace("#", "")), depth=2, via=Via.LINK)
    )

    assert isinstance(matcher_of(rule, {})(look), bool)
