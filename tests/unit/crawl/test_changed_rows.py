from bowerbird.crawl.changed_rows import ChangedRows


def test_who_asks_gets_what_changed_since_each_key_once():
    rows = ChangedRows()
    for key in (b"a", b"b", b"a", b"c"):
        rows.note(key)
    token = rows.after("", 0, 10).token

    first = rows.after(token, 0, 2)
    second = rows.after(token, first.last, 2)
    rows.note(b"b")
    third = rows.after(token, second.last, 2)

    assert (first.keys, second.keys, third.keys) == ([b"b", b"a"], [b"c"], [b"b"])
    assert rows.after(token, third.last, 2).keys == []


def test_who_comes_from_another_process_or_too_late_is_told_so():
    rows = ChangedRows(kept=2)
    for key in (b"a", b"b", b"c"):
        rows.note(key)
    token = rows.after("", 0, 10).token

    assert rows.after("of another process", 0, 10).lost
    assert rows.after(token, 0, 10).lost
    assert not rows.after(token, 1, 10).lost
    assert rows.after(token, 1, 10).keys == [b"b", b"c"]
