"""The links of a page made absolute, quickly: sites repeat their navigation on every page.

What an href resolves to seldom depends on the page itself. `/about` depends on the site, `b.html`
on the directory, and only an empty href, `?page=2` and `#top` on the whole URL. So the answer is
remembered per site or per directory and handed out again, the same `Url` object each time.
"""

from collections import OrderedDict
from collections.abc import Iterable

from bowerbird.web.plain_links import LONGEST, Stem, absolute, stem_of
from bowerbird.web.url_identity import DEFAULT_IDENTITY, IdentityRules
from bowerbird.web.url_parsing import InvalidUrl, Url, from_serialised, parse, serialise

# Schemes that name no page. They are only a short cut: whatever else has no host is refused by
# the parser too.
_NO_PAGE = frozenset(
    {
        "about", "bitcoin", "blob", "callto", "cid", "data", "facetime", "geo", "im", "intent",
        "itms", "javascript", "jar", "magnet", "mailto", "market", "mid", "sms", "skype", "tel",
        "urn", "vbscript", "view-source", "whatsapp", "xmpp",
    }
)  # fmt: skip
_SPECIAL = frozenset({"http", "https", "ftp", "file", "ws", "wss"})
_WITH_DIRECTORIES = frozenset({"http", "https", "ftp"})
_C0_OR_SPACE = "".join(map(chr, range(0x21)))
_LONGEST_REMEMBERED = LONGEST  # characters; a longer href is not navigation
_NOT_MET = Url("", "", "", "", "")  # the page names it for the first time here


class LinkResolver:
    """Raw hrefs to URLs, with a bounded memory. One per worker; not for several threads."""

    def __init__(
        self,
        rules: IdentityRules = DEFAULT_IDENTITY,
        *,
        max_directories: int = 1_024,
        max_links: int = 65_536,
    ) -> None:
        self.rules = rules
        self._as_usual = rules == DEFAULT_IDENTITY  # plain hrefs need no parser then
        self._max_directories = max_directories
        self._ledger = _Ledger(max_links)
        self._memos: OrderedDict[str, _Memo] = OrderedDict()

    def resolve(self, base: str, hrefs: Iterable[str]) -> list[Url | None]:
        """One answer per href: its URL without fragment, or None where it names no page.

        `base` is the page's URL or its `<base href>`, absolute. Credentials are left out of the
        answer: ask `has_credentials(href, base)` where an `@` makes it worth asking.
        """
        try:
            # The empty reference: the base without fragment.
            page = (self._as_usual and absolute(base)) or parse("", base, self.rules)
        except InvalidUrl:
            return [_resolved(href, None, self.rules) for href in hrefs]
        memo = self._memo_of(page)
        met, met_on_site = memo.get, (memo.site or memo).get
        answers: list[Url | None] = []
        for href in hrefs:
            url = met(href, _NOT_MET)
            if url is _NOT_MET:
                url = met_on_site(href, _NOT_MET)
                if url is _NOT_MET:
                    url = memo.meet(href)
            answers.append(url)
        return answers

    @property
    def remembered(self) -> int:
        """How many hrefs are in memory."""
        return self._ledger.used

    def _memo_of(self, page: Url) -> "_Memo":
        if page.scheme in _WITH_DIRECTORIES:
            href = page.href
            root = href[: href.index("/", len(page.scheme) + 3)]
            site = self._recall(root, root + "/", None)
            directory = href[: href.rindex("/", 0, _end_of_path(href)) + 1]
        else:
            # file: keeps a drive letter even under `/x`; other schemes may have no path at all.
            site, directory = None, page.href
        memo = self._recall(directory, directory, site)
        memo.page = page
        while len(self._memos) > max(self._max_directories, 2) or self._ledger.is_full:
            oldest, dropped = self._memos.popitem(last=False)
            dropped.empty()
            if dropped is memo:
                self._memos[oldest] = memo
                break
        return memo

    def _recall(self, key: str, base: str, site: "_Memo | None") -> "_Memo":
        memo = self._memos.get(key)
        if memo is None:
            memo = self._memos[key] = _Memo(base, self.rules, self._ledger)
            if self._as_usual and base.startswith(("http://", "https://")):
                memo.stem = stem_of(base)
        else:
            self._memos.move_to_end(key)
            if len(memo) * 4 > self._ledger.size:
                memo.empty()  # one huge directory must not push out all others
        memo.site = site
        return memo


class _Ledger:
    """How many hrefs all memos together hold."""

    __slots__ = ("size", "used")

    def __init__(self, size: int) -> None:
        self.size = size  # about 400 bytes per href
        self.used = 0

    @property
    def is_full(self) -> bool:
        return self.used > self.size


class _Memo(dict[str, "Url | None"]):
    """href → URL for one directory, or for one site."""

    __slots__ = ("base", "ledger", "page", "rules", "site", "stem")

    def __init__(self, base: str, rules: IdentityRules, ledger: _Ledger) -> None:
        self.base = base
        self.rules = rules
        self.ledger = ledger
        self.site: _Memo | None = None  # where hrefs go that do not depend on the directory
        self.stem: Stem | None = None  # what plain hrefs are put behind
        self.page: Url | None = None  # the page at hand, for hrefs that depend on all of it

    def meet(self, href: str) -> Url | None:
        """Resolve an href that is in no memory, and remember it if it may be."""
        if self.stem is not None:
            url = absolute(href) if href[:4] == "http" else None
            memo = self if self.site is None or (url is None and href[:1] != "/") else self.site
            if url := url or self.stem.join(href):
                memo[href] = url
                memo.ledger.used += 1
                return url
        bare = href.lstrip(_C0_OR_SPACE) if href[:1] <= " " else href
        # Not printable: the parser takes tabs and newlines out of the middle; `ht\ntp:?x` is `?x`.
        if not bare or bare[0] in "?#" or not bare.isprintable():
            return self._on_page(bare)
        colon = bare.find(":")
        scheme = bare[:colon].lower() if colon > 0 else ""
        if scheme in _NO_PAGE:
            return self._remember(href, None)
        if scheme in _SPECIAL and not bare.startswith("//", colon + 1):
            return self._on_page(bare)  # `https:x` is relative to an https page
        if self.site is not None and (bare[0] == "/" or scheme in _SPECIAL):
            return self.site.learn(href)
        return self.learn(href)

    def learn(self, href: str) -> Url | None:
        """Resolve an href that depends on nothing but this memo's base."""
        return self._remember(href, _resolved(href, self.base, self.rules))

    def empty(self) -> None:
        """Forget all of it."""
        self.ledger.used -= len(self)
        self.clear()

    def _on_page(self, bare: str) -> Url | None:
        if self.page is None:
            return _resolved(bare, self.base, self.rules)
        if not bare or (bare[0] == "#" and not self.rules.keep_hash_bang):
            return self.page
        return _resolved(bare, self.page.href, self.rules)

    def _remember(self, href: str, url: Url | None) -> Url | None:
        if len(href) <= _LONGEST_REMEMBERED:
            self[href] = url
            self.ledger.used += 1
        return url


def _resolved(href: str, base: str | None, rules: IdentityRules) -> Url | None:
    try:
        return from_serialised(serialise(href, base), rules)
    except InvalidUrl:
        return None


def _end_of_path(href: str) -> int:
    mark = href.find("?")
    return len(href) if mark < 0 else mark
