"""Media of pages become records, and files where the plan wants them."""

import asyncio
from pathlib import Path
from typing import Any

from tests.integration.crawl.crawling import Crawled, crawl, plan_for, small_web, times_asked

from bowerbird.model.outcomes import Refusal
from bowerbird.testing.little_web.pictures import png
from bowerbird.testing.serving import ServedWeb
from bowerbird.workspace.rebuilding import rebuild

PICTURES = {"kinds": ["image"], "min_pixels": 0}


def media(crawled: Crawled) -> dict[str, dict[str, Any]]:
    return {
        each.url.rpartition("/")[2]: dict(each.fields)
        for each in crawled.records
        if each.kind == "media" and not each.gone
    }


def a_site(web: ServedWeb, pictures: int) -> None:
    shown = "".join(f'<p>Words <img src="/p{n}.png" alt="Number {n}"></p>' for n in range(pictures))
    web.page("a.test", "/", f'{shown}<a href="/more">more</a>')
    web.page("a.test", "/more", '<p>Again <img src="/p0.png"> <img src="/gone.png" alt="Gone"></p>')
    for n in range(pictures):
        web.file("a.test", f"/p{n}.png", png(4, 3, (1, 2, 3)), "image/png")


async def run(folder: Path, web: ServedWeb, **changes: Any) -> Crawled:
    return await crawl(folder, web, "http://a.test/", **changes)


async def test_each_picture_is_one_record_whichever_pages_show_it(tmp_path):
    with small_web() as web:
        a_site(web, 3)
        crawled = await run(tmp_path, web, media=PICTURES)

    assert sorted(media(crawled)) == ["gone.png", "p0.png", "p1.png", "p2.png"]
    assert media(crawled)["p0.png"]["alt"] == "Number 0"
    assert not [url for url in times_asked(web) if "png" in url]


async def test_files_are_asked_for_like_any_url_and_say_what_they_are(tmp_path):
    with small_web() as web:
        a_site(web, 3)
        web.robots("a.test", "User-agent: *\nDisallow: /p1.png\n")
        crawled = await run(tmp_path, web, media={**PICTURES, "download": True})

    told = media(crawled)
    size = len(png(4, 3, (1, 2, 3)))
    first = told["p0.png"]
    assert (first["file_type"], first["file_bytes"]) == ("image/png", size)
    assert (first["file_width"], first["file_height"]) == (4, 3)
    assert "file_type" not in told["p1.png"]
    assert crawled.rows["http://a.test/p1.png"].reason == Refusal.ROBOTS
    assert "file_type" not in told["gone.png"]
    assert crawled.summary.media_bytes == 2 * size


async def test_no_more_files_are_downloaded_than_wanted(tmp_path):
    with small_web() as web:
        a_site(web, 12)
        wanted = {**PICTURES, "download": True, "max_files": 5}
        crawled = await run(tmp_path, web, media=wanted)

    asked = [url for url in times_asked(web) if "png" in url]
    assert len(asked) == 5
    refused = [row for row in crawled.rows.values() if row.reason == Refusal.RUN_BUDGET]
    assert {row.rule for row in refused} == {"media.max_files = 5"}
    assert len(media(crawled)) == 13


async def test_no_further_file_is_asked_for_once_they_weigh_enough(tmp_path):
    size = len(png(4, 3, (1, 2, 3)))
    with small_web() as web:
        a_site(web, 8)
        wanted = {**PICTURES, "download": True, "max_bytes": 3 * size}
        crawled = await run(tmp_path, web, media=wanted)

    assert len([url for url in times_asked(web) if "png" in url]) == 3
    assert crawled.summary.media_bytes == 3 * size
    refused = [row for row in crawled.rows.values() if row.reason == Refusal.RUN_BUDGET]
    assert {row.rule for row in refused} == {f"media.max_bytes = {3 * size}"}


async def test_a_rebuild_changes_nothing_of_downloaded_media(tmp_path):
    with small_web() as web:
        a_site(web, 3)
        wanted = {**PICTURES, "download": True}
        await run(tmp_path, web, media=wanted)
        plan = plan_for(web, "http://a.test/", media=wanted)

        told = await asyncio.to_thread(rebuild, plan, tmp_path, commit=False)

    assert (told["added"], told["changed"], told["gone"]) == (0, 0, 0)
