from typing import Any

import pytest
from pydantic import ValidationError

from bowerbird.fetch.actions import (
    ActionChain,
    Click,
    Next,
    Press,
    Scroll,
    Type,
    Wait,
    described,
    holds_for,
)
from bowerbird.fetch.browser_options import BrowserOptions
from bowerbird.testing.fetcher import a_url


def chain(*actions: Any, on: str = "*") -> ActionChain:
    options = BrowserOptions.model_validate({"chains": [{"on": on, "actions": list(actions)}]})
    return options.chains[0]


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("click button.more", Click(do="click", on="button.more")),
        ("click //button[1]", Click(do="click", on="//button[1]")),
        ("next a[rel=next]", Next(do="next", on="a[rel=next]")),
        ("scroll", Scroll(do="scroll")),
        ("scroll 3", Scroll(do="scroll", times=3)),
        ("wait 2.5", Wait(do="wait", for_seconds=2.5)),
        ("wait ul.items li", Wait(do="wait", on="ul.items li")),
        ("wait", Wait(do="wait", quiet=True)),
        ("type input[name=q] = solar energy",
         Type(do="type", on="input[name=q]", text="solar energy")),
        ("press Enter", Press(do="press", key="Enter")),
        ("press Enter input[name=q]", Press(do="press", key="Enter", on="input[name=q]")),
    ],
)  # fmt: skip
def test_a_line_says_what_a_table_says(line, action):
    assert chain(line).actions == (action,)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("jump up", "unknown action 'jump'; known: click, type"),
        ("click", "Field required"),
        ("type input", "needs a field and a text"),
        ("scroll far", "valid integer"),
    ],
)
def test_a_line_that_means_nothing_is_refused_with_its_reason(line, complaint):
    with pytest.raises(ValidationError, match=complaint):
        chain(line)


def test_a_chain_survives_being_written_into_a_plan():
    options = BrowserOptions.model_validate(
        {"chains": [{"on": "http://a.test/*", "actions": ["accept-cookies", "next .more", "wait"]}]}
    )

    written = options.model_dump(mode="json", exclude_defaults=True, exclude_none=True)

    assert BrowserOptions.model_validate(written) == options


@pytest.mark.parametrize(
    ("pattern", "href", "holds"),
    [
        ("*", "http://a.test/", True),
        ("http://a.test/list*", "http://a.test/list?page=2", True),
        ("http://a.test/list*", "http://b.test/list", False),
        ("http://a.test/l?st", "http://a.test/list", False),
        ("http://a.test/l?st", "http://a.test/l?st", True),
        ("*[x]*", "http://a.test/[x]", True),
    ],
)
def test_a_chain_holds_for_the_pages_that_it_names(pattern, href, holds):
    assert holds_for(chain("scroll", on=pattern), a_url(href)) is holds


def test_a_described_action_is_what_a_person_would_write_but_keeps_what_was_typed_to_itself():
    lines = ["accept-cookies", "click .a", "press Enter .a", "scroll 3", "wait 2", "wait .b"]

    assert [described(action) for action in chain(*lines).actions] == lines
    assert described(chain("type .pin = 4711").actions[0]) == "type .pin"
