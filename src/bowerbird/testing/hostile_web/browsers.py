"""Traps for crawlers that run scripts: pages that keep a browser busy, fill it, or lead it away."""

from bowerbird.testing.hostile_web.scripts import (
    answer,
    any_of,
    failed,
    fetched,
    html,
    page,
    redirected,
    refused,
    text,
    trap,
)
from bowerbird.testing.hostile_web.values import Script, Trap
from bowerbird.testing.serving import Asked

GROUP = "browsers"
WORLDLY = """<script>
  for (const name of ['map', 'filter', 'join', 'push', 'some', 'every', 'flatMap', 'find'])
    Array.prototype[name] = () => 'stolen';
  for (const name of ['outerHTML', 'innerHTML', 'textContent', 'childNodes', 'children'])
    Object.defineProperty(Element.prototype, name, { get: () => 'stolen' });
  Document.prototype.querySelectorAll = () => [];
  JSON.stringify = () => 'stolen'; Map = Set = Symbol = undefined;
</script>"""


def _script(source: str) -> str:
    return f"<script>{source}</script>"


def _one(name: str, why: str, source: str, expect: object, **checks: object) -> Trap:
    title = name.replace("-", " ").capitalize()
    replies = {"/": page(title, _script(source))}
    return trap(GROUP, name, why, replies, {"/": expect}, **checks)  # type: ignore[dict-item]


def _next_hop(asked: Asked, _: int) -> Script:
    number = int(asked.target.rpartition("/")[2] or 0) + 1
    return page(f"Hop {number}", _script(f"location = '/hop/{number}'"))


def _frames(asked: Asked, turn: int) -> Script:
    inner = "".join(f'<iframe src="/frame?{turn}-{n}-{asked.target[-9:]}"></iframe>' for n in "ab")
    return answer(f"<!DOCTYPE html>{inner}")


def browser_traps() -> list[Trap]:
    """Every trap that only a browser falls into."""
    return [*_leading_away(), *_keeping_busy(), *_opening(), *_lying()]


def _leading_away() -> list[Trap]:
    return [
        trap(
            GROUP, "script-redirects", "each page leads to the next by script, without end",
            {"/": _next_hop, "/hop/*": _next_hop},
            {"/": redirected("http://script-redirects.hostile.test/hop/1")},
            at_most=(("/", 13),),
        ),
        trap(
            GROUP, "script-to-private", "a script leads to what robots.txt forbids",
            {"/robots.txt": text("User-agent: *\nDisallow: /private\n"),
             "/": page("Away", _script("location.replace('/private/a')")),
             "/private/a": page("Private")},
            {"/": redirected("http://script-to-private.hostile.test/private/a"),
             "/private/a": refused("robots")},
            never=("/private/",),
        ),
        _one("reloads", "a page that loads itself again and again", "location.reload()",
             failed("redirect-loop"), at_most=(("/", 3),)),
        trap(
            GROUP, "cookie-by-script", "a page that wants its cookie first, set by a script",
            {"/": lambda asked, _: page("In") if "been=1" in asked.headers.get("cookie", "")
             else page("Out", _script("document.cookie = 'been=1'; location.reload()"))},
            {"/": fetched("In")},
            at_most=(("/", 3),),
        ),
        trap(
            GROUP, "sends-forms", "a form that sends itself by POST",
            {"/": page("Form", '<form method=post action="/sent"><input name=a></form>'
                       + _script("document.forms[0].submit()")),
             "/sent": page("Sent")},
            {"/": failed("rendering")},
            never=("/sent",),
        ),
        trap(
            GROUP, "leads-to-a-file", "a script that leads to a download",
            {"/": page("Download", _script("location = '/file.zip'")),
             "/file.zip": answer(b"PK\x05\x06" + bytes(18), fields={
                 "Content-Type": "application/zip",
                 "Content-Disposition": "attachment; filename=file.zip"})},
            {"/": redirected("http://leads-to-a-file.hostile.test/file.zip")},
        ),
    ]  # fmt: skip


def _keeping_busy() -> list[Trap]:
    either = any_of("fetched", "failed", reasons=("rendering", "too-large"))
    return [
        _one("busy-at-once", "a script that never ends, at once", "for (;;);", either),
        _one("busy-later", "a script that never ends, after a while",
             "setTimeout(() => { for (;;); }, 50)", fetched("Busy later")),
        _one("never-quiet", "a page that loads something all the time",
             "setInterval(() => fetch('/tick?' + Math.random()).catch(() => 0), 20)",
             fetched("Never quiet")),
        _one("grows", "a page that grows without end",
             "setInterval(() => { for (let i = 0; i < 500; i++) document.body.append("
             "document.createElement('p')) }, 5)", either),
        _one("hog-of-buffers", "a script that takes all memory, outside of its heap",
             "const a = []; for (;;) a.push(new Uint8Array(5e7).fill(1))", failed("rendering")),
        _one("deep", "a tree a hundred thousand elements deep",
             "let e = document.body; for (let i = 0; i < 1e5; i++) {"
             "const d = document.createElement('div'); e.append(d); e = d }", either),
        trap(
            GROUP, "frames", "frames within frames, each with two more",
            {"/robots.txt": text("User-agent: *\nDisallow: /frame\n"),
             "/": page("Frames", "".join(f'<iframe src="/frame?{n}"></iframe>' for n in "ab")),
             "/frame*": _frames},
            {"/": fetched("Frames")},
            at_most=(("/frame", 510),),
        ),
    ]  # fmt: skip


def _opening() -> list[Trap]:
    return [
        _one("alerts", "dialogs without end", "for (;;) { alert(1); confirm(2); prompt(3) }",
             any_of("fetched", "failed", reasons=("rendering",))),
        _one("asks-to-stay", "a page that does not want to be left",
             "addEventListener('beforeunload', e => { e.preventDefault(); e.returnValue = 'no' });"
             "addEventListener('unload', () => { for (;;); })", fetched("Asks to stay")),
        _one("opens-windows", "windows without end",
             "setInterval(() => { open('/window?' + Math.random()); const a = "
             "document.createElement('a'); a.href = '/window'; a.target = '_blank'; a.click() },"
             "1)", fetched("Opens windows")),
        _one("prints", "a page that wants to be printed, and much more",
             "print(); navigator.serviceWorker?.register('/worker.js').catch(() => 0);"
             "Notification?.requestPermission?.(); navigator.geolocation?.getCurrentPosition("
             "() => 0)", fetched("Prints"), never=("/worker.js",)),
        trap(
            GROUP, "downloads", "links to files that click themselves",
            {"/": page("Downloads", '<a id=a download href="/file.bin">x</a>'
                       + _script("for (let i = 0; i < 20; i++) a.click()")),
             "/file.bin": answer(bytes(100_000), fields={
                 "Content-Type": "application/octet-stream"})},
            {"/": fetched("Downloads")},
        ),
    ]  # fmt: skip


def _lying() -> list[Trap]:
    return [
        trap(
            GROUP, "steals-the-tools", "a page that bends what scripts are made of",
            {"/": answer(html("Worldly", "<p>All of this is read.</p>" + WORLDLY))},
            {"/": fetched("Worldly")},
        ),
        _one("writes-itself-anew", "a document that is opened and written again and again",
             "setTimeout(() => { for (let i = 0; i < 50; i++) { document.open(); "
             "document.write('<title>Anew</title><main><p>Written anew, and then again.</p>'); "
             "document.close() } }, 30)", fetched("Anew")),
    ]  # fmt: skip
