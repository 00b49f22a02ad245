from bowerbird.crawl.health import HealthWatch
from bowerbird.crawl.options import HealthOptions
from bowerbird.crawl.statistics import Tally
from bowerbird.model.events import Progress, Visited

PLENTY = 10**12


def progress(at: float = 0.0, **changes: float) -> Progress:
    values = {
        "pages": 0, "relevant": 0, "records": 0, "queued": 0, "leased": 0, "hosts_waiting": 0,
        "pages_per_second": 0.0, "bytes": 0,
    } | changes  # fmt: skip
    return Progress(at=at, **values)  # type: ignore[arg-type] # figures only


def watch(visits: list[Visited], free: int = PLENTY, **options: float) -> HealthWatch:
    health = HealthWatch(HealthOptions.model_validate(options), lambda: free)
    for visited in visits:
        health.note(visited)
    return health


def paused(seconds: float, because: str) -> HealthWatch:
    """Somebody knows of every host how long it has to be left alone, and why."""
    return HealthWatch(HealthOptions(), lambda: PLENTY, lambda _: (seconds, because))


def rules(health: HealthWatch, look: Progress, tally: Tally | None = None) -> set[str]:
    return {found.rule for found in health.look(look, tally or Tally())}


def read(relevant: bool, n: int) -> list[Visited]:
    return [
        Visited(0.0, f"http://zoo.test/{i}", "fetched", status=200, relevant=relevant)
        for i in range(n)
    ]


def test_a_healthy_crawl_says_nothing():
    assert rules(watch(read(True, 60)), progress(pages=60)) == set()


def test_a_site_that_limits_us_is_named_once():
    turned_away = [
        Visited(0.0, "http://zoo.test/", "failed", "rate-limited", status=429) for _ in range(3)
    ]
    health = watch(turned_away)

    first = health.look(progress(), Tally())
    again = health.look(progress(), Tally())

    assert [found.rule for found in first] == ["rate-limited"]
    assert "zoo.test" in first[0].sentence
    assert again == []


def test_what_the_host_was_slowed_down_to_is_told_with_the_reason():
    health = paused(1.0, "the server asked for a pause of 60 s (Retry-After), 58 s to go")
    for _ in range(3):
        health.note(Visited(0.0, "http://zoo.test/", "queued", "http-error", status=503))

    (found,) = health.look(progress(), Tally())

    assert found.sentence == (
        "zoo.test is limiting us: 3 of the last 3 visits were turned away. Bowerbird has slowed "
        "down for it: the server asked for a pause of 60 s (Retry-After), 58 s to go."
    )


def test_a_long_pause_at_the_only_host_is_told_before_anybody_wonders():
    health = paused(20.0, "robots.txt asks for 20 s between requests")
    health.note(read(True, 1)[0])

    (found,) = health.look(progress(queued=9), Tally())

    assert (found.rule, found.severity) == ("long-pause", "info")
    assert found.sentence == (
        "zoo.test gives 180 pages an hour at the most: robots.txt asks for 20 s between requests."
    )
    assert rules(paused(20.0, "…"), progress(queued=9)) == set()  # no host was met yet


def test_a_crawl_that_slows_down_is_told():
    health, tally, told = watch([]), Tally(), []
    for second in range(1200):
        tally.seconds = float(second)
        tally.pages += second < 400 or not second % 8
        told += health.look(progress(queued=7), tally)

    (found,) = told
    assert found.rule == "slowed-down"
    assert "pages a minute, 60 in its first five minutes" in found.sentence


def test_urls_that_a_brake_holds_are_told_with_the_way_out():
    (found,) = watch([]).look(progress(), Tally(refused={"trap": 40}))

    assert found.rule == "traps"
    assert found.sentence.startswith("40 URLs and counting look like a trap")
    assert "run release" in found.sentence


def test_a_crawl_that_drifts_off_topic_is_told_with_figures():
    health = watch(read(True, 3) + read(False, 57))

    (found,) = health.look(progress(pages=60), Tally())

    assert found.rule == "off-topic"
    assert found.evidence == {"relevant": 3, "pages": 60}


def test_a_crawl_without_any_relevant_page_may_be_stopped():
    health = watch(read(False, 200), stop_early=True)

    (found,) = health.look(progress(pages=200), Tally())

    assert found.rule == "nothing-relevant"
    assert found.severity == "stop"
    assert health.stops_early


def test_a_stalled_crawl_says_what_it_waits_for():
    health = watch(read(True, 1))

    assert rules(health, progress(at=59.0, leased=2)) == set()
    assert rules(health, progress(at=61.0, leased=2)) == {"stalled"}


def test_slow_sites_are_told():
    slow = [
        Visited(0.0, "http://zoo.test/", "fetched", status=200, milliseconds=6000, relevant=True)
    ]

    assert rules(watch(slow * 10), progress()) == {"slow"}


def test_a_crawl_that_finds_the_same_pages_again_and_again_is_told():
    assert rules(watch([]), progress(pages=60), Tally(pages=60, duplicates=40)) == {"repeats"}
    assert rules(watch([]), progress(pages=60), Tally(pages=60, near_duplicates=40)) == {"repeats"}


def test_robots_that_forbid_nearly_everything_are_told():
    assert rules(watch([]), progress(), Tally(pages=1, refused={"robots": 9})) == {"robots"}


def test_a_full_disk_is_a_reason_to_stop():
    (found,) = watch([], free=1000).look(progress(), Tally())

    assert found.rule == "low-disk"
    assert "run resume" in found.sentence


def test_a_login_wall_is_told():
    walled = [
        Visited(0.0, "http://zoo.test/", "failed", "http-error", status=403) for _ in range(5)
    ]

    assert rules(watch(walled), progress()) == {"login"}


def test_a_wall_that_says_200_is_one_all_the_same():
    walled = [Visited(0.0, "http://zoo.test/", "fetched", "wall", status=200) for _ in range(5)]

    assert rules(watch(walled), progress()) == {"login"}


def test_running_out_of_links_early_is_told_at_the_end():
    health = watch([])

    assert [found.rule for found in health.at_the_end(progress(pages=3), 1000)] == ["ran-out"]
    assert health.at_the_end(progress(pages=900), 1000) == []


def test_a_run_that_read_nothing_has_not_run_out_of_links():
    assert watch([]).at_the_end(progress(pages=0), 1000) == []


def test_a_small_site_without_a_budget_ran_out_a_large_one_is_done():
    health = watch([])

    (found,) = health.at_the_end(progress(pages=1), None)
    assert found.sentence.startswith("Ran out of links after 1 page. ")
    assert health.at_the_end(progress(pages=200), None) == []
    assert health.at_the_end(progress(pages=1, queued=5), None) == []


def test_what_was_known_before_the_start_is_told_with_the_first_look():
    health = watch([])
    health.announce("pages-lost", "7 bytes are gone.")

    (told,) = health.look(progress(), Tally())

    assert (told.rule, told.sentence, told.severity) == ("pages-lost", "7 bytes are gone.", "warn")
    assert health.look(progress(), Tally()) == []
