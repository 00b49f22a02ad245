"""What libcurl's endings mean in our words."""

from bowerbird.fetch.engine import Ending
from bowerbird.model.outcomes import Failure

# By number: pycurl does not name the newer ones. See libcurl-errors(3).
URL_MALFORMAT = 3
_TLS = (35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98)
_MEANING = {
    1: Failure.BAD_HTTP,  # HTTP/0.9 or a status line of nonsense
    5: Failure.PROXY,
    6: Failure.DNS,
    7: Failure.CONNECT,
    8: Failure.BAD_HTTP,
    9: Failure.NOT_FOUND,  # ftp: no such folder, or not for us
    16: Failure.BAD_HTTP,
    18: Failure.TRUNCATED,
    19: Failure.NOT_FOUND,
    28: Failure.CONNECT_TIMEOUT,  # the only time limit that libcurl itself keeps
    52: Failure.CLOSED,
    55: Failure.CLOSED,
    56: Failure.CLOSED,
    61: Failure.BAD_ENCODING,
    63: Failure.TOO_LARGE,
    67: Failure.AUTHENTICATION,
    78: Failure.NOT_FOUND,
    92: Failure.CLOSED,
    97: Failure.PROXY,
    100: Failure.HEADERS_TOO_LARGE,
} | dict.fromkeys(_TLS, Failure.TLS)
_BAD_FRAMING = ("chunk", "invalid content-length", "excessive", "nul", "header", "hyper")


def failure_of(ending: Ending, *, proxied: bool) -> Failure:
    """Which failure an ending is; what nobody foresaw counts as a lost connection."""
    message = ending.message.lower()
    if "response headers" in message or ("header line" in message and "too" in message):
        return Failure.HEADERS_TOO_LARGE
    meaning = _MEANING.get(ending.code, Failure.CLOSED)
    if ending.code == 56:
        if "connect tunnel failed" in message or "proxy connect" in message:
            return Failure.PROXY
        if any(word in message for word in _BAD_FRAMING):
            return Failure.BAD_HTTP
    if proxied and meaning in (Failure.CONNECT, Failure.CONNECT_TIMEOUT):
        return Failure.PROXY
    return meaning
