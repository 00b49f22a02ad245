"""What the browser has loaded for the page that it shows: style sheets as they hold now, pictures.

Nothing is asked of any server for it: the browser tells what it has, style sheets of other origins
as well, which no script of a page could read.
"""

import asyncio
from base64 import b64decode
from collections.abc import AsyncIterator, Sequence
from typing import Any

from playwright.async_api import CDPSession, Error

from bowerbird.model.parts import NO_PARTS, PageParts

SECONDS = 5.0  # for all of it; a page that is busy is shown without
MOST_SHEETS = 200
MOST_PICTURES = 500
MOST_BYTES = 16 * 1024 * 1024  # of pictures
LARGEST = 4 * 1024 * 1024  # of one


Told = Sequence[tuple[str, str]]  # address and media of each sheet, in the order that they hold


async def parts_of(cdp: CDPSession, frame: str, told: Told) -> PageParts:
    """Of the page in this frame; empty where the browser does not tell in time."""
    try:
        async with asyncio.timeout(SECONDS):
            styles = [text async for text in _styles(cdp, frame, told)]
            return PageParts(styles, {url: found async for url, found in _pictures(cdp)})
    except (Error, TimeoutError):
        return NO_PARTS


async def _styles(cdp: CDPSession, frame: str, told: Told) -> AsyncIterator[str]:
    headers: list[dict[str, Any]] = []

    def added(event: dict[str, Any]) -> None:
        headers.append(event["header"])

    cdp.on("CSS.styleSheetAdded", added)
    try:
        await cdp.send("DOM.enable")
        await cdp.send("CSS.enable")  # names every sheet there is before it answers
        mine = [
            each
            for each in headers
            if each["frameId"] == frame and each["origin"] == "regular" and not each["disabled"]
        ]
        for header, media in _in_order(mine, told)[:MOST_SHEETS]:
            asked = {"styleSheetId": header["styleSheetId"]}
            text = (await cdp.send("CSS.getStyleSheetText", asked))["text"]
            yield f"@media {media} {{\n{text}\n}}" if media else text
    finally:
        cdp.remove_listener("CSS.styleSheetAdded", added)
        await cdp.send("CSS.disable")
        await cdp.send("DOM.disable")


def _in_order(headers: list[dict[str, Any]], told: Told) -> list[tuple[dict[str, Any], str]]:
    """As the page counts its sheets: those of elements first, each for its media, then those that
    scripts made."""
    left, ordered = list(headers), []
    for address, media in told:
        for header in left:
            is_it = header["sourceURL"] == address if address else header["isInline"]
            if is_it and not header.get("isConstructed"):
                ordered.append((header, media))
                left.remove(header)
                break
    return ordered + [(header, "") for header in left]


async def _pictures(cdp: CDPSession) -> AsyncIterator[tuple[str, tuple[str, bytes]]]:
    tree = (await cdp.send("Page.getResourceTree"))["frameTree"]
    room = MOST_BYTES
    for each in tree["resources"][:MOST_PICTURES]:
        if each["type"] != "Image" or each.get("failed") or each.get("contentSize", 0) > LARGEST:
            continue
        asked = {"frameId": tree["frame"]["id"], "url": each["url"]}
        try:
            found = await cdp.send("Page.getResourceContent", asked)
        except Error:
            continue  # it has let go of it meanwhile
        content = found["content"]
        data = b64decode(content) if found["base64Encoded"] else content.encode()
        room -= len(data)
        if room < 0:
            return
        yield each["url"], (each["mimeType"], data)
