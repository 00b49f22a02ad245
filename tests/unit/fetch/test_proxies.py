"""Which proxy is asked through, by each policy."""

from typing import Any

from bowerbird.fetch.options import ProxyOptions
from bowerbird.fetch.proxies import Proxies, shown

ONE, TWO, THREE = (f"http://proxy{number}.test:3128" for number in (1, 2, 3))


def proxies(**options: Any) -> Proxies:
    return Proxies(ProxyOptions.model_validate({"urls": [ONE, TWO, THREE], **options}))


def test_round_robin_takes_one_after_the_other() -> None:
    each = proxies(policy="round-robin")

    assert [each.choose("a.test", 0.0) for _ in range(4)] == [ONE, TWO, THREE, ONE]


def test_per_host_a_host_keeps_its_proxy_and_only_those_of_a_resting_one_move() -> None:
    each = proxies(policy="per-host")
    hosts = [f"h{number}.test" for number in range(60)]
    before = {host: each.choose(host, 0.0) for host in hosts}

    each.failed(TWO, 0.0)
    after = {host: each.choose(host, 1.0) for host in hosts}

    assert set(before.values()) == {ONE, TWO, THREE}
    assert before == {host: each.choose(host, 1e9) for host in hosts}
    assert set(after.values()) == {ONE, THREE}
    assert all(after[host] == before[host] for host in hosts if before[host] != TWO)


def test_on_block_only_a_host_that_blocks_gets_the_next_one() -> None:
    each = proxies(policy="on-block")

    each.answered("shut.test", 403)
    each.answered("open.test", 200)
    each.answered("gone.test", 404)

    assert each.choose("shut.test", 0.0) == TWO
    assert each.choose("open.test", 0.0) == each.choose("gone.test", 0.0) == ONE
    each.answered("shut.test", 429)
    assert each.choose("shut.test", 0.0) == THREE
    each.answered("shut.test", 503)
    assert each.choose("shut.test", 0.0) == ONE


def test_a_proxy_that_failed_rests_and_comes_back() -> None:
    each = proxies(policy="on-block", rest_seconds=30)
    for url in (ONE, TWO, THREE):
        each.failed(url, 100.0)

    assert each.choose("a.test", 129.0) is None
    assert each.back_in(110.0) == 20.0
    assert each.choose("a.test", 130.0) == ONE


def test_none_named_means_none_used() -> None:
    assert not Proxies(ProxyOptions())


def test_a_proxy_is_shown_without_its_password() -> None:
    assert shown("socks5h://me:geheim@proxy.test:1080") == "socks5h://proxy.test:1080"
    assert shown("http://me:geheim@proxy.test") == "http://proxy.test"
