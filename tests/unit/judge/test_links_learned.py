"""A judge that learns which links lead to what is wanted."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from bowerbird.judge import learner_kernel as kernel
from bowerbird.judge.link_options import LearnedLinkOptions
from bowerbird.judge.links_learned import LearnedLinkJudge
from bowerbird.model.candidate import Candidate, Via
from bowerbird.model.document import Document, LinkContext
from bowerbird.model.links import Arrival, Outlink
from bowerbird.model.topic import Topic, TopicTerm
from bowerbird.model.verdict import PageVerdict
from bowerbird.testing.fetcher import a_url
from bowerbird.testing.memory_store import MemoryStore

SUN = Topic("sun", ("sun",), (TopicTerm("sun", 1.0),))
OWL, CAR = ("https://a.test/1", "snowy owl"), ("https://a.test/2", "old car")
MEMORY = {"links_in_memory": 1_024, "pages_in_memory": 1_024}


class Crawl:
    """A judge at work, without a queue: what it filed stands in `filed`."""

    def __init__(
        self, topic: Topic = SUN, store: MemoryStore | None = None, **options: Any
    ) -> None:
        chosen = LearnedLinkOptions.model_validate(MEMORY | {"explore": 0.0} | options)
        self.judge = LearnedLinkJudge(chosen, topic)
        self.store = store or MemoryStore()
        self.filed: dict[str, float] = {}
        self.found: dict[str, Candidate] = {}

    def read(
        self,
        url: str,
        relevance: float,
        *links: tuple[str, ...],
        heads: Sequence[str] = (),
        **more: Any,
    ) -> None:
        """A page was read; links are (URL, anchor) or (URL, anchor, around)."""
        page = self.found.get(url) or Candidate(a_url(url), seed=1, **more)
        out = [
            Outlink(
                a_url(to), LinkContext(words[0], " ".join(words[1:])), is_new=to not in self.found
            )
            for to, *words in links
        ]
        weighed = self.judge.weigh(page, PageVerdict(relevance, relevance >= 0.5), out)
        for link, priority in zip(out, weighed.priorities, strict=True):
            if link.is_new:
                self.filed[link.url.href] = priority
                self.found[link.url.href] = Candidate(
                    link.url, page.depth + 1, priority, Via.LINK, page.url.identity,
                    link.context.anchor, seed=1,
                )  # fmt: skip
        batch = self.store.batch()
        arrival = Arrival(relevance, was_read=True, weighed=weighed)
        learnt = self.judge.learn(page, arrival, [self.found[head] for head in heads], batch)
        self.store.commit(batch)
        for moved in learnt.moves:
            self.filed[moved.identity] = moved.priority
        self.terms = learnt.terms

    def promise(self, url: str, *links: tuple[str, ...]) -> list[float]:
        page = Candidate(a_url(url), seed=1)
        out = [
            Outlink(a_url(to), LinkContext(words[0], " ".join(words[1:]))) for to, *words in links
        ]
        return self.judge.weigh(page, PageVerdict(0.1, False), out).priorities

    def teach(self, pages: int = 40) -> "Crawl":
        """Links that say owl lead to relevant pages, those that say car do not."""
        self.read("https://a.test/", 0.6, via=Via.SEED)
        for n in range(pages):
            wanted, other = f"https://a.test/x{n}", f"https://a.test/y{n}"
            self.read(f"https://a.test/list{n}", 0.1, (wanted, "grey owl"), (other, "fast car"))
            self.read(wanted, 0.9)
            self.read(other, 0.05)
        return self


def test_before_anything_is_learnt_the_topic_and_the_page_count():
    crawl = Crawl()

    links = (("https://a.test/1", "the sun"), ("https://a.test/2", "news"))
    about, other = crawl.promise("https://a.test/", *links)
    page = Candidate(a_url("https://a.test/"))
    news = [Outlink(a_url("https://a.test/2"), LinkContext("news"))]
    on_topic = crawl.judge.weigh(page, PageVerdict(0.9, True), news).priorities

    assert about > other
    assert on_topic[0] > other


def test_weighing_changes_nothing():
    crawl = Crawl().teach(5)
    links = [("https://a.test/1", "grey owl"), ("https://a.test/y1", "fast car")]

    first = crawl.promise("https://a.test/z", *links)

    assert crawl.promise("https://a.test/z", *links) == first


def test_words_that_led_to_relevant_pages_raise_links_and_others_lower_them():
    crawl = Crawl().teach()

    owl, car = crawl.promise("https://a.test/z", OWL, CAR)

    assert owl > 2 * car
    strongest = dict(crawl.judge.reasons.strongest(5))
    assert strongest["anchor:owl"] > 0 > strongest["anchor:car"]


def test_weights_stay_as_set_where_nothing_is_to_be_learnt():
    crawl = Crawl(learn=False).teach(10)

    owl, car = crawl.promise("https://a.test/z", OWL, CAR)

    assert owl == pytest.approx(car)


def test_links_beside_those_that_led_to_relevant_pages_rise():
    crawl = Crawl(words=False)
    links = [(f"https://a.test/{n}", "") for n in range(6)]
    crawl.read("https://a.test/good", 0.2, *links)
    crawl.read("https://a.test/bad", 0.2, *[(f"https://a.test/b{n}", "") for n in range(6)])
    before = crawl.filed["https://a.test/5"]

    for n in range(4):
        heads = ["https://a.test/5", "https://a.test/b5"]
        crawl.read(f"https://a.test/{n}", 0.95, heads=heads)
        crawl.read(f"https://a.test/b{n}", 0.0, heads=heads)

    assert crawl.filed["https://a.test/5"] > before
    assert crawl.filed["https://a.test/5"] > crawl.filed["https://a.test/b5"]


def test_a_second_link_from_a_better_page_raises_a_queued_url():
    crawl = Crawl()
    crawl.read("https://a.test/poor", 0.0, ("https://b.test/x", "there"))
    before = crawl.filed["https://b.test/x"]

    link = ("https://b.test/x", "there")
    crawl.read("https://a.test/rich", 0.95, link, heads=["https://b.test/x"])

    assert crawl.filed["https://b.test/x"] > before + 0.05


def test_a_link_that_nobody_vouches_for_gains_nothing_from_its_page():
    crawl = Crawl()
    page, verdict = Candidate(a_url("https://a.test/")), PageVerdict(0.95, True)
    context = LinkContext("there")

    vouched, not_vouched = crawl.judge.weigh(
        page, verdict,
        [
            Outlink(a_url("https://b.test/1"), context),
            Outlink(a_url("https://b.test/2"), context, vouched=False),
        ],
    ).priorities  # fmt: skip

    assert vouched > not_vouched + 0.2


def test_a_page_says_why_it_was_asked_for_and_who_linked_there():
    crawl = Crawl().teach()
    crawl.read("https://a.test/owls", 0.8, ("https://a.test/next", "barn owl"))

    waiting = crawl.judge.explain(crawl.found["https://a.test/next"])
    crawl.read("https://a.test/next", 0.7)

    by_name = {term.name: term for term in waiting}
    assert "https://a.test/owls scored 0.80" in by_name["parent"].because
    assert "anchor:owl" in by_name["words"].because
    assert by_name["words"].value > 0
    assert crawl.terms == waiting


def test_the_terms_of_a_link_add_up_to_what_it_promises(monkeypatch):
    monkeypatch.setattr("bowerbird.judge.link_reasons.TOLD", 20)
    monkeypatch.setattr("bowerbird.judge.link_reasons.LEAST", 0.0)
    crawl = Crawl().teach()
    crawl.read("https://a.test/owls", 0.8, ("https://a.test/next", "barn owl"))

    candidate = crawl.found["https://a.test/next"]
    total = sum(term.value for term in crawl.judge.explain(candidate))
    row = crawl.judge.memory.row("https://a.test/next")
    assert row is not None
    crawl.judge.learner.rescore(np.array([row]), crawl.judge.memory)

    assert total == pytest.approx(float(crawl.judge.memory.facts[row, kernel.PROMISE]), abs=1e-3)


def test_hubs_are_pages_that_lead_to_many_relevant_ones_and_their_links_are_raised():
    crawl = Crawl(hub_raise=2.0, checkpoint_pages=1_000)
    crawl.read("https://a.test/", 0.6, via=Via.SEED)
    targets = [(f"https://a.test/t{n}", "there") for n in range(30)]
    crawl.read("https://a.test/hub", 0.3, *targets, ("https://a.test/left", "there"))
    crawl.read("https://a.test/plain", 0.3, ("https://a.test/p", "there"))
    before = crawl.filed["https://a.test/left"]

    for n in range(97):
        crawl.read(*((f"https://a.test/t{n}", 0.9) if n < 30 else (f"https://a.test/o{n}", 0.0)))
    crawl.read("https://a.test/one-more", 0.0, heads=["https://a.test/left"])

    best = crawl.judge.hubs()[0]
    assert (best.identity, best.score, best.links) == ("https://a.test/hub", 1.0, 30)
    terms = {
        term.name: term.value for term in crawl.judge.explain(crawl.found["https://a.test/left"])
    }
    assert terms["raised"] == 2.0
    assert crawl.filed["https://a.test/left"] > before


def test_a_dead_link_teaches_and_a_dead_server_does_not():
    crawl = Crawl().teach(3)
    links = [("https://a.test/d1", "broken thing"), ("https://a.test/d2", "broken thing")]
    crawl.read("https://a.test/page", 0.5, *links)
    probe = ("https://a.test/z", ("https://a.test/q", "broken thing"))
    before = crawl.promise(*probe)

    crawl.judge.learn(crawl.found["https://a.test/d1"], Arrival(), [], crawl.store.batch())
    unchanged = crawl.promise(*probe)
    crawl.judge.learn(crawl.found["https://a.test/d2"], Arrival(0.0), [], crawl.store.batch())

    assert unchanged == before
    assert crawl.promise(*probe) < before


def test_what_is_known_of_a_link_follows_a_redirect():
    crawl = Crawl().teach()
    crawl.read("https://a.test/p", 0.9, ("https://a.test/old", "barn owl"))
    page = crawl.found["https://a.test/old"]

    crawl.judge.learn(page, Arrival(moved_to="https://a.test/new"), [], crawl.store.batch())

    target = Candidate(a_url("https://a.test/new"), 1, 0.5, Via.REDIRECT, "https://a.test/old")
    assert {"parent", "words"} <= {term.name for term in crawl.judge.explain(target)}


def test_memory_is_bounded_and_what_promises_least_is_forgotten():
    crawl = Crawl()
    for n in range(60):
        crawl.read(f"https://a.test/{n}", 0.9 if n % 2 else 0.0,
                   *[(f"https://a.test/{n}/{m}", "there") for m in range(40)])  # fmt: skip

    memory = crawl.judge.memory
    assert memory.size <= 1_024
    kept = [memory.name(int(row)) for row in memory.rows()]
    from_good = sum(int(name.split("/")[3]) % 2 for name in kept)
    assert from_good > 0.9 * len(kept)


def test_pages_beyond_memory_are_forgotten_without_a_trace():
    crawl = Crawl(pages_in_memory=1_024)
    crawl.read("https://a.test/first", 0.9, ("https://a.test/x", "there"))
    for n in range(1_100):
        crawl.read(f"https://a.test/{n}", 0.1)

    memory = crawl.judge.memory
    row = memory.row("https://a.test/x")
    assert row is not None
    assert memory.living_sources(row) == []
    assert memory.page_number("https://a.test/first") is None
    assert memory.page_number("https://a.test/1099") is not None


def test_a_run_that_died_goes_on_with_what_was_written_last():
    crawl = Crawl(checkpoint_pages=1).teach()
    probe = ("https://a.test/z", OWL, CAR)
    crawl.judge.resume(MemoryStore(), "7", lambda _: None)
    batch = crawl.store.batch()
    crawl.judge.keep(batch)
    crawl.store.commit(batch)

    again = Crawl(store=crawl.store)
    again.judge.resume(crawl.store, "7", lambda _: None)

    assert again.promise(*probe) == pytest.approx(crawl.promise(*probe), rel=1e-5)
    assert again.judge.learner.pages == crawl.judge.learner.pages


@pytest.mark.parametrize(
    ("start", "query", "knows"),
    [("same-topic", "sun", True), ("same-topic", "moon", False), ("always", "moon", True),
     ("never", "sun", False)],
)  # fmt: skip
def test_the_next_run_may_begin_with_what_the_last_one_learnt(start, query, knows):
    first = Crawl(checkpoint_pages=1)
    first.judge.resume(first.store, "1", lambda _: None)
    first.teach()
    topic = Topic(query, (query,), (TopicTerm(query, 1.0),))

    second = Crawl(topic, store=first.store, start=start)
    second.judge.resume(first.store, "2", lambda _: None)

    owl, car = second.promise("https://a.test/z", OWL, CAR)
    assert (owl > 1.5 * car) is knows
    assert second.judge.learner.pages == 0


def test_words_of_a_run_that_was_not_gone_on_with_do_not_come_back():
    first = Crawl(checkpoint_pages=1)
    first.judge.resume(first.store, "1", lambda _: None)
    first.teach()
    second = Crawl(store=first.store, start="never", checkpoint_pages=1)
    second.judge.resume(first.store, "2", lambda _: None)
    second.read("https://a.test/", 0.5, via=Via.SEED)

    third = Crawl(store=first.store)
    third.judge.resume(first.store, "2", lambda _: None)

    assert not third.judge.learner.words[0].any()


def test_a_queued_url_that_memory_lost_is_judged_by_what_the_books_say_of_its_page():
    crawl = Crawl()
    crawl.judge.resume(crawl.store, "1", {"https://a.test/before": 0.9}.get)
    head = Candidate(a_url("https://a.test/x"), 1, 0.2, Via.LINK, "https://a.test/before", "there")
    unknown = Candidate(a_url("https://a.test/y"), 1, 0.2, Via.LINK, "https://a.test/gone", "there")
    crawl.found = {head.url.href: head, unknown.url.href: unknown}

    crawl.read("https://a.test/", 0.5, heads=list(crawl.found))

    assert crawl.filed["https://a.test/x"] > 0.3
    assert "https://a.test/y" not in crawl.filed


def test_some_links_are_taken_at_a_venture():
    crawl = Crawl(explore=0.5)
    crawl.read("https://a.test/", 0.5, *[(f"https://a.test/{n}", "there") for n in range(900)])
    for n in range(30):
        crawl.read(f"https://b.test/{n}", 0.1)

    ventured = [url for url, priority in crawl.filed.items() if priority > 0.99]
    assert 3 <= len(ventured) <= 30
    terms = crawl.judge.explain(crawl.found[ventured[0]])
    assert terms[0].name == "raised"


def test_a_host_that_had_its_share_and_brings_less_than_others_steps_back():
    crawl = Crawl(host_share=0.1, barren_pages=10_000)
    for n in range(30):
        crawl.read(f"https://h{n}.test/", 0.9)
    for n in range(60):
        crawl.read(f"https://greedy.test/{n}", 0.0)
        crawl.read(f"https://h{n % 30}.test/{n}", 0.9)

    links = (("https://greedy.test/x", ""), ("https://h1.test/x", ""))
    greedy, fair = crawl.promise("https://a.test/z", *links)

    assert fair > 10 * greedy


def test_plain_links_can_be_judged_without_a_crawl():
    judge = Crawl().judge

    priorities = judge.priorities(
        [
            (a_url("https://a.test/1"), LinkContext("sun")),
            (a_url("https://a.test/2"), LinkContext("x")),
        ],
        Document(base="https://a.test/"), PageVerdict(0.5, True),
    )  # fmt: skip

    assert priorities[0] > priorities[1]


def test_what_people_kept_with_fitting_tags_comes_sooner():
    kept = Topic("sun", ("sun",), SUN.terms, bookmarked={OWL[0]: 0.9})
    asked = (("https://a.test/0", 0.2), ((OWL[0], "a page"), (CAR[0], "a page")))

    (url, relevance), links = asked
    crawl = Crawl(kept)
    crawl.read(url, relevance, *links)

    assert crawl.filed[OWL[0]] > crawl.filed[CAR[0]]
    crawl.read(OWL[0], 0.5)
    assert "tags" in {term.name for term in crawl.terms}
