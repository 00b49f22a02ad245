"""Links by what links like them have led to: every cue that the literature knows is a feature of
one model, which learns from each page that is read.

`weigh` is pure: it looks at the words around links and at what is remembered. Learning happens in
`learn`, once a page is booked; what it writes goes into the batch of that page.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bowerbird.judge import learner_kernel as kernel
from bowerbird.judge.distiller import EVERY, Distiller
from bowerbird.judge.hosts_held import HeldHosts
from bowerbird.judge.learner import Learner
from bowerbird.judge.link_memory import ECHOES, LinkMemory, Rows
from bowerbird.judge.link_options import LearnedLinkOptions
from bowerbird.judge.link_reasons import Reasons
from bowerbird.judge.link_state import (
    FORM,
    LinkModel,
    LinkState,
    hosts_to_keep,
    read_model,
    restore,
    restore_weights,
)
from bowerbird.judge.link_words import LinkReader, LinkWords
from bowerbird.judge.rescoring import Rescoring
from bowerbird.model.candidate import Candidate, Via
from bowerbird.model.document import Document, LinkContext
from bowerbird.model.links import Arrival, Hub, Learnt, Outlink, Weighed
from bowerbird.model.storage import Batch, Store
from bowerbird.model.topic import Topic
from bowerbird.model.verdict import PageVerdict, ScoreTerm
from bowerbird.web.url import Url, parse

HALF = 0.5  # from here on a page counts as relevant
STRONGEST = 20  # words for, and against, that are told
Numbers = npt.NDArray[Any]
_BEST_CHILDREN = slice(kernel.CHILDREN, kernel.CHILDREN + kernel.BEST_CHILDREN)


class _Read(NamedTuple):
    """What was read around links, on its way into the memory."""

    words: LinkWords
    origin: Numbers  # page, host and depth
    tags: Numbers


def _by_host(bookmarked: Mapping[str, float]) -> dict[str, float]:
    """Half the mean of what is said for a host's URLs, shrunk like three of which nothing is."""
    said: dict[str, list[float]] = {}
    for identity, evidence in bookmarked.items():
        said.setdefault(parse(identity).host, []).append(evidence)
    return {host: HALF * sum(each) / (len(each) + 3) for host, each in said.items()}


class LearnedLinkJudge:
    """Gives links their priority, learns from what they lead to, and says which ones moved."""

    def __init__(self, options: LearnedLinkOptions, topic: Topic) -> None:
        self._recall: Callable[[str], float | None] = lambda _: None
        self._run = ""
        self._state = LinkState()
        self._begins_anew = False
        self._hubs_before: list[Hub] = []  # as they were kept
        self.options = options
        self.topic = topic
        self.memory = LinkMemory(options.links_in_memory, options.pages_in_memory)
        self.learner = Learner(options)
        self.distiller = Distiller(self.memory)
        self._reader = LinkReader(topic)
        chance = Random(1)  # noqa: S311 - a venture, not a secret
        self._rescoring = Rescoring(self.learner, self.memory, options.explore, chance)
        self._held = HeldHosts(options, self.memory)
        self.reasons = Reasons(self.learner, self.memory)
        self._seeds: dict[int, float] = {}  # number of the seed → its score
        self._bookmarked_hosts = _by_host(topic.bookmarked)

    # ---- the port of every link judge ------------------------------------------------------------

    def priorities(
        self, links: Sequence[tuple[Url, LinkContext]], on: Document, verdict: PageVerdict
    ) -> list[float]:
        """Of the links of a page of which nothing else is known."""
        page = Candidate(Url(on.base, on.base, "", "", ""))
        return self.weigh(page, verdict, [Outlink(*link) for link in links]).priorities

    # ---- the port of those that learn ------------------------------------------------------------

    def wants(self, identity: str) -> bool:
        """Is another link to this known URL news?"""
        row = self.memory.row(identity)
        return row is not None or self.memory.page_number(identity) is not None

    def weigh(self, page: Candidate, verdict: PageVerdict, links: Sequence[Outlink]) -> Weighed:
        """What these links of a page promise."""
        words = self._reader.read(links)
        size = len(links)
        facts = np.zeros((size, kernel.FACT_COLUMNS), np.float32)
        counts = np.zeros((size, kernel.COUNT_COLUMNS), np.int32)
        sources = np.zeros((size, kernel.MOST_SOURCES), np.int32)
        tokens = np.zeros_like(words.tokens)
        origin, tags = self._origin(page, links), self._tags(links)
        kernel.note_links(
            np.arange(size), np.ones(size, np.bool_), origin, tags, *words,
            facts, counts, sources, tokens,
        )  # fmt: skip
        self._describe(self.memory.pages[-1], page, verdict.score, self._sources_of(page))
        promises = self.learner.rescore_apart(facts, counts, sources, tokens, self.memory)
        priorities = (1.0 / (1.0 + np.exp(-np.clip(promises, -30.0, 30.0)))).tolist()
        return Weighed(priorities, links, _Read(words, origin, tags))

    def learn(
        self, page: Candidate, arrival: Arrival, heads: Sequence[Candidate], batch: Batch
    ) -> Learnt:
        """The URL is booked; `heads` are those that are asked for next."""
        identity = page.url.identity
        if arrival.moved_to:
            self.memory.rename(identity, arrival.moved_to)
            return Learnt()
        row = self._row_of(page)
        terms: tuple[ScoreTerm, ...] = ()
        sources: list[int] = []
        if row is not None and arrival.relevance is not None:
            terms = self.reasons.terms(row, page)
            self.learner.learn(row, arrival.relevance, self.memory)
            sources = self.memory.living_sources(row)
            self._credit(row, arrival.relevance)
        if arrival.was_read and arrival.relevance is not None:
            self._book(page, arrival.relevance, sources, row, arrival.weighed)
        self.memory.forget(identity)
        if arrival.was_read and self.learner.pages % self.options.checkpoint_pages == 0:
            self.keep(batch)
        return Learnt(terms, self._rescoring.moves([self._adopted(head) for head in heads]))

    # ---- the port of those with a memory ---------------------------------------------------------

    def resume(self, store: Store, run: str, recall: Callable[[str], float | None]) -> None:
        """Go on where this run was, or with what the last one learnt. `recall` tells the score of a
        page that was read, if the books have it."""
        self._recall, self._run = recall, run
        found = read_model(store)
        if found is None:
            return
        if found.run == run:
            restore(found, store, self.learner, self.memory)
            self._seeds, self._hubs_before = found.seeds, found.hubs
        elif self._goes_on_from(found):
            restore_weights(found, store, self.learner)
        else:
            self._begins_anew = True

    def keep(self, batch: Batch) -> None:
        """Write what was learnt."""
        if self._begins_anew:
            self._state.forget_words(batch)
            self._begins_anew = False
        dense = self.learner.dense.tolist()
        model = LinkModel(
            form=FORM,
            run=self._run,
            query=self.topic.query,
            weights=dense[0],
            slopes=dense[1],
            pages=self.learner.pages,
            relevant=self.learner.relevant,
            hosts=hosts_to_keep(self.memory),
            seeds=self._seeds,
            hubs=self.hubs(),
            strongest=self.reasons.strongest(STRONGEST),
        )
        self._state.write(model, self.learner, batch)

    # ---- what may be asked -----------------------------------------------------------------------

    def hubs(self) -> list[Hub]:
        """The pages that lead to most of what is relevant, the best first."""
        return self.distiller.hubs() or self._hubs_before

    def explain(self, candidate: Candidate) -> tuple[ScoreTerm, ...]:
        """Why a queued URL stands where it stands, as of now."""
        row = self._row_of(candidate)
        self.reasons.name_words(candidate)
        return () if row is None else self.reasons.terms(row, candidate)

    # ---- learning --------------------------------------------------------------------------------

    def _book(
        self,
        page: Candidate,
        relevance: float,
        sources: list[int],
        row: int | None,
        weighed: Weighed | None,
    ) -> None:
        memory = self.memory
        self.learner.count(relevance)
        host = memory.host(page.url.host)
        memory.hosts[host, kernel.HOST_READ] += 1
        memory.hosts[host, kernel.HOST_RELEVANT] += relevance
        self._held.note(host, self.learner.pages, relevant=relevance >= HALF)
        number = memory.new_page(page.url.identity, host)
        if page.via is Via.SEED:
            self._seeds[page.seed] = relevance
        self._describe(memory.page(number), page, relevance, sources)
        if relevance >= HALF:
            memory.note_relevant(number)
            memory.add_edges([(source, number) for source in sources])
        if row is not None:
            memory.echo(row, number)
        if weighed is not None and weighed.links:
            self._note_links(number, page, weighed)
        if self.learner.pages % EVERY == 0:
            self._raise(self.distiller.distil())

    def _goes_on_from(self, found: LinkModel) -> bool:
        match self.options.start:
            case "same-topic":
                return found.query == self.topic.query
            case wanted:
                return wanted == "always"

    def _credit(self, row: int, relevance: float) -> None:
        """Of the page behind this row, to the pages that link there."""
        memory = self.memory
        number = kernel.credit(
            row, relevance, memory.counts, memory.sources, memory.pages, float(memory.latest)
        )
        if number >= 0:
            self._look_back(number)

    def _look_back(self, number: int) -> None:
        """A page whose links led to much is worth half as much itself: context-graph credit."""
        page, echo = self.memory.page(number), self.memory.echo_row(number)
        label = HALF * float(page[_BEST_CHILDREN].mean())
        if label > page[kernel.RELEVANCE] and self._has_echo(number):
            self.learner.learn(echo, label, self.memory)
            self.memory.counts[echo] = 0  # once is enough

    def _has_echo(self, number: int) -> bool:
        recent = number > self.memory.latest - ECHOES
        return recent and self.memory.counts[self.memory.echo_row(number), kernel.SOURCES] > 0

    def _describe(
        self, place: Numbers, page: Candidate, relevance: float, sources: Sequence[int] = ()
    ) -> None:
        """Fill in what is known of a page as the source of links."""
        away = min((self.memory.page(n)[kernel.AWAY] for n in sources), default=0.0) + 1
        place[:] = 0.0
        place[kernel.RELEVANCE] = relevance
        place[kernel.AWAY] = 0.0 if relevance >= HALF else min(away, 99.0)
        here = relevance if page.via is Via.SEED else 0.0
        place[kernel.SEED_RANK] = self._seeds.get(page.seed, here)

    def _note_links(self, number: int, page: Candidate, weighed: Weighed) -> None:
        memory, links = self.memory, weighed.links
        rows = np.full(len(links), -1, np.int64)
        fresh = np.zeros(len(links), np.bool_)
        relevant: list[tuple[int, int]] = []
        for at, link in enumerate(links):
            identity = link.url.identity
            row = memory.row(identity)
            if row is None and not link.is_new:
                known = memory.page_number(identity)
                if known is not None and known != number and memory.is_relevant(known):
                    relevant.append((number, known))
                continue
            if row is None:
                row = memory.new_row(identity)
                fresh[at] = True
            rows[at] = row
        words, origin, tags = weighed.words
        origin[origin[:, 0] == kernel.THIS_PAGE, 0] = number
        kernel.note_links(
            rows, fresh, origin, tags, *words,
            memory.facts, memory.counts, memory.sources, memory.tokens,
        )  # fmt: skip
        memory.add_edges(relevant)
        new = rows[fresh]
        filed = np.array(weighed.priorities)[fresh]
        promises = np.log(filed / (1.0 - filed))
        memory.facts[new, kernel.FILED] = promises
        memory.facts[new, kernel.PROMISE] = promises
        if weighed.filed:
            self._raise_as_filed(new, weighed.filed)
        self._rescoring.note(new)
        self._rescoring.note_changed(rows[(rows >= 0) & ~fresh])

    def _raise_as_filed(self, rows: Rows, filed: Mapping[str, float]) -> None:
        """What bookmarks promised besides stays added to what is learnt."""
        facts = self.memory.facts
        for row in rows.tolist():
            priority = min(filed.get(self.memory.name(row), 0.0), 1 - 1e-9)
            raised = np.log(priority / (1 - priority)) - facts[row, kernel.FILED] if priority else 0
            if raised > 0:
                facts[row, [kernel.RAISED, kernel.FILED, kernel.PROMISE]] += raised

    def _origin(self, page: Candidate, links: Sequence[Outlink]) -> Numbers:
        host = self.memory.host
        origin = np.empty((len(links), 3), np.int32)
        origin[:, 0] = [kernel.THIS_PAGE if link.vouched else kernel.NOBODY for link in links]
        origin[:, 1] = [host(link.url.host) for link in links]
        origin[:, 2] = page.depth + 1
        return origin

    def _tags(self, links: Sequence[Outlink]) -> Numbers:
        """What bookmarks say for the target, and half as much for its host's other URLs."""
        if not self.topic.bookmarked:
            return np.zeros(len(links), np.float32)
        said, hosts = self.topic.bookmarked, self._bookmarked_hosts
        known = [said.get(link.url.identity) or hosts.get(link.url.host, 0.0) for link in links]
        return np.array(known, np.float32)

    # ---- URLs that memory has lost ---------------------------------------------------------------

    def _row_of(self, page: Candidate) -> int | None:
        """Where it is remembered; else a row made of what its candidate says. None for a seed."""
        row = self.memory.row(page.url.identity)
        if row is None and page.via is not Via.SEED:
            self._fill(self.memory.scratch, page)
            return self.memory.scratch
        return row

    def _adopted(self, head: Candidate) -> int | None:
        """The row of a URL that is asked for soon. One that was queued by a run that died, or that
        memory gave up, gets one again, if anything is known of the page that led there."""
        row = self.memory.row(head.url.identity)
        if row is not None or head.via is Via.SEED or self._source_of(head) is None:
            return row
        row = self.memory.new_row(head.url.identity)
        self._fill(row, head)
        filed = min(max(head.priority, 1e-9), 1 - 1e-9)
        self.memory.facts[row, kernel.FILED] = np.log(filed / (1 - filed))
        return row

    def _fill(self, row: int, page: Candidate) -> None:
        number = self._source_of(page)
        source = kernel.NOBODY if number is None else number
        context = LinkContext(anchor=page.anchor)
        origin = np.array([[source, self.memory.host(page.url.host), page.depth]], np.int32)
        memory = self.memory
        kernel.note_links(
            np.array([row]), np.ones(1, np.bool_), origin, self._tags([Outlink(page.url, context)]),
            *self._reader.read([(page.url, context)]),
            memory.facts, memory.counts, memory.sources, memory.tokens,
        )  # fmt: skip

    def _source_of(self, page: Candidate) -> int | None:
        """The number of the page that it was found on; the books may know it where memory does
        not."""
        number = self.memory.page_number(page.found_on)
        if number is None and page.found_on and (score := self._recall(page.found_on)) is not None:
            number = self.memory.new_page(page.found_on, 0)
            self._describe(self.memory.page(number), page, score)
        return number

    def _sources_of(self, page: Candidate) -> list[int]:
        row = self.memory.row(page.url.identity)
        return [] if row is None else self.memory.living_sources(row)

    def _raise(self, rows: Rows) -> None:
        """Unvisited links of the best hubs move up, once for each hub."""
        self.memory.facts[rows, kernel.RAISED] += self.options.hub_raise
        self._rescoring.note_changed(rows)
