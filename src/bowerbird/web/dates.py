"""Dates as the web writes them, to seconds since 1970 (UTC). Junk is `None`, never an exception."""

import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_tz

_MONTHS = {
    name: number
    for number, name in enumerate(
        ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), 1
    )
}
_LONGEST = 100  # no date is longer; what is, is not read
_TIME = r"(?P<hour>\d\d):(?P<minute>\d\d):(?P<second>\d\d)"
_MONTH = "(?P<month>[a-z]{3})"
_ZONE = "(?: (?:GMT|UTC))?"

# RFC 9110 §5.6.7. The name of the day is not compared: servers get it wrong, the date counts.
_FORMATS = tuple(
    re.compile(pattern, re.IGNORECASE | re.ASCII)
    for pattern in (
        rf"[a-z]{{3,9}}, ?(?P<day>\d\d?) {_MONTH} (?P<year>\d{{4}}) {_TIME}{_ZONE}",
        rf"[a-z]{{3,9}}, ?(?P<day>\d\d?)-{_MONTH}-(?P<year>\d\d(?:\d\d)?) {_TIME}{_ZONE}",
        rf"[a-z]{{3}} {_MONTH} +(?P<day>\d\d?) {_TIME} (?P<year>\d{{4}})",
    )
)
_W3C = re.compile(r"\d{4}(?:-\d\d?)?")  # `2024` and `2024-05`, as sitemaps may write
_DELAY = re.compile(r"(-?)([0-9]{1,12})(?:\.[0-9]*)?")


def http_date(text: str, now: float | None = None) -> float | None:
    """An HTTP date in any of its three forms.

    Two digits of a year mean the century that is at most 50 years ahead of `now`.
    """
    text = text.strip()
    if len(text) > _LONGEST:
        return None
    for form in _FORMATS:
        if found := form.fullmatch(text):
            return _seconds(found, now)
    return None


def iso8601(text: str) -> float | None:
    """ISO 8601 as far as feeds, sitemaps and metadata use it; without a zone it is UTC."""
    text = text.strip()
    if len(text) > _LONGEST:
        return None
    if _W3C.fullmatch(text):
        year, _, month = text.partition("-")
        text = f"{year}-{int(month or 1):02d}-01"
    try:
        return _since_1970(datetime.fromisoformat(text))
    except (ValueError, OverflowError):
        return None


def any_date(text: str, now: float | None = None) -> float | None:
    """A date in HTTP, ISO 8601 or mail form, with named zones: for what people write by hand."""
    for read in (lambda date: http_date(date, now), iso8601, _mail_date):
        seconds = read(text)
        if seconds is not None:
            return seconds
    return None


def retry_after(header: str, now: float) -> float | None:
    """Seconds to wait, from a Retry-After header of seconds or a date; what is past is 0.

    The caller caps it. RFC 9110 §10.2.3.
    """
    header = header.strip()
    if found := _DELAY.fullmatch(header):
        return 0.0 if found[1] else float(header)
    date = any_date(header, now)
    return None if date is None else max(0.0, date - now)


def last_modified(header: str, received_at: float) -> str:
    """A Last-Modified header to send back as If-Modified-Since; empty if it lies.

    A date still to come is of a clock gone wrong: by it the page would not have changed for years.
    What is no date at all is the server's to compare, and goes back as it came.
    """
    date = http_date(header, received_at)
    return "" if date is not None and date > received_at else header


def _seconds(found: re.Match[str], now: float | None) -> float | None:
    month = _MONTHS.get(found["month"].lower())
    if month is None:
        return None
    year = int(found["year"])
    if len(found["year"]) == 2:
        year = _with_century(year, now)
    # 23:59:60 is a leap second that `datetime` does not know; a second later is near enough.
    second = int(found["second"])
    try:
        moment = datetime(
            year, month, int(found["day"]), int(found["hour"]), int(found["minute"]), tzinfo=UTC
        )
        return (moment + timedelta(seconds=second)).timestamp() if second <= 60 else None
    except (ValueError, OverflowError):
        return None


def _with_century(year: int, now: float | None) -> int:
    this_year = (datetime.now(UTC) if now is None else datetime.fromtimestamp(now, UTC)).year
    full = this_year - this_year % 100 + year
    return full - 100 if full > this_year + 50 else full


def _since_1970(moment: datetime) -> float:
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


def _mail_date(text: str) -> float | None:
    text = text.strip()
    if len(text) > _LONGEST or not text:
        return None
    try:
        parts = parsedate_tz(text.replace("-", " ") if re.match(r"\d\d?-[A-Za-z]", text) else text)
        if parts is None or not parts[0] >= 1900:
            return None
        moment = datetime(*parts[:6], tzinfo=UTC) - timedelta(seconds=parts[9] or 0)
        return moment.timestamp()
    except (ValueError, OverflowError, TypeError, IndexError):
        return None
