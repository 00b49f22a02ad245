"""The words in which traps are written: scripts for servers, expectations for crawlers."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from bowerbird.testing.hostile_web.values import Expect, Reply, Script, Step, Trap

DOMAIN = "hostile.test"
PLACE = "namehousehouseof"  # becomes a word of the same length, another one on each host
Fields = Mapping[str, str]
PHRASES = {status.value: status.phrase for status in HTTPStatus}


def head(status: int = 200, fields: Fields | None = None) -> bytes:
    """A status line and headers."""
    lines = "".join(f"{name}: {value}\r\n" for name, value in (fields or {}).items())
    return f"HTTP/1.1 {status} {PHRASES.get(status, 'Odd')}\r\n{lines}\r\n".encode("latin-1")


def answer(body: bytes | str, status: int = 200, fields: Fields | None = None) -> Script:
    """A correct answer; the body says what the headers promise."""
    content = body.encode() if isinstance(body, str) else body
    sent = {"Content-Type": "text/html; charset=utf-8", **(fields or {})}
    return Script((head(status, {**sent, "Content-Length": str(len(content))}), content), keep=True)


def html(title: str, body: str = "") -> str:
    """A small page; its prose differs by title and host, so that no two pages are repeats."""
    words = " ".join(f"{word} {title} {word}s" for word in ("bird", "nest", "shell", "feather"))
    return (
        f"<!DOCTYPE html><html lang=en><head><title>{title}</title></head>"
        f"<body><main><h1>{title}</h1><p>A page about {words} at {PLACE}.</p>{body}</main></body>"
        "</html>"
    )


def page(title: str, body: str = "", fields: Fields | None = None) -> Script:
    """A correct page of HTML."""
    return answer(html(title, body), fields=fields)


def links(*hrefs: str) -> str:
    """A link for each."""
    return "".join(f'<p><a href="{href}">link to {href[:40]}</a></p>' for href in hrefs)


def text(content: bytes | str, status: int = 200) -> Script:
    """A file of plain text, as robots.txt is."""
    return answer(content, status, {"Content-Type": "text/plain"})


NO_ROBOTS = text("", 404)


def redirect(to: str, status: int = 302) -> Script:
    """A redirect as servers send it."""
    return answer("moved", status, {"Location": to})


def raw(*steps: Step) -> Script:
    """Anything at all; then the connection is closed."""
    return Script(steps)


def fetched(title: str | None = None, **more: Any) -> Expect:
    """The page was read."""
    return Expect(("fetched",), title=title, **more)


def refused(*reasons: str) -> Expect:
    """Bowerbird did not ask, and says why."""
    return Expect(("refused",), reasons)


def failed(*reasons: str, status: int | None = None) -> Expect:
    """Asking brought nothing, and the row says why."""
    return Expect(("failed",), reasons, status=status)


def redirected(to: str | None = None) -> Expect:
    """The row says where it leads."""
    return Expect(("redirected",), to=to)


def any_of(*states: str, reasons: tuple[str, ...] = ()) -> Expect:
    """Several answers are right; what matters is that there is one."""
    return Expect(states, reasons)


def host_of(name: str) -> str:
    """Every trap has a host of its own."""
    return f"{name}.{DOMAIN}"


def trap(
    group: str,
    name: str,
    why: str,
    replies: Mapping[str, Reply],
    expect: Mapping[str, Expect],
    **checks: Any,
) -> Trap:
    """A trap on its own host; targets that begin with / are meant there."""

    def whole(target: str) -> str:
        return f"http://{host_of(name)}{target}" if target.startswith("/") else target

    given = {key: _whole_all(value, whole) for key, value in checks.items()}
    given.setdefault("seeds", (whole("/"),))
    return Trap(
        name=name,
        group=group,
        why=why,
        replies={
            whole(target): reply for target, reply in {"/robots.txt": NO_ROBOTS, **replies}.items()
        },
        expect={whole(target): expectation for target, expectation in expect.items()},
        **given,
    )


def _whole_all(value: tuple[Any, ...], whole: Any) -> tuple[Any, ...]:
    return tuple(
        whole(item) if isinstance(item, str) else (whole(item[0]), *item[1:]) for item in value
    )
