"""What a body is, by its first bytes as well as by what the server says."""

from bowerbird.model.page import Body, Headers
from bowerbird.web.media_type import sniff
from bowerbird.web.url import Url

SNIFFED_BYTES = 1445  # the resource header of WHATWG's mimesniff


def media_type_of(headers: Headers, body: Body, url: Url) -> str:
    """The sniffed media type, without parameters."""
    name = url.href.partition("?")[0].rpartition("/")[2]
    return sniff(
        headers.get("content-type"),
        first_bytes(body),
        name.rpartition(".")[2].lower() if "." in name else "",
        headers.get("x-content-type-options").lower() == "nosniff",
    )


def first_bytes(body: Body) -> bytes:
    """What sniffing looks at."""
    with body.open() as reader:
        return reader.read(SNIFFED_BYTES)
