"""Takes a picture of every page of the web UI, in light and in dark, wide and on a phone.

python tools/screenshots.py [NAME …]      writes docs/screenshots/NAME[-dark][-phone].webp

What they show is crawled for them from the bundled little web; the browser is the system's.
"""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from bowerbird.server.options import ServerOptions
from bowerbird.server.serving import Serving, open_server
from bowerbird.testing.little_web import serve_little_web
from bowerbird.workspace import Project, Workspace
from bowerbird.workspace.sample import SHOP, served_run

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "screenshots"
LIST = "http://gearshop.test/mice?page=1"
LONG = 60_000  # ms: a browser is started for the page that is pointed at
SCREENS = {"": (1280, 800), "-phone": (360, 720)}
QUALITY = 12  # of WebP: words stay readable, and all pictures together take 1.6 MB
GRADES = {
    "solar energy": (3, 3, 2, 0),
    "photovoltaic cells": (2, 3, 1, 1),
    "storing electricity in batteries": (3, 1, 0, 2),
}
RUN = "/p/solar/runs/1"
PAGES = {
    "home": "/",
    "new-topic": "/p/tapirs/new/topic",
    "plan": "/p/solar/plan",
    "topic": "/p/solar/topic",
    "sources": "/p/solar/sources",
    "places": "/p/solar/sources/places",
    "fields": "/p/solar/fields",
    "picker": "/p/solar/fields/mice",
    "crawl": "/p/solar/crawl",
    "run": RUN,
    "run-pages": f"{RUN}/pages",
    "run-statistics": f"{RUN}/statistics",
    "run-steer": f"{RUN}/steer",
    "run-links": f"{RUN}/links",
    "run-hubs": f"{RUN}/hubs",
    "run-log": f"{RUN}/log",
    "explain": "/p/solar/explain?url=http://gearshop.test/checkout",
    "records": "/p/solar/records",
    "rebuild": "/p/solar/rebuild",
    "index": "/p/solar/index",
    "search": "/p/solar/search?q=solar+batteries",
    "tune": "/p/solar/tune?b=0.3&query=solar+energy",
    "map": "/p/solar/tune/map",
    "runs": "/runs",
    "schedules": "/schedules",
    "notices": "/notices",
    "users": "/users",
    "audit": "/audit",
    "settings": "/settings",
    "api": "/api",
}


@contextmanager
def sample() -> Iterator[Workspace]:
    """A workspace with two projects: one crawled, searched and judged, and a new one."""
    with TemporaryDirectory() as folder, serve_little_web() as web:
        workspace = Workspace(Path(folder) / "home")
        solar = workspace.project("solar")
        with served_run(solar, templates={"mice": SHOP}) as run:
            run.wait()
        _judge(solar)
        empty = workspace.project("tapirs")
        empty.plan = empty.plan.model_validate({"topic": {"query": "tapir mountain"}})
        plan = solar.plan.model_dump(mode="json")
        plan["fetch"]["resolve"] = [web.resolve]  # the web that is still there
        solar.plan = solar.plan.model_validate(plan)
        yield workspace


def _judge(project: Project) -> None:
    for query, grades in GRADES.items():
        found = project.search(query, limit=len(grades)).hits
        for hit, grade in zip(found, grades, strict=True):
            project.judge(query, hit, grade)


@contextmanager
def serving(workspace: Workspace) -> Iterator[Serving]:
    """The web UI over it, on a free port."""
    with open_server(workspace, ServerOptions(port=0)) as server:
        thread = threading.Thread(target=server.run)
        thread.start()
        try:
            yield server
        finally:
            server.end()
            thread.join()


def prepare(page: Page) -> None:
    """What is open on a page because somebody opened it."""
    page.goto("/p/solar/fields/mice")
    page.locator("input[name=pages], textarea[name=pages]").first.fill(LIST)
    page.get_by_role("button", name="Open").first.click()
    frame = page.frame_locator("#frame")
    frame.locator("[data-bowerbird-record]").first.wait_for(timeout=LONG)


def take(page: Page, name: str, path: str) -> None:
    """One page in all its looks."""
    for scheme in ("light", "dark"):
        for screen, (width, height) in SCREENS.items():
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            page.set_viewport_size({"width": width, "height": height})
            page.goto(path)
            if name == "search":
                page.locator(".hit summary").first.click()
            if name == "picker":
                page.frame_locator("#frame").locator("[data-bowerbird-record]").first.wait_for()
            if name == "settings":  # where they were taken says nothing to anybody
                page.get_by_text("/home").evaluate(
                    "it => it.textContent = '~/.local/share/bowerbird'"
                )
            dark = "-dark" if scheme == "dark" else ""
            shot = Image.open(BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
            shot.save(FOLDER / f"{name}{dark}{screen}.webp", quality=QUALITY, method=6)


def browsing(browser: Browser, server: Serving) -> Page:
    """A tab that is signed in."""
    page = browser.new_context(base_url=server.url, locale="en-GB").new_page()
    page.goto(server.link())
    return page


def main(names: list[str]) -> None:
    """All pages, or those of these names."""
    chromium = which("chromium") or which("chromium-browser")
    if chromium is None:
        sys.exit("pictures of the UI need Chromium: apt-get install chromium")
    FOLDER.mkdir(exist_ok=True)
    with sample() as workspace, serving(workspace) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browsing(browser, server)
        chosen = {name: PAGES[name] for name in names or PAGES}
        if "picker" in chosen:
            prepare(page)
        for name, path in chosen.items():
            take(page, name, path)
        browser.close()
    sizes = [each.stat().st_size for each in FOLDER.glob("*.webp")]
    print(f"{len(sizes)} pictures, {sum(sizes) / 1e6:.2f} MB in {FOLDER}")


if __name__ == "__main__":
    main(sys.argv[1:])
