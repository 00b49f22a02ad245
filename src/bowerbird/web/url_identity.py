"""When two URLs are the same: escapes, session tokens and parameters that do not count.

Works on text that WHATWG's parser has serialised already: dot segments, default ports, host case
and IDN are settled by then.
"""

import re

import msgspec
from ada_url import normalize_url


class IdentityRules(msgspec.Struct, frozen=True):
    """What a person may change about identity. It never changes the URL that is asked for."""

    keep_hash_bang: bool = False  # #!/page names a page of its own
    ignore_query: bool = False  # everything after ? is left out
    ignored_parameters: tuple[str, ...] = ()  # names; `utm_*` stands for all that begin so
    keep_sessions: bool = False  # for the rare site where such a name means something else


DEFAULT_IDENTITY = IdentityRules()


def identity_of(origin: str, rest: str, fragment: str, rules: IdentityRules) -> str:
    """Identity of origin + path and query (+ fragment with its #), all as WHATWG serialises them.

    Order matters: escapes first, because they may hide a session token; dot segments last, because
    taking `;jsessionid=…` out of `..;jsessionid=…` leaves one.
    """
    if "%" in rest:
        rest = normalise_escapes(rest)
    path, mark, query = rest.partition("?")
    if not rules.keep_sessions and (";" in path or "(" in path):
        path = _without_session_in_path(path, query)
    if rules.ignore_query:
        mark = query = ""
    elif mark and (rules.ignored_parameters or _SUSPECT_QUERY.search(rest)):
        query = _without_parameters(query, rules) if query else query
        mark = "?" if query or rest.endswith("?") else ""
    identity = f"{origin}{path}{mark}{query}"
    if rules.keep_hash_bang and fragment.startswith("#!"):
        identity += normalise_escapes(fragment)
    return normalize_url(identity) if "/." in path or not path else identity


def is_plain(rest: str) -> bool:
    """Nothing in this path and query could make its identity differ, under the default rules."""
    if "%" in rest or ";" in rest or "(" in rest:
        return False
    return "?" not in rest or _SUSPECT_QUERY.search(rest) is None


def normalise_escapes(text: str) -> str:
    """RFC 3986 §6.2.2: escapes in upper case, unreserved characters plain; a stray % is %25.

    The stray % must be settled: `%%37%45` would otherwise become `%7E`, and that `~` next time.
    """
    return _ESCAPE.sub(_normal_escape, text) if "%" in text else text


_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_ESCAPE = re.compile("%([0-9A-Fa-f]{2})?")


def _normal_escape(found: re.Match[str]) -> str:
    digits = found[1]
    if digits is None:
        return "%25"
    character = chr(int(digits, 16))
    return character if character in _UNRESERVED else "%" + digits.upper()


# ---- session tokens ------------------------------------------------------------------------------
# Only what a well known server writes, in the form it writes it: a false hit merges two pages.

# Java servlets write `;jsessionid=` into the path (Servlet 3.1 §7.1.3); PHP calls its own PHPSESSID
# (session.name). Both names mean nothing else, so any value goes.
_PATH_PARAMETER = re.compile(r";(?:jsessionid|phpsessid)=[^;/]*(?=[;/]|$)", re.IGNORECASE)
# ASP.NET cookieless sessions: /(S(lit3py55t21z5v55vlm25s55))/page.aspx, A and F for the tickets;
# version 1 wrote the 24 characters alone, which only an .aspx behind it makes clear.
_ASP_NET_SEGMENT = re.compile(r"/\((?:[ASF]\([0-9A-Za-z_-]{16,}\))+\)(?=/)")
_ASP_NET_1_SEGMENT = re.compile(r"/\([0-9a-z]{24}\)(?=/.*\.as[hmp]x(?:/|$))")

_CLEAR_NAMES = frozenset({"jsessionid", "phpsessid", "asp.net_sessionid"})
_ASP_NAME = re.compile("aspsessionid[a-z]{8}")  # classic ASP: eight letters of the process
# phpBB, osCommerce, Zen Cart, xt:Commerce and others; the names have other uses (a conference's
# session_id=12), so the value must look like a generated token: 26 is PHP's own length.
_TOKEN_NAMES = frozenset(
    {"sessid", "sess_id", "sessionid", "session_id", "session-id", "oscsid", "xtcsid", "zenid"}
)
_TOKEN = re.compile(r"(?=[^0-9]*[0-9])[0-9A-Za-z]{26,128}")
_HEX_NAMES = frozenset({"sid", "s"})  # phpBB and vBulletin write 32 hexadecimal digits
_HEX_TOKEN = re.compile(r"[0-9A-Fa-f]{32,128}")
_SUSPECT_QUERY = re.compile(
    r"[?&](?:jsessionid|phpsessid|asp\.net_sessionid|aspsessionid[a-z]{8}|cfid|cftoken"
    r"|sess(?:ion)?[_-]?id|oscsid|xtcsid|zenid|sid|s)=",
    re.IGNORECASE,
)


def _without_session_in_path(path: str, query: str) -> str:
    path = _PATH_PARAMETER.sub("", path)
    if "/(" in path:
        path = _ASP_NET_SEGMENT.sub("", path)
        path = _ASP_NET_1_SEGMENT.sub("", path)
    return path


def _without_parameters(query: str, rules: IdentityRules) -> str:
    pieces = query.split("&")
    names = {piece.partition("=")[0].lower() for piece in pieces}
    cold_fusion = {
        "cfid",
        "cftoken",
    } <= names  # ColdFusion writes both; one alone is something else
    return "&".join(
        piece
        for piece in pieces
        if not _is_ignored(piece, rules.ignored_parameters)
        and (rules.keep_sessions or not _is_session(piece, cold_fusion))
    )


def _is_ignored(piece: str, ignored: tuple[str, ...]) -> bool:
    name = piece.partition("=")[0]
    return any(
        name.startswith(pattern[:-1]) if pattern.endswith("*") else name == pattern
        for pattern in ignored
    )


def _is_session(piece: str, cold_fusion: bool) -> bool:
    name, _, value = piece.partition("=")
    name = name.lower()
    if name in _CLEAR_NAMES or _ASP_NAME.fullmatch(name):
        return bool(value)
    if name in _TOKEN_NAMES:
        return _TOKEN.fullmatch(value) is not None
    if name in _HEX_NAMES:
        return _HEX_TOKEN.fullmatch(value) is not None
    return cold_fusion and name in {"cfid", "cftoken"}
