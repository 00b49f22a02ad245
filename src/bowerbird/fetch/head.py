"""The head of an HTTP answer, from the lines as they came."""

from msgspec import Struct

from bowerbird.model.page import Headers


class Head(Struct, frozen=True, gc=False):
    """Status and headers; `raw` is what the WARC keeps."""

    status: int
    headers: Headers
    raw: bytes


def read_head(lines: list[bytes]) -> Head | None:
    """The final answer's head. Before it may come 1xx answers and a proxy's own; after it,
    trailers. None while it is not complete."""
    start = end = -1
    for number, line in enumerate(lines):
        if line[:5] == b"HTTP/" and (number == 0 or end >= 0):
            start, end = number, -1
        elif end < 0 and line in (b"\r\n", b"\n"):
            end = number
    if start < 0 or end < 0:
        return None
    raw = b"".join(lines[start : end + 1])
    status = raw[:32].split(None, 2)
    if len(status) < 2 or not status[1][:3].isdigit():
        return None
    return Head(int(status[1][:3]), Headers(_pairs(raw)), raw)


def content_lengths_differ(headers: Headers) -> bool:
    """RFC 9112 §6.3: an answer that gives two different lengths must not be believed."""
    values = headers.all("content-length")
    if not values:
        return False
    lengths = {value.strip() for line in values for value in line.split(",")}
    return len(lengths) > 1


def _pairs(raw: bytes) -> tuple[tuple[str, str], ...]:
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        text = raw.decode("latin-1")
    pairs: list[tuple[str, str]] = []
    for line in text.split("\n")[1:]:
        name, colon, value = line.partition(":")
        if line[:1] in (" ", "\t") and pairs:  # folded: it goes on with the line before
            pairs[-1] = (pairs[-1][0], f"{pairs[-1][1]} {line.strip()}")
        elif colon:
            pairs.append((name.strip(), value.strip()))
    return tuple(pairs)
