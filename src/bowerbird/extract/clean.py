"""Clean-up: what stands in a page becomes what somebody wants, one named step after another.

Regular expressions run in RE2, whose time is linear in the text: no pattern can hang a crawl, and
what a step does never depends on how busy the machine is.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal, get_args

from msgspec import Struct
from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from bowerbird.extract.dates import DateOrder, date_of
from bowerbird.extract.numbers import Decimal, number_of
from bowerbird.extract.regexes import check_groups, replaced
from bowerbird.model.options import Options
from bowerbird.text.patterns import checked_pattern, pattern_of
from bowerbird.web.url import InvalidUrl, parse

Scalar = str | int | float | None
Value = Scalar | list[str]

_NO_PAGE = re.compile(r"(?:mailto|tel|data|doi|magnet|sms):", re.IGNORECASE)

Pattern = Annotated[str, AfterValidator(checked_pattern), Field(max_length=1_000)]


class Replace(Options):
    """Every match of a pattern is replaced."""

    do: Literal["replace"] = Field(description="The step's name.")
    pattern: Pattern = Field(description="A regular expression (RE2: no look-around).")
    by: str = Field("", max_length=1_000, description=r"What comes instead; \1 is a group.")
    ignore_case: bool = Field(False, description="Capitals make no difference.")

    @model_validator(mode="after")
    def _groups_exist(self) -> "Replace":
        check_groups(self.pattern, self.by)
        return self


class Find(Options):
    """Only what the pattern finds stays: its first group, or all of it."""

    do: Literal["find"] = Field(description="The step's name.")
    pattern: Pattern = Field(description="A regular expression (RE2: no look-around).")
    ignore_case: bool = Field(False, description="Capitals make no difference.")


class Strip(Options):
    """Takes characters off both ends."""

    do: Literal["strip"] = Field(description="The step's name.")
    characters: str = Field("", max_length=100, description="Which; empty takes white space.")


class Lower(Options):
    """Small letters."""

    do: Literal["lower"] = Field(description="The step's name.")


class Upper(Options):
    """Capital letters."""

    do: Literal["upper"] = Field(description="The step's name.")


class Number(Options):
    """The number in a text, whatever currency or unit stands beside it."""

    do: Literal["number"] = Field(description="The step's name.")
    decimal: Decimal = Field("auto", description="The decimal sign: `.`, `,` or found out.")
    short: bool = Field(False, description="1.2k is 1200, 3M is 3000000.")


class Date(Options):
    """A date, as ISO 8601."""

    do: Literal["date"] = Field(description="The step's name.")
    order: DateOrder = Field("auto", description="What 1/2/2024 means: dmy, mdy, or found out.")
    format: str = Field("", max_length=100, description="As in strptime, for example %d.%m.%Y.")


class Absolute(Options):
    """A whole URL out of a link as the page wrote it."""

    do: Literal["absolute"] = Field(description="The step's name.")


class Split(Options):
    """One text becomes a list."""

    do: Literal["split"] = Field(description="The step's name.")
    by: str = Field(",", min_length=1, max_length=100, description="What stands between parts.")


class Join(Options):
    """A list becomes one text."""

    do: Literal["join"] = Field(description="The step's name.")
    by: str = Field(", ", max_length=100, description="What comes between parts.")


class Take(Options):
    """One of a list."""

    do: Literal["take"] = Field(description="The step's name.")
    at: int = Field(0, ge=-1_000, le=1_000, description="Which, from 0; -1 is the last.")


def _read_line(step: Any) -> Any:
    """`"find [0-9]+"` stands for `{do = "find", pattern = "[0-9]+"}`."""
    if not isinstance(step, str):
        return step
    do, _, rest = step.strip().partition(" ")
    if do == "replace":
        pattern, arrow, by = rest.partition(" => ")
        if not arrow:
            raise ValueError("`replace` needs a pattern and a text: replace PATTERN => TEXT")
        return {"do": do, "pattern": pattern, "by": by}
    if not rest:
        return {"do": do}
    if do == "date" and "%" in rest:
        return {"do": do, "format": rest}
    return {"do": do, _LAST.get(do, "text"): rest}


# What comes after the name in a step that is written as a line.
_LAST = {
    "find": "pattern", "strip": "characters", "number": "decimal", "date": "order", "split": "by",
    "join": "by", "take": "at",
}  # fmt: skip


def written_step(step: "AnyStep") -> str | dict[str, Any]:
    """The step as a line, where a line says all of it, else as a table."""
    values = step.model_dump(mode="json", exclude_defaults=True)
    match list(values.values()):
        case [str(do)]:
            line = do
        case [str(do), pattern, by] if do == "replace":
            line = f"{do} {pattern} => {by}"
        case [str(do), rest]:
            line = f"{do} {rest}"
        case _:
            return values
    return line if type(step).model_validate(_read_line(line)) == step else values


AnyStep = Replace | Find | Strip | Lower | Upper | Number | Date | Absolute | Split | Join | Take
STEPS = get_args(AnyStep)
Step = Annotated[
    Annotated[AnyStep, Field(discriminator="do")],
    BeforeValidator(_read_line),
]


class Trace(Struct, frozen=True):
    """What one step did."""

    step: str
    before: Value
    after: Value
    problem: str = ""  # why the step could not be done; the value is empty then


def cleaned(value: Value, steps: Sequence[Step], base: str) -> Iterator[Trace]:
    """One trace per step; the last one's `after` is the outcome. Stops at the first problem."""
    for step in steps:
        try:
            after = _apply(value, step, base)
        except ValueError as error:
            yield Trace(step.do, value, None, str(error))
            return
        yield Trace(step.do, value, after)
        value = after


def _apply(value: Value, step: Step, base: str) -> Value:
    match step, value:
        case _, None:
            return None
        case Join(by=by), list(parts):
            return by.join(parts)
        case Take(at=at), list(parts):
            return parts[at] if -len(parts) <= at < len(parts) else None
        case ((Join() | Take()), _):
            return value
        case Split(by=by), list(parts):
            return [piece for part in parts for piece in _pieces(part, by)]
        case Split(by=by), _:
            return _pieces(str(value), by)
        case _, list(parts):
            changed = (_one(part, step, base) for part in parts)
            return [str(each) for each in changed if each not in (None, "")]
        case _, str() | int() | float():
            return _one(str(value), step, base)


def _one(text: str, step: Step, base: str) -> Scalar:
    match step:
        case Replace(pattern=pattern, by=by, ignore_case=ignore):
            return replaced(text, pattern, by, ignore_case=ignore)
        case Find(pattern=pattern, ignore_case=ignore):
            found = pattern_of(pattern, ignore).search(text)
            return (found[1] if found.re.groups else found[0]) if found else None
        case Strip(characters=characters):
            return text.strip(characters or None)
        case Number(decimal=decimal, short=short):
            return number_of(text, decimal, short=short)
        case Date(order=order, format=form):
            return date_of(text, order, form)
        case Absolute():
            return absolute(text, base)
        case Lower():
            return text.lower()
        case _:
            return text.upper()


def absolute(href: str, base: str) -> str:
    """The URL that a link of a page at `base` leads to."""
    try:
        return parse(href.strip(), base or None).href
    except InvalidUrl:
        if _NO_PAGE.match(href.strip()):
            return href.strip()
        raise ValueError(f"{href[:100]!r} is not a URL") from None


def _pieces(text: str, by: str) -> list[str]:
    return [piece for part in text.split(by) if (piece := part.strip())]
