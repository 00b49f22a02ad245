"""JSON-LD blocks, as carelessly as they are written."""

import json
import re
from itertools import islice
from typing import Any

from bowerbird.extract.metadata.claims import Claims
from bowerbird.extract.metadata.schema_org import MOST_NODES, main_work, nodes_in, say, works_in
from bowerbird.model.metadata import Source

CONFIDENCE = 0.95
LONGEST_BLOCK = 512_000  # characters of one block
MANY_BLOCKS = 20
_KIND = b"application/ld+json"
_TELLING = re.compile(
    rb'"(?:author|creator|contributor|editor|date[A-Z]\w+|keywords|about|abstract|description|isbn|'
    rb'issn|doi|identifier|sameAs|publisher|license|citation|inLanguage|isPartOf|pageStart)"'
)
_WRAPPED = re.compile(r"^\s*(?:<!--|/\*\s*<!\[CDATA\[\s*\*/|//\s*<!\[CDATA\[|<!\[CDATA\[)|"
                      r"(?:-->|/\*\s*\]\]>\s*\*/|//\s*\]\]>|\]\]>)\s*;?\s*$")  # fmt: skip
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")


def blocks_in(body: bytes) -> list[bytes]:
    """What stands in the scripts of a page that say they are JSON-LD."""
    found: list[bytes] = []
    at = body.find(_KIND)
    while at >= 0 and len(found) < MANY_BLOCKS:
        start = body.find(b">", at) + 1
        end = body.find(b"</script", start)
        if start == 0 or end < 0:
            break
        found.append(body[start:end])
        at = body.find(_KIND, end)
    return found


def is_telling(block: bytes) -> bool:
    """Does it say more than what the page is called and where it is?"""
    return len(block) <= LONGEST_BLOCK and _TELLING.search(block) is not None


def claims_of(blocks: list[str], url: str) -> Claims:
    """What the work that a page is about says of itself in all its blocks."""
    claims = Claims(Source.JSON_LD, CONFIDENCE)
    values = [_read(block) for block in blocks]
    nodes = list(islice(nodes_in(values), MOST_NODES))
    by_id = {
        str(node["@id"]): node
        for node in nodes
        if isinstance(node.get("@id"), str) and len(node) > 1
    }
    works = islice(works_in(values), MOST_NODES)
    if (work := main_work(works, url)) is not None:
        say(work, by_id, claims)
    return claims


def _read(block: str) -> Any:
    """The value of a block: first as it stands, then with what people get wrong put right."""
    block = _WRAPPED.sub("", block).strip().rstrip(";")
    for mended in (block, _TRAILING_COMMA.sub(r"\1", block)):
        try:
            return json.loads(mended, strict=False)
        except (ValueError, RecursionError):
            continue
    return None
