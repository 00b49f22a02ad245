import pytest

from bowerbird.model.errors import PlanError, StoreError, UnknownNameError
from bowerbird.workspace.plan import Plan, changed, check_plan, read_plan, write_plan
from bowerbird.workspace.presets import PRESETS, preset_changes


def test_a_plan_that_is_not_there_is_an_empty_one(tmp_path):
    assert read_plan(tmp_path / "project.toml") == Plan()


def test_what_is_written_is_read_again_and_nothing_else_is_in_the_file(tmp_path):
    plan = changed(
        Plan(),
        {
            "seeds": ["https://example.org/"],
            "scope.exclude": ["*.zip", "path-depth > 8"],
            "budget.max_pages": 7,
            "page_judge": {"use": "page-weight", "options": {"threshold": 2.5}},
            "plugins": {"memo": {"memos": {"a": "b"}}},
        },
        "the test",
    )

    write_plan(plan, tmp_path / "deep" / "project.toml")

    assert read_plan(tmp_path / "deep" / "project.toml") == plan
    text = (tmp_path / "deep" / "project.toml").read_text()
    assert "max_pages = 7" in text
    assert "politeness" not in text  # defaults are not repeated
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["project.toml"]


def test_a_plan_that_cannot_be_written_leaves_the_old_one(tmp_path):
    (tmp_path / "file").write_text("in the way")

    with pytest.raises(StoreError, match="cannot write"):
        write_plan(Plan(), tmp_path / "file" / "project.toml")

    assert (tmp_path / "file").read_text() == "in the way"


def test_a_plan_in_another_charset_is_refused(tmp_path):
    (tmp_path / "project.toml").write_bytes("seeds = ['http://bücher.test/']".encode("latin-1"))

    with pytest.raises(PlanError, match=r"project\.toml.* UTF-8"):
        read_plan(tmp_path / "project.toml")


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"budgets": {}}, "the plan: unknown field `budgets`; did you mean `budget`?"),
        ({"fetch": {"limits": {"total_secs": 1}}}, "fetch.limits: unknown field `total_secs`; "
                                                   "did you mean `total_seconds`?"),
        ({"store": {"durability": "maybe"}}, "store.durability: should be 'process' or 'power', "
                                             "not 'maybe'"),
        ({"budget": {"max_pages": 0, "max_bytes": 0}}, "(and 1 more)"),
        ({"link_judge": {"options": {}}}, "link_judge.use"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_place_and_the_remedy(values, sentence):
    with pytest.raises(PlanError) as told:
        check_plan(values, "project.toml")

    assert sentence in str(told.value)
    assert str(told.value).startswith("project.toml: ")
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ({"scope": {"include": ["hst(x)"]}}, "hst(x)"),
        ({"fetch": {"resolve": ["nowhere"]}}, "nowhere"),
        ({"fetch": {"proxies": {"urls": ["gopher://x"]}}}, "gopher://x"),
    ],
)
def test_a_sentence_that_names_the_value_itself_is_not_told_it_again(values, named):
    with pytest.raises(PlanError) as told:
        check_plan(values, "project.toml")

    assert named in str(told.value)
    assert ", not '" not in str(told.value)


def test_a_key_below_a_single_value_does_not_exist():
    with pytest.raises(PlanError, match=r"`seeds\.first` does not exist: `seeds` is a single"):
        changed(Plan(), {"seeds.first": 1}, "--set")


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_every_preset_is_a_valid_plan(name):
    plan = changed(Plan(), {**preset_changes(name), "topic.query": "sun"}, name)

    assert plan != Plan()


def test_an_unknown_preset_is_named_with_the_known_ones():
    with pytest.raises(
        UnknownNameError, match="unknown preset 'x'; known: auto, chakrabarti-hard, "
    ):
        preset_changes("x")
    assert preset_changes(None) == {}
