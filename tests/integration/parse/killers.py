"""Parsers that misbehave, for the worker to survive."""

import os
import time

from bowerbird.model.page import Page
from bowerbird.model.ports import Parsed
from bowerbird.parse.chooser import ParserByMediaType
from bowerbird.parse.html import HtmlParser
from bowerbird.parse.options import ParseOptions


class Killer:
    """Does what the page tells it."""

    media_types = frozenset(["text/html"])

    def __init__(self, options: ParseOptions, agent: str) -> None:
        self._html = HtmlParser(options, agent)

    def parse(self, page: Page) -> Parsed:
        match page.body.read():
            case b"abort":
                os.abort()
            case b"sleep":
                time.sleep(60)
            case b"spin":
                while True:
                    pass
            case b"eat":
                bytearray(4 << 30)
            case b"raise":
                raise ValueError("no such bird")
            case b"print":
                print("this must not reach the parent as an answer")
            case _:
                pass
        return self._html.parse(page)


def killers(options: ParseOptions, agent: str) -> ParserByMediaType:
    """The killer for HTML."""
    return ParserByMediaType.of([Killer(options, agent)])
