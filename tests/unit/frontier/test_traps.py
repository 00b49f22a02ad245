"""The trap brakes through the frontier: what they hold, what they let pass, what comes back."""

from itertools import product

import pytest

from bowerbird.frontier.disk import DiskFrontier
from bowerbird.frontier.inspection import Quarantined
from bowerbird.frontier.keys import Order
from bowerbird.frontier.options import FrontierOptions
from bowerbird.frontier.traps import TrapOptions
from bowerbird.model.candidate import Candidate, Via
from bowerbird.model.ports import Added, Entry
from bowerbird.testing.memory_store import MemoryStore
from bowerbird.web.url import Url


def url(path: str, host: str = "a.test") -> Url:
    href = f"https://{host}{path}"
    return Url(href, href, "https", host, f"https://{host}")


class Site:
    """A frontier that is offered the links of a site, and learns what its pages bring."""

    def __init__(self, **traps: float) -> None:
        self.store = MemoryStore()
        self.options = FrontierOptions(
            order=Order.BREADTH_FIRST, traps=TrapOptions.model_validate(traps)
        )
        self.reopen()

    def reopen(self, generation: int = 1) -> None:
        self.frontier = DiskFrontier(self.store, self.options, generation, this_year=2026)

    def offer(self, *paths: str, host: str = "a.test") -> list[Added]:
        batch = self.store.batch()
        added = self.frontier.add([Candidate(url(path, host)) for path in paths], batch)
        self.store.commit(batch)
        return added

    def offer_each(self, *paths: str) -> list[Added]:
        return [self.offer(path)[0] for path in paths]

    def read(self, path: str, *, novel: bool, host: str = "a.test") -> int:
        batch = self.store.batch()
        back = self.frontier.learn(url(path, host), novel, batch)
        self.store.commit(batch)
        return back

    def release(self, host: str | None = None, pattern: str | None = None) -> int:
        batch = self.store.batch()
        back = self.frontier.release(batch, host=host, pattern=pattern)
        self.store.commit(batch)
        return back

    def queued(self) -> int:
        return self.frontier.outlook(0).queued

    def held(self) -> int:
        return self.frontier.outlook(0).quarantined


@pytest.fixture
def site() -> Site:
    return Site()


def is_held(added: Added) -> bool:
    return added.entry is Entry.QUARANTINED


def passed(answers: list[Added]) -> int:
    return sum(answer.entry is Entry.NEW for answer in answers)


# ---- what is held --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/x/x/x/", "quarantined: the path repeats «x»"),
        ("/a/b/a/b/a/b", "quarantined: the path repeats «a/b»"),
        ("/a////b", "quarantined: the path has slashes in a row"),
        (
            "/%2525252520",
            "quarantined: the path has percent signs escaped again and again",
        ),
        ("/shop/1/shop/2/shop/3", "quarantined: the path repeats «shop»"),
        (
            "/calendar/2150/01",
            "quarantined: the calendar a.test/calendar/{date} marches to the year 2150",
        ),
        (
            "/calendar?month=1921-01",
            "quarantined: the calendar a.test/calendar?month=… marches to the year 1921",
        ),
        (
            "/f?" + "&".join(f"p{n}=1" for n in range(11)),
            "quarantined: the query has 11 parameters, more than 10",
        ),
    ],
)
def test_a_url_that_gives_itself_away_is_held_at_once(site: Site, path: str, sentence: str) -> None:
    assert site.offer(path) == [Added(Entry.QUARANTINED, sentence)]
    assert (site.queued(), site.held()) == (0, 1)


def test_a_query_pattern_that_brings_repeats_stops_at_its_allowance(site: Site) -> None:
    answers = []
    for page in range(1, 400):
        answers += site.offer(f"/list?page={page}&session={page * 7}")
        if page <= 100:
            site.read(f"/list?page={page}&session={page * 7}", novel=page <= 3)

    assert passed(answers) == 200
    assert answers[-1].rule == (
        "quarantined: the query pattern a.test/list?page=…&session=…"
        " grew past 200 URLs, of which 3% were new"
    )


def test_a_calendar_without_content_stops(site: Site) -> None:
    days = [f"/calendar/2026/{m:02}/{d:02}" for m, d in product(range(1, 13), range(1, 29))]
    answers = []
    for day in days:
        answers += site.offer(day)
        site.read(day, novel=False)

    assert passed(answers) == 200
    assert "calendar a.test/calendar/{date} grew past 200 URLs" in answers[-1].rule


def test_a_calendar_by_query_stops_too(site: Site) -> None:
    months = [f"/cal?year={y}&month={m}" for y in range(1990, 2030) for m in range(1, 13)]

    assert passed(site.offer_each(*months)) == 200


def test_facets_that_multiply_stop_whatever_their_names(site: Site) -> None:
    names = ["colour", "size", "brand", "price", "sort", "view", "sale", "new"]
    choices = [
        "/shop?" + "&".join(f"{name}={value}" for name, on in zip(names, mask, strict=True) if on)
        for value in range(20)
        for mask in product([0, 1], repeat=len(names))
        if any(mask)
    ]

    assert passed(site.offer(*choices)) == 1000


def test_facets_that_bring_nothing_stop_sooner(site: Site) -> None:
    answers = []
    for value in range(400):
        target = f"/shop?{'&'.join(f'{name}={value}' for name in 'abcdefghi'[: 1 + value % 9])}"
        answers += site.offer(target)
        site.read(target, novel=value < 3)

    assert passed(answers) == 200
    assert "the queries of a.test/shop?… grew past 200 URLs" in answers[-1].rule


def test_sessions_in_the_path_stop_unless_they_bring_something(site: Site) -> None:
    paths = [f"/s-{n:032x}/home" for n in range(300)]
    read = [f"/{n:064x}" for n in range(300)]

    answers = []
    for path in read:
        answers += site.offer(path)
        site.read(path, novel=True)

    assert passed(site.offer(*paths)) == 200
    assert passed(answers) == 300


def test_a_farm_of_hosts_stops_and_its_neighbours_go_on(site: Site) -> None:
    batch = site.store.batch()
    beds = [Candidate(url("/", f"bed{n}.farm.test"), via=Via.LINK) for n in range(300)]
    named = [Candidate(url("/", f"mine{n}.farm.test"), via=Via.SEED) for n in range(300)]
    farm, seeds = site.frontier.add(beds, batch), site.frontier.add(named, batch)
    other = site.frontier.add([Candidate(url("/", "a.test"), via=Via.LINK)], batch)
    more = site.frontier.add([Candidate(url("/2", "bed0.farm.test"), via=Via.LINK)], batch)
    site.store.commit(batch)

    assert [passed(answers) for answers in (farm, seeds, other, more)] == [200, 300, 1, 1]
    assert farm[-1].rule == (
        "quarantined: the hosts of farm.test grew past 200 URLs, before one of them was read"
    )
    assert site.read("/", novel=True, host="bed0.farm.test") == 10


def test_paths_that_accrete_stop_after_a_few(site: Site) -> None:
    answers = site.offer(*(f"/about/team/about/team/{n}" for n in range(30)))

    assert passed(answers) == 10
    assert "repeat a part of themselves" in answers[-1].rule


def test_a_value_that_grows_from_url_to_url_is_held(site: Site) -> None:
    answers = site.offer(*(f"/login?back={'x' * (90 + 10 * n)}" for n in range(40)))

    assert "grows from URL to URL" in answers[-1].rule
    assert passed(answers) < 20


def test_long_values_that_do_not_grow_pass(site: Site) -> None:
    assert passed(site.offer(*(f"/t?token={n:0150}" for n in range(150)))) == 150


def test_a_prefix_and_a_host_have_their_limits() -> None:
    site = Site(prefix_urls=1200, host_urls=3000)
    by_prefix = site.offer(*(f"/maze/{n}" for n in range(4000)))
    by_host = site.offer(*(f"/{n}/" for n in range(4000)))

    # The first thousand URLs of a host are not counted by prefix.
    assert passed(by_prefix) == 1000 + 1200
    assert by_prefix[-1].rule.startswith("quarantined: the prefix a.test/maze/… grew past 1200")
    assert passed(by_prefix) + passed(by_host) == 3000
    assert by_host[-1].rule.startswith("quarantined: the host a.test grew past 3000 URLs")
    assert passed(site.offer("/x", host="b.test")) == 1


def test_one_host_does_not_answer_for_another(site: Site) -> None:
    site.offer(*(f"/list?page={n}" for n in range(300)))

    assert passed(site.offer("/list?page=1", host="b.test")) == 1


# ---- what passes ---------------------------------------------------------------------------------


def test_a_list_of_500_pages_with_new_content_passes(site: Site) -> None:
    answers = []
    for page in range(1, 501):
        answers += site.offer(f"/list?page={page}")
        site.read(f"/list?page={page}", novel=True)

    assert passed(answers) == 500


def test_500_pages_linked_from_one_page_are_all_visited_in_the_end(site: Site) -> None:
    site.offer(*(f"/list?page={page}" for page in range(1, 501)))
    assert (site.queued(), site.held()) == (200, 300)

    visited = 0
    while leases := site.frontier.lease(visited, 1):
        batch = site.store.batch()
        site.frontier.learn(leases[0].candidate.url, True, batch)
        site.frontier.settle(leases[0], batch, host_free_at=0)
        site.store.commit(batch)
        visited += 1

    assert (visited, site.held()) == (500, 0)


@pytest.mark.parametrize(
    "paths",
    [
        [f"/{y}/{m:02}/article-{n}" for y in range(1990, 2027) for m in range(1, 13) for n in "ab"],
        ["/a/a/", "/a/a", "/en/en/index.html"],
        ["/" + "/".join(f"level-{n}" for n in range(depth)) for depth in range(1, 13)],
        [f"/topic/{n}/{page}" for n in range(1900, 2100) for page in range(1, 4)],
        [f"/archive/{y}/{m:02}/" for y in range(2015, 2027) for m in range(1, 13)],
        [f"/item/{n}" for n in range(2000)],
    ],
    ids=["dated articles", "double segments", "deep docs", "topics", "monthly archive", "items"],
)
def test_what_an_ordinary_site_has_is_not_held(site: Site, paths: list[str]) -> None:
    answers = []
    for path in paths:
        answers += site.offer(path)
        site.read(path, novel=True)

    assert passed(answers) == len(paths)


def test_brakes_can_be_switched_off() -> None:
    site = Site(enabled=False)

    assert passed(site.offer("/x/x/x/x/x", *(f"/list?page={n}" for n in range(300)))) == 301


# ---- what comes back -----------------------------------------------------------------------------


def test_a_person_releases_a_pattern_and_it_is_free_from_then_on(site: Site) -> None:
    site.offer(*(f"/list?page={n}" for n in range(250)), "/x/x/x")
    held = {held.pattern for held in site.frontier.quarantined()}

    assert site.release(pattern="a.test/list?page=…") == 50
    assert held == {"a.test/list?page=…", "a.test/…/x/…"}
    assert (site.queued(), site.held()) == (250, 1)
    assert passed(site.offer("/list?page=900", "/x/x/x/y")) == 1


def test_releasing_a_host_frees_all_of_it_and_nothing_else(site: Site) -> None:
    site.offer("/x/x/x", "/y/y/y")
    site.offer("/x/x/x", host="b.test")

    assert site.release(host="a.test") == 2
    assert (site.queued(), site.held()) == (2, 1)
    assert passed(site.offer("/z/z/z")) == 1


def test_releasing_all_empties_the_quarantine_for_good(site: Site) -> None:
    site.offer("/x/x/x", *(f"/list?page={n}" for n in range(250)))
    assert site.release() == 51
    site.reopen()

    assert (site.queued(), site.held()) == (251, 0)
    assert passed(site.offer("/list?page=999")) == 1


def test_quarantine_keeps_so_many_of_a_pattern_and_counts_the_rest() -> None:
    site = Site(kept_per_pattern=20)
    site.offer(*(f"/list?page={n}" for n in range(260)))

    (brake,) = site.frontier.brakes()
    assert (site.held(), brake.kept, brake.uncounted) == (20, 20, 40)
    assert site.release() == 20
    assert passed(site.offer("/list?page=259")) == 1  # was not kept: it is new when it comes again


def test_a_held_url_is_known_and_explained(site: Site) -> None:
    site.offer("/x/x/x")

    assert site.frontier.knows(url("/x/x/x"))
    assert [a.entry for a in site.offer("/x/x/x")] == [Entry.KNOWN]
    assert site.frontier.whereabouts(url("/x/x/x").key) == Quarantined(
        Candidate(url("/x/x/x")), "quarantined: the path repeats «x»"
    )


def test_a_host_is_no_newer_for_every_crash() -> None:
    site = Site(domain_hosts=25)
    hosts = [f"h{number}.farm.test" for number in range(20)]

    added = []
    for crash in range(20):
        site.reopen()
        batch = site.store.batch()
        links = [Candidate(url(f"/{crash}", host), via=Via.LINK) for host in hosts]
        added += site.frontier.add(links, batch)
        site.store.commit(batch)

    assert not any(map(is_held, added))


def test_a_resumed_run_brakes_where_the_first_would_have(site: Site) -> None:
    site.offer(*(f"/list?page={n}" for n in range(150)))
    for page in range(40):
        site.read(f"/list?page={page}", novel=False)
    site.offer("/x/x/x")
    site.reopen()

    assert passed(site.offer(*(f"/list?page={n}" for n in range(150, 300)))) == 50
    assert site.held() == 101
    assert site.release(pattern="a.test/…/x/…") == 1


def test_a_new_run_forgets_what_the_brakes_learned(site: Site) -> None:
    site.offer(*(f"/list?page={n}" for n in range(300)))
    site.reopen(generation=2)

    assert site.held() == 0
    assert passed(site.offer(*(f"/list?page={n}" for n in range(300)))) == 200
