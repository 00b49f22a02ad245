from bowerbird.politeness.recent import Recent


def test_what_is_used_stays_and_the_rest_is_forgotten():
    recent: Recent[int] = Recent(20)
    recent.put("kept", 0)

    for n in range(1, 100):
        recent.put(f"other {n}", n)
        assert recent.get("kept") == 0

    assert recent.get("other 1") is None
    assert recent.get("other 99") == 99
    assert len(recent) <= 22


def test_what_was_used_within_a_quarter_of_the_capacity_is_never_forgotten():
    recent: Recent[int] = Recent(20)

    for n in range(100):
        recent.put(str(n), n)
        earlier = max(0, n - 5)
        assert recent.get(str(earlier)) == earlier


def test_heavy_values_push_out_sooner():
    recent: Recent[str] = Recent(100)
    recent.put("light", "x")

    for n in range(4):
        recent.put(f"heavy {n}", "x", weight=60)

    assert recent.get("light") is None
    assert len(recent) <= 2
