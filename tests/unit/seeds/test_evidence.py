from bowerbird.model.seed import Bookmark, Hit, Reason, Seed
from bowerbird.model.topic import Topic, TopicTerm
from bowerbird.seeds.evidence import match, normal, seeds_from
from bowerbird.seeds.fusion import fused, merged

SUN = Topic("solar energy", ("solar", "energy"), (
    TopicTerm("solar energy", 1.0), TopicTerm("photovoltaics", 0.7), TopicTerm("rodent", -0.3),
))  # fmt: skip


def kept(url: str, user: str, *tags: str) -> Bookmark:
    return Bookmark(url, user, tags)


def test_tags_are_compared_as_words():
    assert {normal(tag) for tag in ("SolarEnergy", "solar-energy", "solar_energy")} == {
        "solar energy"
    }


def test_tags_that_fit_weigh_against_all_that_were_given():
    alone, _ = match(["photovoltaics"], SUN)
    among, told = match(["photovoltaics", "news", "2020", "blog"], SUN)

    assert (alone, among, told) == (0.7, 0.35, ["photovoltaics"])
    assert match(["rodent", "cheese"], SUN) == (0.0, [])


def test_several_people_are_surer_than_one():
    found = seeds_from(
        [
            kept("http://one.test/", "a", "solar-energy"),
            kept("http://two.test/", "a", "solar-energy"),
            kept("http://two.test/", "b", "photovoltaics"),
            kept("http://three.test/", "b", "cooking"),
        ],
        SUN,
        "file",
    )

    assert [seed.url for seed in found] == ["http://two.test/", "http://one.test/"]
    assert "by 2 people" in found[0].reasons[0].because
    assert "“solar-energy”" in found[1].reasons[0].because


def test_without_a_topic_every_bookmark_is_a_seed():
    assert len(seeds_from([kept("http://one.test/", "", "x")], Topic(), "file")) == 1


def hits(*urls: str) -> list[Hit]:
    return [Hit(url, rank=rank) for rank, url in enumerate(urls, 1)]


def test_what_several_engines_find_comes_first():
    found = fused(
        {"a": hits("http://x.test/", "http://both.test/"), "b": hits("http://both.test/")},
        {},
        most=9,
        most_per_host=9,
    )

    assert [seed.url for seed in found] == ["http://both.test/", "http://x.test/"]
    assert [reason.source for reason in found[0].reasons] == ["a", "b"]
    assert found[0].score > 0.98 > 0.5 >= found[1].score


def test_the_first_place_everywhere_scores_one():
    (best,) = fused({"a": hits("http://x.test/")}, {"a": 3.0}, most=9, most_per_host=9)

    assert best.score == 1.0


def test_no_host_has_more_than_its_share():
    many = hits(*(f"http://big.test/{n}" for n in range(9)), "http://small.test/")

    found = fused({"a": many}, {}, most=5, most_per_host=2)

    assert [seed.url for seed in found] == [
        "http://big.test/0",
        "http://big.test/1",
        "http://small.test/",
    ]


def test_seeds_keep_every_reason_when_lists_are_joined():
    old = [Seed("http://x.test/", 0.2, "", (Reason("a", "one", 0.2),))]
    new = [
        Seed("http://x.test/", 0.9, "X", (Reason("b", "two", 0.9),)),
        Seed("http://y.test/", 0.5),
    ]

    both, other = merged(old, new)

    assert (both.score, both.title) == (0.9, "X")
    assert [reason.source for reason in both.reasons] == ["a", "b"]
    assert other.url == "http://y.test/"
