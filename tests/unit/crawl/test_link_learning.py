"""A crawl whose links are learnt: what is booked with a page, and what holds after a kill."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.unit.crawl.bench import Bench

from bowerbird.crawl.options import FollowOptions
from bowerbird.frontier.inspection import Queued
from bowerbird.judge.link_options import LearnedLinkOptions
from bowerbird.judge.links_learned import LearnedLinkJudge
from bowerbird.judge.page_options import PageWeightOptions
from bowerbird.judge.pages_page_weight import PageWeightJudge
from bowerbird.model.outcomes import Fetched
from bowerbird.model.topic import Topic, TopicTerm
from bowerbird.testing.fetcher import FakeFetcher, a_page
from bowerbird.web.url import parse
from bowerbird.workspace.link_learning import link_learning

OWLS = Topic("owl", ("owl",), (TopicTerm("owl", 1.0),))
HOME = "http://zoo.test/"
SMALL = {"links_in_memory": 1_024, "pages_in_memory": 1_024, "explore": 0.0}


def page(title: str, *links: tuple[str, str], owls: int = 0) -> str:
    text = " ".join(["owl"] * owls)
    anchors = "".join(f'<p><a href="{url}">{anchor}</a>' for url, anchor in links)
    return f"<title>{title}</title><p>{text}{anchors}"


def web(pages: dict[str, str]) -> FakeFetcher:
    return FakeFetcher(
        {f"http://zoo.test{path}": Fetched(a_page(f"http://zoo.test{path}", html))
         for path, html in pages.items()}
    )  # fmt: skip


def bench(pages: dict[str, str], **options: Any) -> Bench:
    made = Bench(web(pages), **{key: value for key, value in options.items() if key != "links"})
    return learning(made, **options.get("links", {}))


def learning(made: Bench, **options: Any) -> Bench:
    judge = LearnedLinkJudge(LearnedLinkOptions.model_validate(SMALL | options), OWLS)
    found = link_learning(judge, made.store, made.frontier, "1")
    made.ledger.links = found.booking
    made.crawl.reader = replace(
        made.crawl.reader,
        page_judge=PageWeightJudge(PageWeightOptions(), OWLS),
        link_judge=judge,
        learner=found.learner,
    )
    return made


def priority(made: Bench, path: str) -> float:
    waiting = made.frontier.whereabouts(parse(f"http://zoo.test{path}").key)
    assert isinstance(waiting, Queued)
    return waiting.candidate.priority


async def test_what_a_page_teaches_moves_queued_urls_in_the_commit_of_that_page():
    made = bench(
        {
            "/": page("Zoo", ("/first", "grey night bird"), ("/second", "grey night bird")),
            "/first": page("The owl", owls=30),
        }
    ).seed(HOME)
    await made.visit_one()
    before = priority(made, "/second")
    commits = made.store.commits

    lease = await made.visit_one()

    assert lease.candidate.url.href == "http://zoo.test/first"
    assert made.store.commits == commits + 1
    assert priority(made, "/second") > before


async def test_a_page_says_which_links_led_to_it():
    made = bench({"/": page("Zoo", ("/owl", "an owl"), owls=9), "/owl": page("Owl", owls=9)})

    await made.seed(HOME).visit_all()

    assert made.row(HOME).link_terms == ()  # a seed
    terms = {term.name: term for term in made.row("http://zoo.test/owl").link_terms}
    assert HOME in terms["parent"].because
    assert terms["shark"].value > 0


async def test_links_to_known_urls_count_without_being_offered_again():
    made = bench(
        {
            "/": page("Zoo", ("/a", "owl"), ("/x", "there")),
            "/a": page("The owl", ("/x", "there"), owls=30),
        }
    ).seed(HOME)
    await made.visit_one()
    before = priority(made, "/x")

    await made.visit_one()

    assert made.tally.links_known == 1
    assert made.frontier.outlook(0).queued == 1
    assert priority(made, "/x") > before + 0.1


async def test_a_page_that_says_not_found_teaches_that_its_link_was_worth_nothing():
    soft = "<title>404 Not Found</title><p>owl owl owl owl owl owl owl owl owl owl"
    made = bench({"/": page("Zoo", ("/gone", "the owl"), ("/next", "the owl")), "/gone": soft})
    await made.seed(HOME).visit_one()
    before = priority(made, "/next")

    await made.visit_one()

    assert priority(made, "/next") <= before


async def test_after_a_kill_the_queue_is_whole_and_learning_goes_on():
    pages = {f"/{n}": page(f"Page {n}", owls=n % 2 * 20) for n in range(12)}
    links = [(f"/{n}", "an owl" if n % 2 else "a car") for n in range(12)]
    made = bench({"/": page("Zoo", *links), **pages}, links={"checkpoint_pages": 1}).seed(HOME)
    for _ in range(6):
        await made.visit_one()
    judge = made.crawl.reader.link_judge
    queued = {path for path in pages if made.frontier.whereabouts(parse(HOME[:-1] + path).key)}

    again = learning(Bench(web(pages), store=made.store))

    assert again.frontier.outlook(0).queued == made.frontier.outlook(0).queued
    assert queued == {p for p in pages if again.frontier.whereabouts(parse(HOME[:-1] + p).key)}
    kept = again.crawl.reader.link_judge
    assert isinstance(judge, LearnedLinkJudge)
    assert isinstance(kept, LearnedLinkJudge)
    assert kept.learner.pages == judge.learner.pages == 6
    assert (kept.learner.dense == judge.learner.dense).all()
    await again.visit_all()
    assert again.frontier.outlook(0).queued == 0


@pytest.mark.parametrize(
    ("follow", "reached"),
    [
        ({}, ["/a", "/b", "/c", "/d"]),
        ({"tunnel": 3}, ["/a", "/b", "/c"]),
        ({"tunnel": 1}, ["/a"]),
        ({"relevant_only": True}, ["/a"]),
    ],
)
async def test_a_path_ends_after_so_many_irrelevant_pages_in_a_row(follow, reached):
    made = bench(
        {
            "/": page("The owl", ("/a", "on"), owls=20),
            "/a": page("A", ("/b", "on")),
            "/b": page("B", ("/c", "on")),
            "/c": page("C", ("/d", "on")),
            "/d": page("D"),
        },
        follow=FollowOptions.model_validate(follow),
    )

    await made.seed(HOME).visit_all()

    known = [path for path in ("/a", "/b", "/c", "/d") if made.knows(f"http://zoo.test{path}")]
    assert known == reached


async def test_a_relevant_page_on_the_way_starts_the_count_anew():
    made = bench(
        {
            "/": page("The owl", ("/a", "on"), owls=20),
            "/a": page("A", ("/b", "on")),
            "/b": page("The owl again", ("/c", "on"), owls=20),
            "/c": page("C", ("/d", "on")),
            "/d": page("D"),
        },
        follow=FollowOptions(tunnel=2),
    )

    await made.seed(HOME).visit_all()

    assert made.knows("http://zoo.test/d")
