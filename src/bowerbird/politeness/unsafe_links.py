"""Links that change something when they are asked for: log out, delete, add to cart, unsubscribe.

A GET should be safe (RFC 9110 §9.2.1), yet many sites act on one. A crawler with a login, or with a
cart, must not press such buttons. The patterns want a whole name (a path segment, a parameter, the
value of an action), so that `/blog/how-to-delete-a-branch` stays a page.
"""

from bowerbird.politeness.scope_patterns import regex_test

_BEFORE = r"(?:^|[/?&;])"
_AFTER = r"(?:\.[a-z]{2,6})?(?:[/?&;=]|$)"
_ACTION = r"[?&;](?:action|act|do|op|cmd|command|task|mode|method|_method|what|go|func)="
_END = r"(?:[&;]|$)"
_LOG_OUT = r"(?:special:)?(?:user[-_]?)?(?:log[-_]?(?:out|off)|sign[-_]?(?:out|off))"
_DELETE = r"(?:delete|remove|destroy|erase|trash|purge|rollback)(?:[-_]?[a-z]{1,20})?"
_CART = (
    r"(?:add[-_]?to[-_]?(?:cart|basket|bag|wish[-_]?list|compare)|remove[-_]?item|undo[-_]?item)"
)
_UNSUBSCRIBE = r"(?:unsubscribe|opt[-_]?out|unfollow|unwatch)"

# What it would do → how its URL looks. Deleting is also a word of manuals (/sql/delete): as a path
# it counts beside something with a digit, as a script's name, or with a query behind it.
_PATTERNS = {
    "log out": f"{_BEFORE}{_LOG_OUT}{_AFTER}|{_ACTION}{_LOG_OUT}{_END}",
    "delete": (
        rf"{_ACTION}{_DELETE}{_END}"
        r"|/[^/?]*\d[^/?]*/(?:delete|remove|destroy)(?:[/?]|$)"
        r"|/(?:delete|remove|destroy)/[^/?]*\d"
        r"|/(?:delete|remove|destroy)(?:\.(?:php|aspx?|jsp|cgi|do|action|pl))?\?"
        r"|/(?:delete|remove|destroy)\.(?:php|aspx?|jsp|cgi|do|action|pl)$"
    ),
    "add to cart": (
        f"{_BEFORE}{_CART}(?:{_AFTER})|{_ACTION}{_CART}{_END}"
        r"|/(?:cart|basket)/(?:add|remove|update)(?:[/?]|$)"
    ),
    "unsubscribe": f"{_BEFORE}{_UNSUBSCRIBE}{_AFTER}|{_ACTION}{_UNSUBSCRIBE}{_END}",
}
_any_of_them = regex_test("|".join(f"(?:{pattern})" for pattern in _PATTERNS.values()), True)


def unsafe_action(target: str) -> str:
    """What asking for this path and query would do, in words; empty if it looks harmless."""
    if not _any_of_them(target):
        return ""
    return next(
        action for action, pattern in _PATTERNS.items() if regex_test(pattern, True)(target)
    )
