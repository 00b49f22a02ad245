"""Action chains: what a person wants done on a page in the browser, in order, before it is read.

An action is written as a table (`{do = "click", on = "button.more"}`) or, where nothing more is to
be said, as a line (`click button.more`).
"""

from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from bowerbird.model.options import Options
from bowerbird.web.url import Url


def _checked_selector(text: str) -> str:
    if not text.strip() or "\n" in text:
        raise ValueError(
            "a selector is CSS or XPath on one line, for example button.more or //button[1]"
        )
    return text.strip()


Selector = Annotated[str, AfterValidator(_checked_selector)]


class _Action(Options):
    seconds: float = Field(
        10.0, gt=0, le=600, description="It has failed if it is not done after so many seconds."
    )
    optional: bool = Field(
        False, description="Go on where it cannot be done, instead of giving the page up."
    )


class Click(_Action):
    """Click on an element once it can be clicked on."""

    do: Literal["click"] = Field(description="What kind of action this is.")
    on: Selector = Field(description="CSS, or XPath if it begins with / or (.")


class Type(_Action):
    """Put text into a field, in place of what is in it."""

    do: Literal["type"] = Field(description="What kind of action this is.")
    on: Selector = Field(description="The field: CSS or XPath.")
    text: str = Field(max_length=10_000, description="What is typed.")


class Press(_Action):
    """Press a key."""

    do: Literal["press"] = Field(description="What kind of action this is.")
    key: str = Field(
        pattern=r"^\S{1,40}$", description="Enter, Escape, ArrowDown, Control+a or one character."
    )
    on: Selector | None = Field(None, description="The element that gets it; else what has focus.")


class Scroll(_Action):
    """Scroll to the end, and wait for what that brings."""

    do: Literal["scroll"] = Field(description="What kind of action this is.")
    times: int | None = Field(
        None, ge=1, le=10_000, description="So many times; left out: until nothing more comes."
    )
    most: int = Field(500, ge=1, le=10_000, description="Of a list without an end, so many.")
    seconds: float = Field(10.0, gt=0, le=600, description="What one scroll may take.")


class Next(_Action):
    """Click on "next" or "more" until it is gone; all that it shows is read, each thing once."""

    do: Literal["next"] = Field(description="What kind of action this is.")
    on: Selector = Field(description="The button or link: CSS or XPath.")
    most: int = Field(500, ge=1, le=10_000, description="Of a list without an end, so many clicks.")
    seconds: float = Field(10.0, gt=0, le=600, description="What one click may take.")


class Wait(_Action):
    """Wait for a while, for an element, or until the network is quiet; for all that is named."""

    do: Literal["wait"] = Field(description="What kind of action this is.")
    for_seconds: float | None = Field(None, gt=0, le=300, description="So many seconds.")
    on: Selector | None = Field(None, description="Until this element is visible.")
    quiet: bool = Field(False, description="Until nothing is loading any more.")


class AcceptCookies(_Action):
    """Agree to the cookie banner, if there is one."""

    do: Literal["accept-cookies"] = Field(description="What kind of action this is.")
    on: Selector | None = Field(None, description="Its button; left out: Bowerbird looks for it.")
    seconds: float = Field(5.0, gt=0, le=600, description="How long to try.")


AnyAction = Click | Type | Press | Scroll | Next | Wait | AcceptCookies


def _read_line(value: Any) -> Any:
    """`next button.more` is what most people want to write."""
    if not isinstance(value, str):
        return value
    do, _, rest = value.strip().partition(" ")
    rest = rest.strip()
    if do not in _FORMS:
        raise ValueError(f"unknown action {do!r}; known: {', '.join(_FORMS)}")
    return {"do": do, **dict(_FORMS[do](rest))}


def _on(rest: str) -> Iterator[tuple[str, Any]]:
    if rest:
        yield "on", rest


def _type_form(rest: str) -> Iterator[tuple[str, Any]]:
    on, arrow, text = rest.partition(" = ")
    if not arrow:
        raise ValueError(
            "`type` needs a field and a text, for example: type input[name=q] = solar energy"
        )
    yield "on", on.strip()
    yield "text", text.strip()


def _press_form(rest: str) -> Iterator[tuple[str, Any]]:
    key, _, on = rest.partition(" ")
    yield "key", key
    yield from _on(on.strip())


def _scroll_form(rest: str) -> Iterator[tuple[str, Any]]:
    if rest:
        yield "times", rest


def _wait_form(rest: str) -> Iterator[tuple[str, Any]]:
    if rest in ("", "quiet"):
        yield "quiet", True
    elif rest.replace(".", "", 1).isdigit():
        yield "for_seconds", float(rest)
    else:
        yield "on", rest


_FORMS = {
    "click": _on,
    "type": _type_form,
    "press": _press_form,
    "scroll": _scroll_form,
    "next": _on,
    "wait": _wait_form,
    "accept-cookies": _on,
}

Action = Annotated[
    Annotated[AnyAction, Field(discriminator="do")],
    BeforeValidator(_read_line),
]


class ActionChain(Options):
    """What is done on some pages, in order."""

    on: str = Field(
        "*",
        min_length=1,
        description="The pages' URLs, with * for anything; `*`: every page "
        "that is rendered, passing over what a page does not have.",
    )
    actions: tuple[Action, ...] = Field(
        min_length=1,
        max_length=100,
        description="In order, as tables or as lines like `next button.more`.",
    )

    @property
    def is_for_all(self) -> bool:
        """Then it is no reason to render a page, and what a page does not have is passed over."""
        return self.on == "*"


def holds_for(chain: ActionChain, url: Url) -> bool:
    """Is this what is to be done on that page?"""
    return fnmatchcase(url.href, chain.on.replace("[", "[[]").replace("?", "[?]"))


def described(action: AnyAction) -> str:
    """The action as a person would write it."""
    match action:
        case Scroll(times=times):
            return f"scroll {times}" if times else "scroll"
        case Press(key=key, on=on):
            return f"press {key} {on}" if on else f"press {key}"
        case Type(on=on):  # the text may be a secret
            return f"type {on}"
        case Wait(for_seconds=seconds, on=on):
            return f"wait {on or (f'{seconds:g}' if seconds else 'quiet')}"
        case Click(do=do, on=on) | Next(do=do, on=on) | AcceptCookies(do=do, on=on):
            return f"{do} {on}" if on else do
