"""What a page becomes in the browser."""

import pytest

from bowerbird.model.outcomes import Failed, Failure, Fetched, Redirected
from bowerbird.testing.fetcher import a_url

pytestmark = pytest.mark.asyncio(loop_scope="module")

DRAWN = "<script>document.querySelector('main').textContent = 'drawn by a script'</script>"


async def test_what_scripts_draw_is_in_the_body_which_is_utf_8_whatever_was_sent(browser):
    page = f"<!DOCTYPE html><title>Caf\xe9</title><main></main>{DRAWN}".encode("latin-1")

    outcome = await browser.show(
        page, headers={"Content-Type": "text/html; charset=iso-8859-1", "X-Kept": "yes"}
    )

    assert isinstance(outcome, Fetched)
    shown = outcome.page
    assert "<main>drawn by a script</main>" in shown.body.read().decode()
    assert "<title>Café</title>" in shown.body.read().decode()
    assert shown.headers.get("content-type") == "text/html; charset=utf-8"
    assert shown.headers.get("x-kept") == "yes"
    assert (shown.media_type, shown.rendered, shown.status) == ("text/html", "a test", 200)
    assert shown.timing.rendering > 0


async def test_shadow_trees_stand_in_their_place_and_noscript_is_left_out(browser):
    html = await browser.read("""<!DOCTYPE html><main><a-card><b slot=name>Quiet</b></a-card></main>
        <noscript>Switch scripts on.</noscript><script>
        document.querySelector('a-card').attachShadow({mode: 'open'}).innerHTML =
            '<p>A mouse called <slot name=name></slot></p>'</script>""")

    assert '<p>A mouse called <slot name="name"><b slot="name">Quiet</b></slot></p>' in html
    assert "Switch scripts on" not in html


@pytest.mark.parametrize(
    ("script", "to"),
    [
        ("location = '/elsewhere#part'", "http://a.test/elsewhere#part"),
        ("setTimeout(() => location.replace('http://b.test/'), 30)", "http://b.test/"),
        ("document.body.innerHTML = '<form action=/found><input name=q value=1></form>';"
         "document.forms[0].submit()", "http://a.test/found?q=1"),
    ],
)  # fmt: skip
async def test_where_a_page_leads_by_itself_is_said_and_not_asked(browser, web, script, to):
    before = len(web.requests)

    outcome = await browser.show(f"<!DOCTYPE html><p>Wait<script>{script}</script>")

    assert isinstance(outcome, Redirected)
    assert outcome.to == to
    assert [r.target for r in web.requests[before:] if "items" not in r.target] == []


async def test_a_place_in_the_page_or_in_its_history_is_no_redirect(browser):
    html = await browser.read(
        "<!DOCTYPE html><p>Here<script>location.hash = 'there'; "
        "history.pushState({}, '', '/other')</script>"
    )

    assert "Here" in html


async def test_a_file_to_save_is_not_where_the_page_leads(browser, web):
    html = await browser.read(
        "<!DOCTYPE html><p>Here<a id=a download href=/large>x</a><script>a.click()</script>"
    )

    assert "Here" in html
    assert "/large" not in web.asked("a.test")


async def test_a_form_that_is_sent_by_post_is_not_sent(browser):
    outcome = await browser.show(
        "<!DOCTYPE html><form method=post action=/x></form><script>document.forms[0].submit()"
        "</script>"
    )

    assert isinstance(outcome, Failed)
    assert outcome.reason is Failure.RENDERING
    assert outcome.detail == "it leads to http://a.test/x by POST, and forms are never sent"


async def test_cookies_come_and_go_between_the_browser_and_plain_requests(browser):
    jar, url = browser.jar, a_url("http://cookies.test/")
    jar.store(url, ["known=1", "secret=2; HttpOnly"], 0.0)

    html = await browser.read(
        "<!DOCTYPE html><p><script>document.cookie = 'drawn=3; path=/';"
        "document.querySelector('p').textContent = document.cookie</script>",
        "http://cookies.test/",
    )

    assert "known=1" in html
    assert "secret" not in html
    assert set(jar.header(url, 0.0).split("; ")) == {"known=1", "secret=2", "drawn=3"}


async def test_pages_of_one_site_do_not_meet_in_one_tab(browser):
    """The first goes on asking to be elsewhere while the second is shown."""
    await browser.show(
        "<!DOCTYPE html><p>First<script>setInterval(() => location = '/x' + Math.random(), 1)"
        "</script>"
    )

    html = await browser.read("<!DOCTYPE html><p>Second", "http://a.test/second")

    assert "Second" in html


async def test_the_parts_of_a_page_are_bounded_and_counted(browser):
    outcome = await browser.show(
        "<!DOCTYPE html><p><script>(async () => { let n = 0; try { for (;;) {"
        "const answer = await fetch('/large?' + n); if (!answer.ok) break;"
        "await answer.text(); n++ } } catch {} document.querySelector('p').textContent = n })()"
        "</script>"
    )

    assert isinstance(outcome, Fetched)
    assert b"<p>3</p>" in outcome.page.body.read()
    assert 900_000 < outcome.page.wire_bytes < 1_400_000


async def test_an_action_that_cannot_be_done_says_which_and_shows_the_page(browser):
    banner = "<div style='position:fixed;inset:0'>We use cookies</div>"

    outcome = await browser.show(
        f"<!DOCTYPE html><button>More</button>{banner}",
        actions=["wait button", {"do": "click", "on": "button", "seconds": 0.5}],
    )

    assert isinstance(outcome, Failed)
    assert outcome.reason is Failure.ACTION
    (picture,) = browser.pictures.iterdir()
    assert outcome.detail == (
        "action 2, `click button`, could not be done: not within 0.5 s; something lies over it; "
        f"it looked like {picture}"
    )
    assert picture.read_bytes().startswith(b"\x89PNG")


async def test_an_optional_action_is_passed_over(browser):
    html = await browser.read(
        "<!DOCTYPE html><p>Here",
        actions=[{"do": "click", "on": "button", "seconds": 0.2, "optional": True}],
    )

    assert "Here" in html


@pytest.mark.parametrize(
    "banner",
    [
        "<div class=cookie-banner><p>Cookies!</p><button>Reject</button><button>Accept all</button>"
        "</div>",
        "<dialog open aria-label=Datenschutz><p>Wir nutzen Cookies.</p><a href='#'>Mehr</a>"
        "<button>Alle akzeptieren</button></dialog>",
        "<aside><p>Ce site utilise des cookies.</p><div role=button>Tout accepter</div></aside>",
        "<div id=b><button id=onetrust-accept-btn-handler>Fine</button></div>",
    ],
)
async def test_cookie_banners_are_found_in_many_tongues(browser, banner):
    script = """<script>for (const each of document.querySelectorAll('button, [role=button]'))
        each.onclick = () => { document.querySelector('p.said').textContent = each.textContent }
        </script>"""

    html = await browser.read(
        f"<!DOCTYPE html><p class=said></p>{banner}{script}", actions=["accept-cookies"]
    )

    said = html.partition('<p class="said">')[2].partition("</p>")[0]
    assert said in {"Accept all", "Alle akzeptieren", "Tout accepter", "Fine"}


async def test_fields_are_typed_into_and_keys_pressed(browser):
    html = await browser.read(
        "<!DOCTYPE html><input name=q><p></p><script>"
        "document.querySelector('input').onkeydown = e => { if (e.key === 'Enter')"
        "document.querySelector('p').textContent = 'looked for ' + e.target.value }</script>",
        actions=["type input[name=q] = solar energy", "press Enter input", "wait //p[text()]"],
    )

    assert "<p>looked for solar energy</p>" in html


async def test_next_that_leads_to_another_page_ends_the_chain_there(browser):
    outcome = await browser.show(
        "<!DOCTYPE html><p>One</p><a id=next href='/list?page=2'>Next</a>", actions=["next #next"]
    )

    assert isinstance(outcome, Redirected)
    assert outcome.to == "http://a.test/list?page=2"
