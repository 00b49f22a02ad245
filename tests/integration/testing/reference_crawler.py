"""A crawler of the plainest kind, written against the standards and not against Bowerbird."""

import http.client
import re
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin, urlsplit

ADDRESS = re.compile(rb"http://[a-z0-9.-]+\.test/[A-Za-z0-9/._-]*")
READ = re.compile(r"pdf|document|epub|markdown|rss|atom|feed")  # documents that lead somewhere
SESSION = re.compile(r";jsessionid=\w+|\?PHPSESSID=\w+")


class Links(HTMLParser):
    """Links, base, title and robots directives of one page."""

    def __init__(self) -> None:
        super().__init__()
        self.base = ""
        self.title = ""
        self.hrefs: list[tuple[str, str]] = []  # href, rel
        self.directives = ""
        self._in_title = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        rel = given.get("rel", "")
        if tag == "base":
            self.base = self.base or given.get("href", "")
        elif tag == "a" and "href" in given:
            self.hrefs.append((given["href"], rel))
        elif tag == "iframe":
            self.hrefs.append((given.get("src", ""), ""))
        elif tag == "link" and (rel == "canonical" or "hreflang" in given or "type" in given):
            self.hrefs.append((given["href"], ""))
        elif tag == "meta" and given.get("name", "").lower() == "robots":
            self.directives += given.get("content", "").lower()
        elif tag == "meta" and given.get("http-equiv", "").lower() == "refresh":
            self.hrefs.append((given.get("content", "").partition("url=")[2], ""))
        self._in_title = tag == "title" and not self.title

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title += data

    def handle_endtag(self, tag: str) -> None:
        self._in_title = False


class ReferenceCrawler:
    """Breadth-first, one request at a time."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.states: dict[str, str] = {}  # identity → state
        self.titles: dict[str, str] = {}
        self._rules: dict[str, list[tuple[int, bool, re.Pattern[str]]]] = {}

    def crawl(self, seeds: tuple[str, ...]) -> dict[str, str]:
        queue = list(seeds)
        seen = set(queue)
        while queue:
            for href in self._visit(queue.pop(0)):
                if href not in seen:
                    seen.add(href)
                    queue.append(href)
        return self.states

    def _visit(self, url: str) -> list[str]:
        parts = urlsplit(url)
        if not self._allowed(parts.netloc, url.split(parts.netloc, 1)[1]):
            self.states[url] = "refused"
            return []
        status, headers, body = self.get(url)
        if 300 <= status < 400:
            self.states[url] = "redirected"
            return [identity(url, headers["location"])]
        self.states[url] = "fetched" if status == 200 else "failed"
        kind = headers["content-type"]
        if status == 200 and "html" not in kind and READ.search(kind):
            return self._read_document(url, body)
        if status != 200 or "html" not in kind:
            return []
        return self._read(url, headers, body)

    def _read_document(self, url: str, body: bytes) -> list[str]:
        """Nothing in them is packed, so that their addresses stand there for all to see."""
        if b"encryption-data" in body or (body.startswith(b"%PDF") and b"%%EOF" not in body):
            self.states[url] = "failed"
            return []
        return [address.decode().rstrip(".") for address in ADDRESS.findall(body)]

    def _read(self, url: str, headers: http.client.HTTPMessage, body: bytes) -> list[str]:
        links = Links()
        links.feed(decode(headers["content-type"], body))
        self.titles[url] = links.title
        asked = headers.get("x-robots-tag", "")
        directives = links.directives + ("" if ":" in asked else asked)
        shut = "nofollow" in directives or "none" in directives
        followed = []
        for href, rel in links.hrefs:
            target = identity(urljoin(url, links.base), href)
            if not target.startswith("http:") or href.startswith("#") or not href:
                continue
            if shut or rel == "nofollow" or "logout" in target or "add-to-cart" in target:
                self.states.setdefault(target, "refused")
            else:
                followed.append(target)
        return followed

    def _allowed(self, host: str, target: str) -> bool:
        if host not in self._rules:
            self._rules[host] = rules(self.get(f"http://{host}/robots.txt"))
        hits = [(size, allow) for size, allow, rule in self._rules[host] if rule.match(target)]
        return max(hits)[1] if hits else True

    def get(self, url: str) -> tuple[int, http.client.HTTPMessage, bytes]:
        parts = urlsplit(url)
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            target = url.split(parts.netloc, 1)[1]
            connection.request("GET", target, headers={"Host": parts.netloc})
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        finally:
            connection.close()


def identity(base: str, href: str) -> str:
    whole = urlsplit(urldefrag(urljoin(base, href.strip()))[0].replace(" ", "%20"))
    netloc = whole.netloc.lower().removesuffix(":80")
    return SESSION.sub("", whole._replace(netloc=netloc).geturl())


def decode(content_type: str, body: bytes) -> str:
    if body.startswith(b"\xff\xfe"):
        return body.decode("utf-16")
    label = content_type.partition("charset=")[2]
    in_meta = re.search(rb'<meta charset="([^"]+)"', body)
    label = label or (in_meta[1].decode() if in_meta else "utf-8")
    western = {"latin1", "iso-8859-1", "windows-1252"}
    return body.decode("cp1252" if label.lower() in western else label)


def rules(
    robots: tuple[int, http.client.HTTPMessage, bytes],
) -> list[tuple[int, bool, re.Pattern[str]]]:
    groups: dict[str, list[tuple[int, bool, re.Pattern[str]]]] = {}
    names: list[str] = []
    fresh = True
    for line in robots[2].decode().splitlines() if robots[0] == 200 else []:
        field, _, value = (part.strip() for part in line.partition("#")[0].partition(":"))
        if field.lower() == "user-agent":
            names = [value.partition("/")[0].lower()] + ([] if fresh else names)
            fresh = False
            groups.setdefault(names[0], [])
        elif field.lower() in {"allow", "disallow"}:
            fresh = True
            pattern = re.escape(value).replace(r"\*", ".*")
            rule = re.compile(pattern.removesuffix(r"\$") + ("$" if value.endswith("$") else ""))
            for name in names if value else []:
                groups[name].append((len(value), field.lower() == "allow", rule))
    return groups.get("bowerbird", groups.get("*", []))
