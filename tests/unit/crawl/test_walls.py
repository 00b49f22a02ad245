import pytest

from bowerbird.crawl.walls import looks_walled
from bowerbird.model.document import Document, Heading


@pytest.mark.parametrize(
    ("title", "heading"),
    [
        ("Just a moment...", ""),
        ("Attention Required! | Some CDN", ""),
        ("Shop", "Please verify you are a human"),
        ("Shop", "Verify that you're not a robot"),
        ("reCAPTCHA", ""),
        ("Forum", "You must log in to see this"),
        ("Forum", "Log in to continue"),
        ("Access denied", ""),
        ("Before you continue to the videos", ""),
        ("Forum", "Bitte melden Sie sich an"),
        ("nests.example", "This domain is for sale"),
        ("nests.example is for sale", ""),
        ("Parked domain", ""),
        ("nests.example", "Diese Domain steht zum Verkauf"),
    ],
)
def test_a_wall_is_known_by_its_words(title: str, heading: str) -> None:
    assert looks_walled(Document(title=title, headings=(Heading(1, heading),)))


@pytest.mark.parametrize(
    "title",
    ["Log in", "The moment of truth", "How robots see humans", "Access to the archive denied again",
     "Signing in the rain", "Human rights: are you informed?", "The house is for sale",
     "The public domain", "Cars parked in the main domain of the park",
     "Node.js is for sale signs"],
)  # fmt: skip
def test_a_page_like_any_other_is_none(title: str) -> None:
    assert looks_walled(Document(title=title)) == ""


def test_who_writes_at_length_about_captchas_is_no_wall() -> None:
    assert looks_walled(Document(title="A history of the captcha", text="Long. " * 300)) == ""
