from bowerbird.crawl.pace import Pace


def after(*stretches: tuple[int, int]) -> Pace:
    """Each: so many seconds at so many pages a minute; looked at every second."""
    pace, seconds, pages = Pace(), 0.0, 0.0
    for lasting, a_minute in stretches:
        for _ in range(lasting):
            pace.look(seconds, int(pages))
            seconds += 1
            pages += a_minute / 60
    pace.look(seconds, int(pages))
    return pace


def test_the_beginning_is_remembered_and_the_present_follows() -> None:
    pace = after((300, 60), (600, 6))

    assert pace.first is not None
    assert round(pace.first) == 60
    assert pace.now is not None
    assert round(pace.now) == 6


def test_before_the_beginning_is_over_there_is_nothing_to_compare() -> None:
    assert after((290, 60)).first is None
    assert after((310, 60)).now is None
