import pytest
from tests.unit.judge.judging import DEVICE, TAPIRS, view

from bowerbird.judge.page_options import Bm25Options, ConceptOptions, PageWeightOptions
from bowerbird.judge.pages_bm25 import Bm25Judge
from bowerbird.judge.pages_concept import ConceptJudge
from bowerbird.judge.pages_language import LanguageJudge
from bowerbird.judge.pages_page_weight import PageWeightJudge
from bowerbird.judge.pages_regex import RegexJudge, RegexOptions
from bowerbird.judge.pages_tags import TagsJudge, TagsOptions
from bowerbird.model.pageview import PageView
from bowerbird.model.ports import Lesson, PageJudge
from bowerbird.model.topic import Topic
from bowerbird.model.verdict import PageVerdict
from bowerbird.testing.memory_store import MemoryStore

REST = " and so on with other things of the world" * 20
COMPUTERS = view(
    "The computer mouse is an electronic device. A mouse on a desk, a wireless mouse." + REST,
    "Computer mice",
)
RODENTS = view(
    "The field mouse is a rodent. A mouse in the barn; other rodents, too; a mouse." + REST,
    "Field mice",
)
NEITHER = view("Bread is baked in an oven." + REST, "Bread")


def judges(topic: Topic) -> list[PageJudge]:
    return [
        PageWeightJudge(PageWeightOptions(), topic),
        Bm25Judge(Bm25Options(), topic),
        ConceptJudge(ConceptOptions(), topic),
    ]


@pytest.mark.parametrize("judge", judges(DEVICE), ids=lambda judge: type(judge).__name__)
def test_the_sense_that_is_meant_is_told_from_the_other(judge):
    computers, rodents, neither = map(judge.judge, (COMPUTERS, RODENTS, NEITHER))

    assert computers.relevant
    assert computers.score > 0.5 > rodents.score >= neither.score
    assert not rodents.relevant
    assert neither.score == 0


@pytest.mark.parametrize("judge", judges(DEVICE), ids=lambda judge: type(judge).__name__)
def test_a_score_names_the_terms_that_it_is_made_of(judge):
    told = " ".join(term.because for term in judge.judge(COMPUTERS).terms)

    assert "mouse" in told
    assert "rodent" not in told


@pytest.mark.parametrize("judge", judges(TAPIRS), ids=lambda judge: type(judge).__name__)
def test_a_page_about_it_scores_above_one_that_names_it_in_passing(judge):
    about = judge.judge(view("The tapir eats. A tapir swims. Tapirs sleep." * 3 + REST, "Tapirs"))
    passing = judge.judge(view("Once a tapir was seen." + REST, "News of the day"))

    assert about.score > 0.5 > passing.score > 0


@pytest.mark.parametrize("judge", judges(TAPIRS), ids=lambda judge: type(judge).__name__)
def test_scores_stay_between_0_and_1_and_an_empty_page_scores_nothing(judge):
    assert judge.judge(view()).score == 0
    assert 0 < judge.judge(view("tapir " * 5_000, "tapir " * 100)).score <= 1


def test_the_threshold_of_each_is_its_own():
    page = view("The tapir eats. A tapir swims." + REST)
    score = Bm25Judge(Bm25Options(), TAPIRS).judge(page).score

    assert Bm25Judge(Bm25Options(threshold=score - 0.01), TAPIRS).judge(page).relevant
    assert not Bm25Judge(Bm25Options(threshold=score + 0.01), TAPIRS).judge(page).relevant


# ---- what BM25 learns


def taught(store: MemoryStore, *lessons: tuple[PageView, bool]) -> Bm25Judge:
    judge = Bm25Judge(Bm25Options(), DEVICE)
    judge.recall(store)
    for number, (page, relevant) in enumerate(lessons):
        batch = store.batch()
        judge.learn(Lesson(b"%d" % number, page, PageVerdict(0.5, relevant)), batch)
        store.commit(batch)
    return judge


def test_a_term_that_irrelevant_pages_have_tells_less():
    page = view("An electronic device." + REST)
    other = view("An electronic device for bread." + REST)

    before = taught(MemoryStore()).judge(page).score
    after = taught(MemoryStore(), *[(other, False)] * 30).judge(page).score

    assert after < 0.6 * before


def test_poor_seeds_lower_what_a_page_must_have_and_rich_ones_raise_it():
    page = view("A mouse, an electronic device." + REST)
    poor = view("A mouse." + REST, depth=0)
    rich = view("The computer mouse, an electronic device." * 9, "Computer mouse", depth=0)

    plain = taught(MemoryStore()).judge(page).score

    assert taught(MemoryStore(), *[(poor, True)] * 5).judge(page).score > plain
    assert taught(MemoryStore(), *[(rich, True)] * 5).judge(page).score < plain


def test_what_was_learnt_is_there_after_a_restart_and_only_for_that_topic():
    store = MemoryStore()
    other = view("An electronic device for bread." + REST)
    before = taught(store, *[(other, False)] * 10)

    again = Bm25Judge(Bm25Options(), DEVICE)
    again.recall(store)
    elsewhere = Bm25Judge(Bm25Options(), TAPIRS)
    elsewhere.recall(store)

    assert again.judge(COMPUTERS) == before.judge(COMPUTERS)
    fresh = Bm25Judge(Bm25Options(), TAPIRS)
    assert elsewhere.judge(view("tapir")) == fresh.judge(view("tapir"))


# ---- patterns, tags, languages


def test_patterns_must_be_found_in_every_kind_of_place_that_has_some():
    judge = RegexJudge(RegexOptions(url=["/20\\d\\d/"], text=["tapirs?\\b", "okapi"]), Topic())

    assert judge.judge(view("A Tapir", url="http://zoo.test/2026/a")).score == 1.0
    half = judge.judge(view("A bird", url="http://zoo.test/2026/a"))
    assert (half.score, half.relevant) == (0.5, True)
    assert not judge.judge(view("A bird")).relevant


def test_a_pattern_against_a_page_rules_it_out():
    judge = RegexJudge(RegexOptions(text=["tapir"], not_title=["sale"]), Topic())

    verdict = judge.judge(view("tapir", "SALE"))

    assert (verdict.score, verdict.relevant) == (0.0, False)
    assert "ruled out: sale in the title" in verdict.terms[0].because


def test_a_pattern_that_is_none_is_refused_with_the_reason():
    with pytest.raises(ValueError, match="not a regular expression"):
        RegexOptions(url=["("])


def test_a_pattern_cannot_hang_a_crawl():
    judge = RegexJudge(RegexOptions(text=["(a+)+$"]), Topic())

    assert not judge.judge(view("a" * 50_000 + "!")).relevant


def test_bookmarks_speak_for_a_page_and_of_others_nothing_is_said():
    topic = Topic(bookmarked={view().url.identity: 0.8})
    judge = TagsJudge(TagsOptions(), topic)

    assert judge.judge(view()).score == 0.8
    assert judge.judge(view(url="http://zoo.test/other")).sure == 0


def test_a_page_in_another_language_counts_less():
    judge = LanguageJudge(PageWeightJudge(PageWeightOptions(), TAPIRS), ["en"], 0.3)
    said = {code: judge.judge(view("tapir " * 30, language=code)) for code in ("en", "es", "")}

    assert said["en"].relevant
    assert said[""] == said["en"]
    assert said["es"].score == pytest.approx(0.3 * said["en"].score)
    assert not said["es"].relevant
    assert said["es"].terms[-1].name == "language"
