"""What templates found on a page, on its way to become records."""

from msgspec import Struct

from bowerbird.model.record import Origin, Scalar
from bowerbird.web.url import Url

MEDIA = ":media"  # in place of a template's name: a picture, film or sound of a page

Fields = dict[str, Scalar | list[str]]


class Find(Struct, frozen=True):
    """An item of a page."""

    template: str
    key: bytes  # of the record that it is, or is a part of
    kind: str
    url: str
    fields: Fields
    origin: Origin
    detail: Url | None = None  # the page that says more about it
    needs: tuple[str, ...] = ()  # fields of that page without which it is no record yet


class DetailFind(Struct, frozen=True):
    """What a detail page says about the items that link to it."""

    template: str
    fields: Fields


class Extracted(Struct, frozen=True):
    """Everything that the templates made of one page."""

    finds: tuple[Find, ...] = ()
    details: tuple[DetailFind, ...] = ()
    follow: tuple[Url, ...] = ()  # to pagination and detail pages
    follows_only_these: bool = False
    templates: int = 0  # how many applied
    expected: tuple[str, ...] = ()  # those whose rules name this page
    silent: tuple[str, ...] = ()  # those of them that found nothing
    fields: tuple[tuple[str, str, bool], ...] = ()  # of those that found items: template, field,
    # and whether it found as much as it used to
    dropped: int = 0  # items without a value that their template requires
    problems: int = 0  # values that could not be made what their field wants


NOTHING_EXTRACTED = Extracted()
