"""The words of the UI in the languages of its people: GNU gettext catalogues, read as they are.

English is what stands in the code; `locale/de.po` has the German. A text without a translation is
shown in English.
"""

import ast
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from functools import cache
from importlib.resources import files

LANGUAGES = {"en": "English", "de": "Deutsch"}
_language: ContextVar[str] = ContextVar("language", default="en")


def _(text: str) -> str:
    """That text in the language of whoever asks."""
    return _catalogue(_language.get()).get(text, (text,))[0] or text


def ngettext(one: str, many: str, number: float) -> str:
    """The form for that many things."""
    is_one = number == 1  # so in English and in German
    found = _catalogue(_language.get()).get(one)
    if found and len(found) == 2 and all(found):
        return found[0] if is_one else found[1]
    return one if is_one else many


def language() -> str:
    """In which language this request is answered."""
    return _language.get()


def speak(chosen: str) -> None:
    """Answer this request in that language."""
    _language.set(chosen if chosen in LANGUAGES else "en")


def preferred(accepted: str) -> str:
    """The first language of an Accept-Language header that is here."""
    asked = []
    for part in accepted.split(","):
        name, _sep, quality = part.partition(";q=")
        try:
            asked.append((-float(quality or 1), name.strip().lower()[:2]))
        except ValueError:
            continue
    return next(
        (name for _quality, name in sorted(asked, key=_by_quality) if name in LANGUAGES), "en"
    )


def _by_quality(asked: tuple[float, str]) -> float:
    return asked[0]  # sorting is stable: the order counts among equals


@cache
def _catalogue(name: str) -> Mapping[str, tuple[str, ...]]:
    place = files("bowerbird.server") / "locale" / f"{name}.po"
    return read_po(place.read_text("utf-8")) if place.is_file() else {}


def read_po(text: str) -> dict[str, tuple[str, ...]]:
    """Each text with its translation, or with those for one and for many."""
    entries: dict[str, tuple[str, ...]] = {}
    for entry in _entries(text):
        forms = tuple(entry[key] for key in sorted(entry) if key.startswith("msgstr"))
        if entry.get("msgid") and all(forms):
            entries[entry["msgid"]] = forms
    return entries


def _entries(text: str) -> Iterator[dict[str, str]]:
    entry: dict[str, str] = {}
    key = ""
    for line in [*text.splitlines(), ""]:
        if line.startswith("msg"):
            key, _sep, value = line.partition(" ")
            entry[key] = ast.literal_eval(value)
        elif line.startswith('"') and key:
            entry[key] += ast.literal_eval(line)
        elif not line.strip():
            if entry:
                yield entry
            entry, key = {}, ""
