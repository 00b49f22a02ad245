"""Numbers as people print them: `1.234,56 €`, `$1,234.50`, `1 234`, `-3`, `1.2k`."""

import re
from typing import Literal

Decimal = Literal["auto", ".", ","]

LONGEST = 200  # characters looked at; who prints a number prints it near the beginning
_BIGGEST = 2**63  # a record keeps whole numbers of 64 bits
# Between digits, spaces (also those that do not break) and apostrophes only ever group.
_NUMBER = re.compile(
    r"(?P<sign>[-+−–]\s?)?(?:[^\W\d_]{0,3}[$€£¥₹]\s?)?"
    r"(?P<digits>\d(?:[\d.,'’]|[  \u202f](?=\d{3}(?!\d)))*)(?P<short>[kKMB]\b)?"
)
_SHORT = {"k": 1_000, "K": 1_000, "M": 1_000_000, "B": 1_000_000_000}
_EXPONENT = re.compile(r"[-+]?\d+(?:\.\d+)?[eE][-+]?\d{1,3}")


def number_of(text: str, decimal: Decimal = "auto", *, short: bool = False) -> int | float:
    """The first number in the text; `ValueError` if there is none. `short` reads 1.2k as 1200.

    Where the decimal sign has to be found out, one comma before exactly three digits groups
    (1,234), every other single sign is a decimal sign (1.234, 12,5).
    """
    text = text[:LONGEST].strip()
    if _EXPONENT.fullmatch(text):
        return float(text)
    found = _NUMBER.search(text)
    if found is None:
        raise ValueError(f"{_shown(text)} holds no number")
    digits = found["digits"].rstrip(".,'’")
    plain = _plain(re.sub(r"[^\d.,]", "", digits), decimal)
    is_negative = (found["sign"] or "").strip() in ("-", "−", "–") and _stands_free(text, found)
    number = float(plain) if "." in plain else int(plain)
    if short and found["short"]:
        number = round(number * _SHORT[found["short"]])
    if abs(number) >= _BIGGEST:
        number = float(number)
    return -number if is_negative else number


def _stands_free(text: str, found: re.Match[str]) -> bool:
    """In `10-20` and `SKU-7` the stroke is no sign."""
    before = text[: found.start()]
    return not before or not (before[-1].isalnum())


def _plain(digits: str, decimal: Decimal) -> str:
    """The digits with nothing but a decimal point."""
    sign = _decimal_sign(digits) if decimal == "auto" else decimal
    other = "," if sign == "." else "."
    whole, point, rest = digits.replace(other, "").rpartition(sign)
    if not point:
        return rest
    if sign in whole:  # more than one cannot be decimal signs
        return (whole + rest).replace(sign, "")
    return f"{whole or '0'}.{rest}"


def _decimal_sign(digits: str) -> str:
    dot, comma = digits.rfind("."), digits.rfind(",")
    if dot >= 0 and comma >= 0:
        return "." if dot > comma else ","
    if comma < 0:
        return "."
    groups = digits.count(",") > 1 or (len(digits) - comma == 4 and not digits.startswith("0"))
    return "." if groups else ","


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")
