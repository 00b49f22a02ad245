"""Walls: a page that asks for a login, a consent or a proof of humanity, or offers its domain for
sale, instead of saying anything.

Bowerbird does not climb over them. It knows them, so that they count for nothing and a person hears
of it.
"""

import re

from bowerbird.model.document import Document

LONGEST = 1_200  # characters of main text; who really writes about captchas says more than that

_SIGNS = re.compile(
    r"^\W*(?:just\s+a\s+moment|one\s+moment,?\s+please|attention\s+required|robot\s+check"
    r"|access\s+denied|before\s+you\s+continue|login\s+required)\b"
    r"|\b(?:re)?captcha\b"
    r"|\b(?:(?:verify|confirm|prove|make\s+sure)\s+(?:that\s+)?you\s*(?:are|.re)\s+(?:a\s+)?"
    r"(?:human|not\s+a\s+robot)"
    r"|are\s+you\s+(?:a\s+)?(?:human|robot)"
    r"|checking\s+your\s+browser|unusual\s+traffic"
    r"|(?:please|you\s+(?:must|need\s+to|have\s+to))\s+(?:log|sign)\s*in\b"
    r"|(?:log|sign)\s*in\s+to\s+continue"
    r"|bitte\s+(?:melden\s+sie\s+sich\s+an|einloggen)|anmeldung\s+erforderlich"
    r"|veuillez\s+vous\s+(?:connecter|identifier)"
    r"|(?:this|the)\s+(?:web\s*site|site|domain)(?:\s+name)?\s+(?:is|may\s+be)\s+for\s+sale"
    r"|buy\s+this\s+domain|domain\s+(?:is\s+|has\s+been\s+)?parked|parked\s+domain"
    r"|diese\s+domain\s+(?:steht\s+zum\s+verkauf|ist\s+zu\s+verkaufen)"
    r"|ce\s+(?:nom\s+de\s+)?domaine\s+est\s+[aà]\s+vendre)"
    r"|^[\w.-]+\.[a-z]{2,}\s+(?:is|steht|est)\s+(?:for\s+sale|zum\s+verkauf|[aà]\s+vendre)\W*$",
    re.IGNORECASE,
)


def looks_walled(document: Document) -> str:
    """The words by which a wall gives itself away; empty for a page like any other.

    Only title and headings are asked, and only of short pages.
    """
    if len(document.text) > LONGEST:
        return ""
    for text in (document.title, *(heading.text for heading in document.headings[:3])):
        if sign := _SIGNS.search(text):
            return sign.group().strip()
    return ""
