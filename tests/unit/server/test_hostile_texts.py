"""What crawled pages say is shown, and never does anything: titles, texts, names, addresses."""

import json
import re
from pathlib import Path

import pytest
from lxml import html

from bowerbird.workspace import Project, Workspace

ATTACKS = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</title><svg onload=alert(1)>",
    "{{ 7 * 7 }}{% raw %}",
    "' autofocus onfocus='alert(1)",
)
TABS = (
    "sources",
    "fields",
    "crawl",
    "records",
    "records?filter=title~blue",
    "explain",
    "index",
    "tune",
    "search?q=blue&explain=true",
)
PAGES = ("/", *(f"/p/hostile/{tab}" for tab in TABS))


@pytest.fixture
def hostile(workspace: Workspace, tmp_path: Path) -> Project:
    """A project whose every text is an attack."""
    rows = [
        {
            "title": f"blue {attack}",
            "text": f"blue {attack}",
            "url": f"javascript:alert({number})//{attack}",
        }
        for number, attack in enumerate(ATTACKS)
    ]
    file = tmp_path / "hostile.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    project = workspace.project("hostile")
    project.plan = project.plan.model_validate(
        {
            "topic": {"query": ATTACKS[0]},
            "templates": {
                "items": {
                    "record": "//li",
                    "fields": [{"name": "a", "selector": f"//a[. = '{ATTACKS[0]}']"}],
                }
            },
        }
    )
    project.import_records(file, key=["url"], kind=ATTACKS[0])
    project.build_index(fields=["title", "text"])
    for attack in ATTACKS:
        project.judge(f"query {attack}", "https://birds.test/", 2)
    return project


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.usefixtures("hostile")
def test_no_page_gives_hostile_texts_a_meaning(browser, path):
    page = browser.get(path).text

    assert "<script>alert" not in page
    assert "<img src=x" not in page
    assert "<svg onload" not in page
    assert "49" not in re.sub(r"\?v=\w+", "", page)
    elements = list(html.fromstring(page).iter())
    assert not [name for each in elements for name in each.attrib if name.startswith("on")]


@pytest.mark.usefixtures("hostile")
def test_they_are_there_as_texts(browser):
    records, search = (browser.get(f"/p/hostile/{p}").text for p in ("records", "search?q=blue"))

    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in records
    assert "<mark>blue</mark> &lt;script&gt;" in search


@pytest.mark.usefixtures("hostile")
def test_an_address_that_is_none_of_the_web_leads_nowhere(browser):
    page = browser.get("/p/hostile/search?q=blue").text

    assert "javascript:" in page  # shown
    assert not re.search(r"""(?:href|src|action)=["']?\s*javascript:""", page, re.I)


def test_a_query_is_shown_as_it_is(browser, birds):
    page = browser.get("/p/birds/search", params={"q": '<b>"x" onfocus=alert(1) blue'}).text

    assert "<b>" not in page
    assert 'value="&lt;b&gt;&#34;x&#34; onfocus' in page


@pytest.mark.parametrize(
    "name", ["../../evil.csv", "evil\x00.csv", "<svg onload=1>.csv", "a" * 300]
)
def test_the_name_of_an_upload_is_no_path(client, birds, tmp_path, name):
    rows = b"title,url\nA bird,https://birds.test/a\n"

    answer = client.post("/api/v1/projects/birds/records/import", files={"file": (name, rows)})

    assert answer.status_code in (200, 422)
    assert not list(tmp_path.rglob("*evil*"))


def test_json_is_never_taken_for_a_page(browser, hostile):
    answer = browser.get("/api/v1/projects/hostile/records")

    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
