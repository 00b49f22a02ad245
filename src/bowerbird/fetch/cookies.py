"""Cookies of one run: RFC 6265, public suffixes respected, bounded.

Our own jar, because libcurl's has no bound on the whole and looks through every cookie of a bucket
for each request: a wide crawl would slow down with every site it has seen.
"""

from collections import OrderedDict
from collections.abc import Sequence
from datetime import UTC
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

from msgspec import Struct

from bowerbird.web.domains import is_address, registrable_domain
from bowerbird.web.url import Url

MAX_SITES = 10_000
MAX_PER_SITE = 50  # RFC 6265 §6.1
MAX_BYTES = 4096  # one cookie, name and value
MAX_SENT_BYTES = 8192  # one request; servers refuse longer heads
MAX_AGE = 400 * 86400  # what browsers keep at most


class Cookie(Struct, gc=False):
    """One cookie as it will be sent."""

    name: str
    value: str
    domain: str
    path: str
    host_only: bool
    secure: bool
    expires: float | None
    http_only: bool = False


class CookieJar:
    """Keeps cookies by the domain they are for; the site used longest ago goes first."""

    def __init__(self) -> None:
        self._domains: OrderedDict[str, dict[tuple[str, str], Cookie]] = OrderedDict()

    def header(self, url: Url, now: float) -> str:
        """The value of the Cookie header for this URL; empty if there is none to send."""
        return _joined(self.fitting(url, now)) if self._domains else ""

    def fitting(self, url: Url, now: float) -> list[Cookie]:
        """The cookies for this URL, in the order in which they are sent."""
        path = urlsplit(url.href).path or "/"
        found: list[Cookie] = []
        domain = url.host
        while domain:
            cookies = self._domains.get(domain)
            if cookies:
                self._domains.move_to_end(domain)
                found += _of_domain(cookies, url, path, now)
            _, _, domain = domain.partition(".")
        found.sort(key=lambda cookie: -len(cookie.path))
        return found

    def put(self, cookie: Cookie, now: float) -> None:
        """Take a cookie that a browser has accepted."""
        if len(cookie.name) + len(cookie.value) <= MAX_BYTES:
            self._keep(cookie, now)

    def store(self, url: Url, set_cookies: Sequence[str], now: float) -> None:
        """Take the Set-Cookie headers of an answer; what does not hold is ignored."""
        for text in set_cookies[:MAX_PER_SITE]:
            cookie = _read(text, url, now)
            if cookie is not None:
                self._keep(cookie, now)

    def __len__(self) -> int:
        return sum(len(cookies) for cookies in self._domains.values())

    def _keep(self, cookie: Cookie, now: float) -> None:
        cookies = self._domains.setdefault(cookie.domain, {})
        self._domains.move_to_end(cookie.domain)
        cookies.pop((cookie.name, cookie.path), None)
        if not _expired(cookie, now):
            cookies[cookie.name, cookie.path] = cookie
        if len(cookies) > MAX_PER_SITE:
            del cookies[next(iter(cookies))]
        if not cookies:
            del self._domains[cookie.domain]
        if len(self._domains) > MAX_SITES:
            self._domains.popitem(last=False)


def _of_domain(
    cookies: dict[tuple[str, str], Cookie], url: Url, path: str, now: float
) -> list[Cookie]:
    for key in [key for key, cookie in cookies.items() if _expired(cookie, now)]:
        del cookies[key]
    return [
        cookie
        for cookie in cookies.values()
        if (not cookie.host_only or cookie.domain == url.host)
        and (not cookie.secure or url.scheme == "https")
        and _path_matches(path, cookie.path)
    ]


def _read(text: str, url: Url, now: float) -> Cookie | None:
    first, *rest = text.split(";")
    name, separator, value = first.partition("=")
    name, value = name.strip(), value.strip()
    if not separator or not name or len(name) + len(value) > MAX_BYTES or _has_controls(first):
        return None
    attributes: dict[str, str] = {}
    for part in rest:
        key, _, setting = part.partition("=")
        attributes[key.strip().lower()] = setting.strip()
    domain = _domain(attributes.get("domain", ""), url.host)
    if domain is None:
        return None
    path = attributes.get("path", "")
    cookie = Cookie(
        name=name,
        value=value,
        domain=domain or url.host,
        path=path if path.startswith("/") else _default_path(url),
        host_only=not domain,
        secure="secure" in attributes,
        expires=_expiry(attributes, now),
        http_only="httponly" in attributes,
    )
    return cookie if _prefix_holds(cookie, url) else None


def _domain(wanted: str, host: str) -> str | None:
    """The domain a cookie may have: empty for this host alone, None if it may have none."""
    wanted = wanted.lower().removeprefix(".")
    if not wanted:
        return ""
    if is_address(host):
        return "" if wanted == host else None
    site = registrable_domain(host)  # nothing above it: strangers live side by side there
    if wanted == host:
        return "" if site == host and "." not in host else wanted
    if host.endswith("." + wanted) and (wanted == site or wanted.endswith("." + site)):
        return wanted
    return None


def _prefix_holds(cookie: Cookie, url: Url) -> bool:
    """__Secure- and __Host- promise how a cookie was set; a broken promise is no cookie."""
    if cookie.secure and url.scheme != "https":
        return False
    lowered = cookie.name.lower()
    if lowered.startswith("__secure-"):
        return cookie.secure
    if lowered.startswith("__host-"):
        return cookie.secure and cookie.host_only and cookie.path == "/"
    return True


def _expiry(attributes: dict[str, str], now: float) -> float | None:
    age = attributes.get("max-age", "")
    if age.lstrip("-").isdigit() and len(age) < 20:
        return now + min(int(age), MAX_AGE)
    if not attributes.get("expires"):
        return None
    try:
        moment = parsedate_to_datetime(attributes["expires"])
    except (ValueError, OverflowError):
        return None
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return min(aware.timestamp(), now + MAX_AGE)


def _expired(cookie: Cookie, now: float) -> bool:
    return cookie.expires is not None and cookie.expires <= now


def _path_matches(path: str, of_cookie: str) -> bool:
    if not path.startswith(of_cookie):
        return False
    return len(path) == len(of_cookie) or of_cookie.endswith("/") or path[len(of_cookie)] == "/"


def _default_path(url: Url) -> str:
    return urlsplit(url.href).path.rpartition("/")[0] or "/"


def _has_controls(text: str) -> bool:
    return any(ord(character) < 32 or ord(character) == 127 for character in text)


def _joined(cookies: list[Cookie]) -> str:
    pairs: list[str] = []
    size = 0
    for cookie in cookies:
        pair = f"{cookie.name}={cookie.value}"
        size += len(pair) + 2
        if size > MAX_SENT_BYTES:
            break
        pairs.append(pair)
    return "; ".join(pairs)
