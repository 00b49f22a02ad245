"""`bowerbird metadata` as a person or a script calls it."""

import re
from pathlib import Path

import pytest
from lxml import etree
from tests.e2e.commands import Bowerbird
from tests.unit.extract.metadata.pdfs import PAPER, TITLE, pdf_of
from tests.unit.extract.metadata.test_papers import ODD


@pytest.fixture
def bowerbird(tmp_path: Path) -> Bowerbird:
    return Bowerbird(tmp_path / "home")


@pytest.fixture
def paper(tmp_path: Path) -> str:
    path = tmp_path / "paper.pdf"
    path.write_bytes(pdf_of(PAPER))
    return str(path)


@pytest.mark.slow
def test_a_paper_is_described_for_people_and_for_programs(bowerbird, paper):
    shown = bowerbird("metadata", paper)
    told = bowerbird("metadata", "show", paper, "--json").document
    entry = bowerbird("metadata", paper, "--format", "bibtex")
    items = bowerbird("metadata", paper, "--format", "csl").document
    core = bowerbird("metadata", paper, "--format", "dc")

    assert shown.status == 0
    assert TITLE in shown.out
    assert told["title"]["source"] == "layout"
    assert 0 < told["title"]["confidence"] <= 1
    assert re.match(r"@misc\{lovelace\d{4}sparse,\n", entry.out)
    assert items[0]["title"] == TITLE
    assert etree.fromstring(core.out.encode()).findtext("{*}title") == TITLE


@pytest.mark.slow
def test_a_layout_is_taught_by_what_is_printed(bowerbird, tmp_path):
    path = tmp_path / "odd.pdf"
    path.write_bytes(pdf_of(ODD))

    seen = bowerbird("metadata", "teach", str(path), "--blocks", "--json").document
    said = bowerbird("metadata", "teach", str(path), "--title", "Notes on Mud", "--json").document

    assert seen["layouts"] == []
    assert said["layouts"] == ["odd"]
    assert [b["text"] for b in said["blocks"] if b["label"] == "title"] == ["Notes on Mud"]
    assert bowerbird("metadata", str(path), "--json").document["title"]["value"] == "Notes on Mud"


def test_a_wrong_call_is_a_sentence(bowerbird, paper):
    missing = bowerbird.here("metadata", "nowhere.pdf")
    wrong = bowerbird.here("metadata", "teach", paper, "--label", "title")

    assert missing.status == wrong.status == 2
    assert "there is no file nowhere.pdf" in missing.complaint
    assert "needs the form NUMBER=LABEL" in wrong.complaint
