"""Soft 404: a page that says "not found" under a status that says otherwise."""

import re

from bowerbird.model.document import Document

LONGEST = 1_200  # characters of main text; a real page about missing pages says more than that

_SIGNS = re.compile(
    r"^\W*not\s+found\W*$"
    r"|\b(?:(?:error|fehler|erreur)\s*404|404\s*(?:error|fehler|erreur|[-–—:|]|not\s+found)"
    r"|(?:page|document|file|article)\s+(?:was\s+|could\s+)?not\s+(?:be\s+)?found"
    r"|(?:page|document)\s+(?:you\s+\w+\s+)?(?:does\s+not|doesn.t|no\s+longer)\s+exists?"
    r"|seite\s+(?:\w+\s+)?(?:wurde\s+)?nicht\s+gefunden"
    r"|page\s+(?:est\s+)?(?:introuvable|non\s+trouv\w+)"
    r"|p[aá]gina\s+no\s+encontrada|pagina\s+non\s+trovata"
    r"|страница\s+не\s+найдена|ページが見つかりません)",
    re.IGNORECASE,
)


def looks_missing(document: Document) -> str:
    """The words by which a page gives itself away; empty when it does not.

    Only title and headings are asked, and only of short pages: prose may speak of missing pages.
    """
    if len(document.text) > LONGEST:
        return ""
    for text in (document.title, *(heading.text for heading in document.headings[:3])):
        if sign := _SIGNS.search(text):
            return sign.group()
    return ""
