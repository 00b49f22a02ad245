"""The UI's words: every text has German beside it; catalogues are read as gettext writes them."""

import pytest
from tools import messages

from bowerbird.server.wording import LANGUAGES, preferred, read_po


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_every_text_is_in_every_language(language):
    assert messages.gaps(language) == []


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_the_catalogue_has_the_texts_in_the_order_of_the_files(language):
    """`python tools/messages.py` puts them so; conflicts of merges go away by themselves."""
    text = (messages.CATALOGUES / f"{language}.po").read_text("utf-8")

    assert messages.catalogue(language, read_po(text)) == text


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_translations_have_the_same_blanks(language):
    known = read_po((messages.CATALOGUES / f"{language}.po").read_text("utf-8"))

    for text, forms in known.items():
        for form in forms:
            assert sorted(blanks(form)) == sorted(blanks(text)), text


def blanks(text: str) -> list[str]:
    return [part.partition(")")[0] for part in text.split("%(")[1:]]


def test_a_catalogue_may_use_long_texts_and_numbers():
    text = """
msgid ""
msgstr "Language: xx\\n"

msgid "a "
"long text"
msgstr "ein "
"langer Text"

msgid "%(n)s page"
msgid_plural "%(n)s pages"
msgstr[0] "%(n)s Seite"
msgstr[1] "%(n)s Seiten"

msgid "not yet"
msgstr ""
"""

    assert read_po(text) == {
        "a long text": ("ein langer Text",),
        "%(n)s page": ("%(n)s Seite", "%(n)s Seiten"),
    }


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("de-AT,de;q=0.9", "de"), ("fr, en;q=0.2, de;q=0.7", "de"), ("", "en"), ("de;q=x, ;;", "en")],
)
def test_the_browsers_first_language_that_is_here_is_spoken(accepted, language):
    assert preferred(accepted) == language
