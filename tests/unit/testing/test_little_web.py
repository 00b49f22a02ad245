from collections import Counter

import pytest

from bowerbird.model.outcomes import Failure, Refusal
from bowerbird.model.pagerow import PageState
from bowerbird.testing.little_web import LITTLE_WEB, LittleWeb
from bowerbird.testing.serving import Asked
from bowerbird.testing.site import generated_site

# Change it together with the words or pages of the little web, never for another reason.
DIGEST = "e2df3ab15b437476f482b5ccf3c13096b093e254f1f9491e323b3910a304f096"
TOPICS = [topic for topic in LITTLE_WEB.seeds if topic != "all"]


def test_it_is_the_same_everywhere():
    assert LITTLE_WEB.digest() == DIGEST
    assert LittleWeb().digest() == DIGEST


def test_it_is_a_small_web_of_many_hosts():
    fetched = [p for p in LITTLE_WEB.pages.values() if p.verdict.state == "fetched"]

    assert len(LITTLE_WEB.hosts) >= 12
    assert 200 <= len(fetched) <= 300
    assert all(host.endswith(".test") for host in LITTLE_WEB.hosts)


def test_every_link_leads_to_something_that_is_known():
    lost = [
        (page.url, link.to)
        for page in LITTLE_WEB.pages.values()
        for link in page.links
        if link.to not in LITTLE_WEB.pages
    ]

    assert lost == []


def test_verdicts_use_the_words_of_the_model():
    for page in LITTLE_WEB.pages.values():
        verdict = page.verdict
        assert verdict.state == "unreachable" or PageState(verdict.state)
        if verdict.state == "refused":
            assert Refusal(verdict.reason)
        if verdict.state == "failed":
            assert Failure(verdict.reason)


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ("fetched", ""), ("redirected", ""), ("refused", "robots"), ("refused", "nofollow"),
        ("refused", "unsafe"), ("failed", "http-error"),
    ],
)  # fmt: skip
def test_every_kind_of_verdict_occurs(state: str, reason: str):
    said = Counter((p.verdict.state, p.verdict.reason) for p in LITTLE_WEB.pages.values())

    assert said[state, reason] >= 2


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_spans_hosts_and_can_be_found_from_its_seeds(topic: str):
    relevant = LITTLE_WEB.relevant(topic)
    expected = LITTLE_WEB.expected(LITTLE_WEB.seeds[topic])

    assert len(relevant) >= 15
    assert len({url.split("/")[2] for url in relevant}) >= 4
    reached = [url for url in relevant if expected[url].state == "fetched"]
    assert len(reached) >= 0.95 * len(relevant)


def test_some_relevant_pages_are_found_only_through_pages_that_are_not():
    for url in ("http://rainforest.test/hidden-lick", "http://fieldmice.test/moonlit",
                "http://sunpower.test/cloudless"):  # fmt: skip
        sources = [p for p in LITTLE_WEB.pages.values() if any(x.to == url for x in p.links)]

        assert LITTLE_WEB.pages[url].topics
        assert sources
        assert not any(source.topics for source in sources)


def test_prose_has_the_length_of_real_pages():
    lengths = [
        len(p.text.split())
        for p in LITTLE_WEB.pages.values()
        if p.media_type == "text/html" and p.language == "en" and p.topics and not p.near_duplicates
    ]

    assert min(lengths) >= 80
    assert max(lengths) <= 400


def test_the_senses_of_mouse_are_told_apart_by_their_words():
    def common(topic: str) -> set[str]:
        counted = Counter(
            word for url in LITTLE_WEB.relevant(topic) for word in LITTLE_WEB.pages[url].words
        )
        return {word for word, count in counted.items() if count >= 5}

    animal, device = common("mouse-rodent"), common("mouse-device")

    assert "mouse" in animal & device
    assert {"whiskers", "litters", "rodent"} <= animal - device
    assert {"wireless", "cursor", "usb"} <= device - animal


def test_no_two_pages_have_the_same_text_unless_it_is_said():
    seen: dict[str, str] = {}
    for page in LITTLE_WEB.pages.values():
        if not page.text or page.media_type != "text/html":
            continue
        mark = page.duplicates or page.near_duplicates or page.url
        assert seen.setdefault(page.text, mark) == mark, page.url


def test_copies_are_byte_for_byte_the_same():
    groups: dict[str, list[str]] = {}
    for page in LITTLE_WEB.pages.values():
        if page.duplicates:
            groups.setdefault(page.duplicates, []).append(page.url)

    assert len(groups) >= 5
    for urls in groups.values():
        assert len(urls) >= 2
        bodies = {answer(url).body for url in urls}
        assert len(bodies) == 1, urls


def answer(url: str):
    host, _, target = url.removeprefix("http://").partition("/")
    return LITTLE_WEB.answer(Asked("GET", host, "/" + target, {}))


def test_records_stand_in_the_list_that_names_them():
    assert len(LITTLE_WEB.records) == 30
    for item in LITTLE_WEB.records:
        listed, own = answer(item.listed_on).body.decode(), answer(item.url).body.decode()
        assert all(field in listed for field in (item.title, item.price, item.rating, item.url))
        assert all(f"<th>{name}</th><td>{value}</td>" in own for name, value in item.facts)


def test_many_languages_and_charsets_are_there():
    fetched = [p for p in LITTLE_WEB.pages.values() if p.verdict.state == "fetched"]

    assert {"en", "de", "fr", "es", "ja", "ar", "ru"} <= {page.language for page in fetched}
    assert {"utf-8", "windows-1252", "windows-1251", "shift_jis", "utf-16le"} <= {
        page.charset for page in fetched
    }


def test_complaints_name_what_a_crawl_got_wrong():
    right = {
        url: page.verdict.state
        for url, page in LITTLE_WEB.pages.items()
        if page.verdict.state != "unreachable"
    }
    wrong = dict(right)
    del wrong["http://hub.test/sun"]
    wrong["http://rodents.test/private/diary"] = "fetched"
    wrong["http://hub.test/invented"] = "fetched"

    assert LITTLE_WEB.complaints(right) == []
    assert LITTLE_WEB.complaints(wrong) == [
        "http://hub.test/invented: nobody knows this URL",
        "http://rodents.test/private/diary: is fetched, should be refused",
        "http://hub.test/sun: is unreachable, should be fetched",
    ]


def test_an_unknown_topic_is_refused_with_the_known_ones():
    with pytest.raises(KeyError, match="unknown topic 'birds'; known: mouse-rodent"):
        LITTLE_WEB.relevant("birds")


def test_a_generated_site_is_the_same_for_the_same_arguments():
    first = generated_site(hosts=3, pages=40, seed=7)
    again = generated_site(hosts=3, pages=40, seed=7)
    other = generated_site(hosts=3, pages=40, seed=8)

    assert [first.links(n) for n in range(40)] == [again.links(n) for n in range(40)]
    assert [first.links(n) for n in range(40)] != [other.links(n) for n in range(40)]
    assert len(first.urls) == 40
    assert first.doors == tuple(first.url(n) for n in range(3))


def test_a_generated_site_answers_a_page_only_at_its_own_host():
    site = generated_site(hosts=3, pages=40)

    def status(host: str, target: str) -> int:
        return site.answer(Asked("GET", host, target, {})).status

    assert status("h001.site.test", "/p/4") == 200
    assert status("h002.site.test", "/p/4") == 404
    assert status("h001.site.test", "/p/400") == 404
    assert status("h001.site.test", "/other") == 404
