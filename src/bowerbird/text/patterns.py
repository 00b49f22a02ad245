"""Regular expressions of people, in RE2: linear in the text, so that no pattern can hang a crawl.

The price: no look-around and no back-references inside a pattern; both are refused at load.
"""

from functools import lru_cache
from typing import Any

import re2


@lru_cache(maxsize=1_024)
def pattern_of(pattern: str, ignore_case: bool = False) -> Any:
    """The compiled pattern; `ValueError` says why it is none."""
    options = re2.Options()
    options.log_errors = False
    options.case_sensitive = not ignore_case
    try:
        return re2.compile(pattern, options)
    except re2.error as error:
        why = error.args[0].decode() if isinstance(error.args[0], bytes) else error.args[0]
        raise ValueError(f"{pattern!r} is not a regular expression: {why}") from None


def checked_pattern(pattern: str) -> str:
    """The same text, if it is a pattern."""
    pattern_of(pattern)
    return pattern
