"""The charset of a page that declares none: a light guess, good for the charsets pages are in.

UTF-8 shows by its form. Of the others, the one is taken whose reading of a sample looks most like
writing; the language the page states and the country in its host's name break ties.
"""

import re
from collections.abc import Callable
from functools import cache

from bowerbird.parse.charsets import BY_COUNTRY, BY_LANGUAGE, CODECS

SAMPLE = 8_192
MOSTLY = 0.6  # of the letters of a page in a foreign alphabet belong to it, at the least
FALLBACK = "windows-1252"  # what browsers assume for most of the world

_LANG = re.compile(rb"<html[^>]{0,500}\slang\s*=\s*[\"']?([A-Za-z-]{2,20})", re.IGNORECASE)
_TAGS = re.compile(rb"<[^>]{0,2000}>?")

# The characters that most of a page in these charsets is made of.
_KANA = re.compile(r"[\u3040-\u30ff]")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_COMMON_SIMPLIFIED = frozenset("的一是不了在人有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好都然没日于起还发成事只作当想看文无开手用主行方又如前所本见经头面公同三已老从动两长")  # fmt: skip # noqa: E501 - one alphabet
_COMMON_TRADITIONAL = frozenset("的一是不了在人有我他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可里後小麼心多天而能好都然沒日於起還發成事只作當想看文無開手用主行方又如前所本見經頭面公同三已老從動兩長")  # fmt: skip # noqa: E501 - one alphabet


def charset(body: bytes, host: str = "") -> str:
    """Always an answer; `windows-1252` where nothing speaks for another."""
    sample = body[:SAMPLE]
    wide = _utf16(sample)
    if wide:
        return wide
    if sample.isascii():
        if b"\x1b$" in sample or b"\x1b(" in sample:
            return "iso-2022-jp"
        sample = body  # the first character that is not ASCII may come late
    if _is_utf8(sample):
        return "utf-8"
    expected = _expected(body, host)
    if expected and expected not in _SCORED:
        return expected  # Latin letters with accents: nothing in the bytes tells them apart
    sample = _TAGS.sub(b" ", body[: 4 * SAMPLE])
    scores = {name: _score(sample, name) for name in _SCORED}
    best = max(scores, key=lambda name: scores[name] + (0.1 if name == expected else 0.0))
    return best if scores[best] > 0.5 else expected or FALLBACK


def _utf16(sample: bytes) -> str:
    """Markup in UTF-16 has a NUL in every other byte."""
    half = len(sample) // 2
    if half < 8 or b"\0" not in sample:
        return ""
    if sample[0::2].count(0) > 0.7 * half and sample[1::2].count(0) < 0.1 * half:
        return "utf-16be"
    if sample[1::2].count(0) > 0.7 * half and sample[0::2].count(0) < 0.1 * half:
        return "utf-16le"
    return ""


def _is_utf8(sample: bytes) -> bool:
    try:
        sample.decode()
    except UnicodeDecodeError as error:
        return len(sample) >= SAMPLE and error.start >= len(sample) - 3  # cut by the sample
    return True


def _expected(body: bytes, host: str) -> str:
    found = _LANG.search(body[:2_048])
    if found:
        language = found[1].decode("ascii").lower()
        known = BY_LANGUAGE.get(language) or BY_LANGUAGE.get(language.partition("-")[0])
        if known:
            return known
    return BY_COUNTRY.get(host.rpartition(".")[2], "")


def _score(sample: bytes, name: str) -> float:
    """How much of what is not ASCII reads as usual writing in that charset, 0 to 1."""
    alphabet = name in _ALPHABETS
    text = sample.decode(CODECS[name], "replace")
    strange = [character for character in text if character > "\xa0"]
    if len(strange) < 4 or strange.count("\ufffd") > 0.02 * len(strange):
        return 0.0
    if alphabet and len(strange) < MOSTLY * sum(map(str.isalpha, text)):
        return 0.0  # a few accents among Latin letters are no foreign alphabet
    return sum(map(_SCORED[name], strange)) / len(strange)


def _japanese(character: str) -> float:
    return 1.0 if _KANA.match(character) else 0.6 if character in "、。「」・" else 0.5


def _korean(character: str) -> float:
    """The codec knows every syllable, KS X 1001 the 2,350 that are written; Japanese taken for
    Korean is full of the others."""
    return 1.0 if character in _written_hangul() else 0.2


@cache
def _written_hangul() -> frozenset[str]:
    syllables = map(chr, range(0xAC00, 0xD7A4))
    return frozenset(each for each in syllables if len(each.encode("euc_kr")) == 2)


def _simplified(character: str) -> float:
    if character in _COMMON_SIMPLIFIED:
        return 1.4
    return 0.5 if _HAN.match(character) or character in "，。、：“”（）" else 0.0


def _traditional(character: str) -> float:
    if character in _COMMON_TRADITIONAL:
        return 1.4
    return 0.5 if _HAN.match(character) or character in "，。、：「」（）" else 0.0


def _letters(first: str, last: str) -> Callable[[str], float]:
    return lambda character: 1.0 if first <= character <= last else 0.0


# Lower case, because windows-1251 and KOI8-R read each other with the cases swapped.
_ALPHABETS = {
    "windows-1251": _letters("\u0430", "\u045f"),
    "koi8-r": _letters("\u0430", "\u045f"),
    "windows-1253": _letters("\u03ac", "\u03ce"),
    "windows-1255": _letters("\u05b0", "\u05ea"),
    "windows-1256": _letters("\u0621", "\u0652"),
    "windows-874": _letters("\u0e01", "\u0e4e"),
}
_SCORED = {
    "shift_jis": _japanese,
    "euc-jp": _japanese,
    "euc-kr": _korean,
    "gb18030": _simplified,
    "big5": _traditional,
    **_ALPHABETS,
}
