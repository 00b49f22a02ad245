from bowerbird.judge.links_words import WordsLinkJudge, WordsLinkOptions
from bowerbird.judge.page_options import PageWeightOptions
from bowerbird.judge.pages_everything import EverythingJudge, EverythingOptions
from bowerbird.judge.pages_page_weight import PageWeightJudge
from bowerbird.model.document import Document, Link, LinkContext
from bowerbird.model.pageview import PageView
from bowerbird.model.topic import Topic, TopicTerm
from bowerbird.model.verdict import PageVerdict
from bowerbird.testing.fetcher import a_url

TAPIRS = Topic("tapir", ("tapir",), (TopicTerm("tapir", 1.0, "asked for"),))
HOME = a_url("http://zoo.test/")


def weigh(document: Document, url: str = "http://zoo.test/", **options: float) -> PageVerdict:
    judge = PageWeightJudge(PageWeightOptions.model_validate(options), TAPIRS)
    return judge.judge(PageView(document, a_url(url)))


def test_the_weight_is_the_sum_of_url_title_body_and_out_links():
    links = tuple(Link(f"/{n}", "a") for n in range(10))
    document = Document(title="The tapir", text="A tapir is a tapir.", links=links)

    verdict = weigh(document, "http://zoo.test/tapir")

    assert {term.name: term.value for term in verdict.terms} == {
        "url": 3.0,
        "title": 5.0,
        "body": 2.0,
        "out-links": 0.1,
    }
    assert verdict.relevant


def test_a_page_at_the_threshold_is_relevant_and_scores_one_half():
    verdict = weigh(Document(text="tapir " * 6), threshold=6.0)

    assert verdict.relevant
    assert verdict.score == 0.5


def test_a_page_below_the_threshold_is_not_relevant():
    assert not weigh(Document(text="tapir " * 5), threshold=6.0).relevant


def test_links_of_a_page_without_any_query_word_weigh_nothing():
    links = tuple(Link(f"/{n}", "a") for n in range(100))

    assert weigh(Document(text="bicycles", links=links)).score == 0.0


def test_a_word_inside_another_word_is_not_an_occurrence():
    assert weigh(Document(text="tapirology tapiresque")).score == 0.0


def test_repeating_a_word_without_end_does_not_help_without_end():
    some, many = weigh(Document(text="tapir " * 20)), weigh(Document(text="tapir " * 2000))

    assert some.score == many.score


def test_without_a_topic_every_page_counts():
    verdict = EverythingJudge(EverythingOptions()).judge(PageView(Document(), HOME))

    assert verdict.relevant
    assert verdict.score == 1.0


def test_links_with_matching_words_come_first():
    judge = WordsLinkJudge(WordsLinkOptions(), TAPIRS)
    on, verdict = Document(), PageVerdict(score=0.5, relevant=True)

    plain, nearby, anchored = judge.priorities(
        [
            (a_url("http://zoo.test/1"), LinkContext("more")),
            (a_url("http://zoo.test/2"), LinkContext("more", nearby="all about the Tapir")),
            (a_url("http://zoo.test/3"), LinkContext("The Tapir")),
        ],
        on,
        verdict,
    )

    assert plain < nearby < anchored <= 1.0


def test_links_of_a_better_page_come_first():
    judge = WordsLinkJudge(WordsLinkOptions(), Topic())
    link = [(a_url("http://zoo.test/1"), LinkContext())]

    good = judge.priorities(link, Document(), PageVerdict(score=0.9, relevant=True))
    poor = judge.priorities(link, Document(), PageVerdict(score=0.1, relevant=False))

    assert good > poor
