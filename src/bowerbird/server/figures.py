"""Numbers and times as people of a language write them."""

import time

from markupsafe import Markup, escape

from bowerbird.server.wording import _, language

_SEPARATORS = {"en": (",", "."), "de": (".", ",")}  # of thousands, and of decimals


def number(value: float | None, decimals: int = 0) -> str:
    """12,345 or 12.345; an en dash for what is not known."""
    if value is None:
        return "–"
    text = f"{value:,.{decimals}f}"
    thousands, point = _SEPARATORS[language()]
    return text.translate(str.maketrans(",.", thousands + point))


def percent(share: float | None) -> str:
    return "–" if share is None else f"{number(100 * share, 0 if share in (0, 1) else 1)} %"


def size(count: float | None) -> str:
    """1.5 MB rather than 1500000."""
    if count is None:
        return "–"
    for unit in ("B", "kB", "MB", "GB"):
        if count < 1000:
            return f"{number(count, 0 if unit == 'B' else 1)} {unit}"
        count /= 1000
    return f"{number(count, 1)} TB"


def duration(seconds: float | None) -> str:
    """2 min 5 s rather than 125."""
    if seconds is None:
        return "–"
    if seconds < 60:
        return f"{number(seconds, 1)} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"


def moment(at: float | None) -> Markup | str:
    """A point in time, here; machines read it in UTC."""
    if at is None:
        return "–"
    here, utc = time.localtime(at), time.gmtime(at)
    shape = "%d.%m.%Y %H:%M" if language() == "de" else "%Y-%m-%d %H:%M"
    return Markup('<time datetime="{}">{}</time>').format(
        time.strftime("%Y-%m-%dT%H:%M:%SZ", utc), time.strftime(shape, here)
    )


def state_word(state: str) -> str:
    """The state of a run or URL, in words."""
    return {
        "new": _("new"),
        "running": _("running"),
        "paused": _("paused"),
        "stopping": _("stopping"),
        "completed": _("completed"),
        "stopped": _("stopped"),
        "failed": _("failed"),
        "stalled": _("stalled"),
        "queued": _("queued"),
        "fetched": _("read"),
        "unchanged": _("unchanged"),
        "redirected": _("redirected"),
        "refused": _("refused"),
        "quarantined": _("held back"),
        "unknown": _("unknown"),
    }.get(state, state)


def plain(value: object) -> Markup | str:
    """A value of a record, as text."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, float):
        return number(value, 0 if value.is_integer() else 2)
    return escape(str(value))
