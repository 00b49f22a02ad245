"""Style sheets of pages, made harmless: they colour what is shown, and ask for nothing.

A style sheet can tell others what a page says: a rule that fits one value of a field may ask for a
picture of its own. So whatever loads anything is made a function that no browser knows, and with it
the declaration is none. Escapes are read first: `u\\72l(` is `url(`.
"""

import re

_ESCAPED = re.compile(r"\\([0-9a-fA-F]{1,6})[ \t\r\n\f]?|\\([g-zG-Z_-])")
_NAME = re.compile(r"[A-Za-z0-9_-]")
# css-values-4 and css-images-4: all that takes an address, also as a plain string.
_LOADS = re.compile(
    r"(?:url(?:-prefix)?|src|image|(?:-webkit-)?image-set|(?:-webkit-)?cross-fade|expression)\(",
    re.IGNORECASE,
)
_RULES = re.compile(r"@(?:import|namespace|document|-moz-document|font-face)", re.IGNORECASE)
_BINDINGS = re.compile(r"(?:-moz-binding|behavior)(?=\s*:)", re.IGNORECASE)
_TAGS = re.compile(r"<(?=[/!?a-zA-Z])")  # what could end the style element, or begin another one


def harmless_css(text: str) -> str:
    """The same style sheet, or declarations, without anything that loads."""
    plain = _ESCAPED.sub(_letter, text.replace("\0", "\ufffd"))
    plain = _LOADS.sub("loads-nothing(", plain)
    plain = _RULES.sub("@loads-nothing", plain)
    plain = _BINDINGS.sub("binds-nothing", plain)
    return _TAGS.sub(r"\\3c ", plain)


def _letter(found: re.Match[str]) -> str:
    """Letters of names as they are; an escape of anything else means that it is none."""
    if found[2]:
        return found[2]
    number = int(found[1], 16)
    letter = chr(number) if 0 < number < 128 else ""
    return letter if _NAME.fullmatch(letter) else found[0]
