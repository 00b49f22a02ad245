"""Templates made by pointing, in a real browser: by mouse, by keyboard alone, and on pages that
mean harm."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect
from tests.ui.watching import assert_accessible

from bowerbird.extract.snapshot import snapshot_of
from bowerbird.extract.tree import tree_of
from bowerbird.server.frames import framed
from bowerbird.server.serving import Serving
from bowerbird.testing.little_web import LITTLE_WEB, serve_little_web
from bowerbird.testing.serving import Answer, Asked, ServedWeb, serve
from bowerbird.workspace import Project, Workspace

LIST = "http://gearshop.test/mice?page=1"
LISTED = [item for item in LITTLE_WEB.records if item.listed_on == LIST]
NEXT_PAGE = [item for item in LITTLE_WEB.records if item.listed_on.endswith("page=2")]
[BANNER] = [site for site in LITTLE_WEB.scripted if site.name == "banner"]
EVIL = """<!DOCTYPE html><html><head><title>Evil</title>
<meta http-equiv="refresh" content="0; url=/leak-by-refresh"><base href="http://evil.test/">
<link rel="stylesheet" href="/leak-by-sheet"><link rel="prefetch" href="/leak-by-prefetch">
<style>@import url(/leak-by-import); body { background: url(/leak-by-style) }</style></head>
<body onload="parent.hit = 1"><script>parent.hit = 1; fetch('/leak-by-fetch')</script>
<img src="/leak-by-picture" onerror="parent.hit = 1"><iframe src="/leak-by-frame"></iframe>
<form action="/leak-by-form" id="f"><input name="a"><button id="send">Send</button></form>
<a id="go" href="javascript:parent.hit = 1">Go</a>
<a id="top" target="_top" href="/leak-by-link">Top</a>
<svg onload="parent.hit = 1"><a href="javascript:parent.hit=1"><text>x</text></a></svg>
<ul><li class=i><b>One</b></li><li class=i><b>Two</b></li><li class=i><b>Three</b></li></ul>
</body></html>"""

LONG = 60_000  # ms: a browser is started for a snapshot, on a machine that is busy
STAYING = re.sub(r"<meta[^>]*>", "", EVIL)  # a policy has no word on where a page goes by itself


@pytest.fixture
def web() -> Iterator[ServedWeb]:
    with serve_little_web() as served:
        yield served


def allowed(workspace: Workspace, web: ServedWeb) -> Project:
    project = workspace.project("gear")
    project.plan = project.plan.model_validate(
        {"fetch": {"allow_private": True, "resolve": [web.resolve]}, "politeness": {"delay": 0.0}}
    )
    return project


@pytest.fixture
def project(workspace: Workspace, web: ServedWeb) -> Project:
    return allowed(workspace, web)


def opened(page: Page, url: str) -> FrameLocator:
    page.goto("/p/gear/fields")
    page.get_by_label("Address of a page").fill(url)
    page.get_by_role("button", name="Open").click()
    return shown(page)


def shown(page: Page) -> FrameLocator:
    """The page in its frame, once a browser has been started for it and something is outlined."""
    frame = page.frame_locator("#frame")
    expect(frame.locator("[data-bowerbird-record]").first).to_be_visible(timeout=LONG)
    return frame


def status(page: Page):
    return page.locator("#picking").get_by_role("status")


def cells(page: Page, column: str) -> list[str]:
    heads = [text.split()[0] for text in page.locator(".picked th").all_inner_texts()]
    at = heads.index(column) + 1
    return page.locator(f".picked tbody td:nth-child({at})").all_inner_texts()


@pytest.mark.slow
def test_a_table_is_made_by_mouse(page: Page, project: Project):
    frame = opened(page, LIST)
    expect(status(page)).to_have_text(f"List found: {len(LISTED)} items, outlined.")
    assert cells(page, "title") == [item.title for item in LISTED]

    page.get_by_role("button", name="Keep this list").click()
    expect(page.get_by_text("kept", exact=True)).to_be_visible()
    frame.get_by_text(LISTED[1].title).hover()
    expect(page.locator(".picked .lit").first).to_contain_text(
        re.compile(f"{LISTED[1].title}|{LISTED[1].url}")
    )
    page.locator(".picked td", has_text=LISTED[2].title).hover()
    expect(frame.locator("[data-bowerbird-lit]")).to_contain_text(LISTED[2].title)

    page.get_by_role("link", name="price", exact=True).click()
    page.get_by_label("Name", exact=True).fill("cost")
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_role("link", name="cost", exact=True)).to_be_visible()
    frame.locator("h1").click()  # elsewhere: a template of that alone
    expect(page.get_by_role("link", name="cost", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_role("link", name="cost", exact=True)).to_be_visible()

    page.get_by_role("radio", name="Leads to the next page").check()
    frame.locator("a[rel=next], a", has_text="Next").last.click()
    page.get_by_text("Which pages it is for").click()
    expect(page.get_by_label("Only links in here lead on")).not_to_have_value("")
    [template] = project.plan.templates.values()
    assert "cost" in {field.name for field in template.fields}
    assert template.pagination
    page.goto("/p/gear/fields")
    page.get_by_label("Try ").fill(LIST.replace("page=1", "page=2"))
    page.get_by_role("button", name="Try").click(timeout=LONG)
    expect(page.get_by_role("heading", level=1)).to_have_text(next(iter(project.plan.templates)))
    expect(page.get_by_role("cell", name=NEXT_PAGE[0].title, exact=True)).to_be_visible()


def test_a_click_is_answered_at_once(page: Page, project: Project):
    frame = opened(page, LIST)
    page.evaluate("""window.took = [];
        document.addEventListener("htmx:after:swap", () => took.push(performance.now()))""")
    took = []
    for number in (1, 2, 3, 4, 5):
        before = page.evaluate("performance.now()")
        frame.get_by_text(LISTED[number].title).first.click()
        page.wait_for_function("n => took.length >= n", arg=number)
        took.append(page.evaluate("took.at(-1)") - before)

    assert min(took) < 250, took  # with the mouse's own way; busy machines take longer, not always


def test_a_table_is_made_by_keyboard_alone(page: Page, project: Project):
    page.goto("/p/gear/fields")
    page.keyboard.press("/")
    page.keyboard.type(LIST)
    page.keyboard.press("Enter")
    frame = shown(page)
    items = page.locator(".picked tbody tr")
    expect(items).to_have_count(len(LISTED))

    page.locator("#pointing select").focus()
    page.keyboard.press("Tab")
    cursor = frame.locator("[data-bowerbird-cursor]")
    page.keyboard.press("ArrowDown")
    expect(cursor).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.get_by_text("kept", exact=True)).to_be_visible()
    expect(items).to_have_count(len(LISTED))
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Delete")
    expect(frame.locator("[data-bowerbird-hidden]")).to_have_count(1)
    page.keyboard.press("z")
    expect(page.get_by_role("button", name="Take back")).to_be_disabled()
    page.keyboard.press("Escape")  # out of the page, to what a click means
    expect(page.get_by_role("radio", name="This", exact=True)).to_be_focused()

    [template] = project.plan.templates.values()
    assert template.record


@pytest.mark.slow
def test_a_cookie_button_is_pointed_at_and_the_page_is_shown_after_it(page: Page, project: Project):
    page.goto("/p/gear/fields")
    page.get_by_label("Address of a page").fill(BANNER.url)
    page.get_by_role("button", name="Open").click()
    frame = page.frame_locator("#frame")
    button = frame.get_by_role("button").first
    expect(button).to_be_visible(timeout=LONG)

    page.get_by_role("radio", name="Cookie button").check()
    button.click()

    expect(page.locator("#part-actions textarea")).to_have_value(
        re.compile("^accept-cookies "), timeout=LONG
    )
    expect(frame.get_by_text(BANNER.records[0].title).first).to_be_visible(timeout=LONG)


def test_its_address_opens_a_template_again_and_it_is_made_without_scripts(
    page: Page, project: Project, chromium: Browser, server: Serving
):
    opened(page, LIST)
    page.get_by_role("button", name="Keep this list").click()
    expect(page.get_by_text("kept", exact=True)).to_be_visible()
    address = page.url

    signed_in = page.context.storage_state()
    context = chromium.new_context(
        base_url=server.url, java_script_enabled=False, storage_state=signed_in
    )
    plain = context.new_page()
    plain.set_default_timeout(LONG)
    plain.goto(address)
    plain.get_by_role("link", name="price", exact=True).click()
    plain.get_by_label("Selector (CSS or XPath)").fill("h3")
    plain.get_by_label("Type").select_option("text")
    plain.get_by_role("button", name="Save").first.click()

    assert cells(plain, "price") == [item.title for item in LISTED]
    context.close()


@pytest.mark.slow
def test_axe_finds_nothing_on_the_pages_of_templates(page: Page, project: Project):
    opened(page, LIST)
    page.get_by_role("button", name="Keep this list").click()
    expect(page.get_by_text("kept", exact=True)).to_be_visible()
    here = page.url

    for path in (here + "?column=title", "/p/gear/fields"):
        assert_accessible(page, path)


# ---- pages that mean harm ------------------------------------------------------------------------


def answering(document: bytes, headers: tuple[tuple[str, str], ...]) -> Callable[[Asked], Answer]:
    around = b"<script>hit = 0</script><iframe sandbox=allow-scripts src=/frame></iframe>"

    def answer(asked: Asked) -> Answer:
        if asked.target == "/frame":
            return Answer(200, headers, document)
        return Answer(200, (("Content-Type", "text/html"),), around)

    return answer


def harm_done(chromium: Browser, evil: str) -> tuple[list[str], object]:
    """What a page that is framed as snapshots are asks for, and does around itself."""
    answer = framed(evil)
    headers = tuple((k.title(), v) for k, v in answer.headers.items() if k != "content-length")
    with serve(answering(bytes(answer.body), headers)) as web:
        context = chromium.new_context()
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{web.port}/")
        frame = page.frames[1]
        for name in ("go", "send", "top"):
            frame.evaluate(f"document.getElementById('{name}')?.click()")
        reaches = frame.evaluate("""async () => {
            const tried = [];
            try { parent.document; tried.push("parent") } catch { }
            try { await fetch("/leak-by-fetch"); tried.push("fetch") } catch { }
            try { localStorage.length; tried.push("storage") } catch { }
            try { document.cookie; tried.push("cookie") } catch { }
            try { top.location = "/leak-by-top"; tried.push("top") } catch { }
            return tried
        }""")
        page.wait_for_load_state("networkidle")
        hit = page.evaluate("hit") if page.url.endswith("/") else "left"
        context.close()
        leaks = [each.target for each in web.requests if "leak" in each.target]
    assert reaches == []
    return leaks, hit


def test_a_hostile_page_does_nothing_in_its_frame(chromium: Browser):
    shown = snapshot_of(tree_of(EVIL.encode()), "http://evil.test/")

    assert harm_done(chromium, shown.html) == ([], 0)


def test_even_what_were_not_taken_out_of_a_page_does_nothing_there(chromium: Browser):
    """The policy of the frame stands alone: it does not hang on what snapshots leave out."""
    assert harm_done(chromium, STAYING) == ([], 0)


@pytest.mark.slow
def test_the_frame_of_the_ui_asks_nobody_and_only_numbers_come_out_of_it(
    page: Page, workspace: Workspace
):
    kinds = (("Content-Type", "text/html"),)
    with serve(lambda _: Answer(200, kinds, STAYING.encode())) as web:
        allowed(workspace, web)
        opened(page, "http://evil.test/")
        before = len(web.requests)
        page.evaluate("""() => {
            window.heard = [];
            addEventListener("message", ({ data }) => heard.push(data));
        }""")
        frame = page.frame_locator("#frame")
        frame.get_by_text("Two").click()
        frame.get_by_text("Send").click()
        page.wait_for_function("heard.length > 2")

        heard = page.evaluate("heard")
        assert all(sorted(each) == ["at", "do"] for each in heard)
        assert all(isinstance(each["at"], int) for each in heard)
        # A message from anywhere else moves nothing.
        page.evaluate("postMessage({do: 'undo', at: 0}, '*')")
        assert len(web.requests) == before
        assert page.evaluate("window.hit") is None
