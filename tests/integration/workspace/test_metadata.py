"""Metadata of whole documents: files, kept pages, and the records of a crawl."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.unit.extract.metadata.pdfs import PAPER, TITLE, pdf_of
from tests.unit.extract.metadata.test_papers import ODD, OTHER

from bowerbird import Workspace
from bowerbird.model.errors import RunError, UsageError
from bowerbird.testing.serving import Answer, serve
from bowerbird.workspace.projects import Project

ARTICLE = """<!doctype html><html lang="en"><head><title>Bowers | The Site</title>
<meta name="citation_title" content="On Bowers"><meta name="citation_author" content="Gould, Ann">
<meta name="citation_author" content="Li, Bo"><meta name="citation_doi" content="10.1234/bow">
<meta name="citation_date" content="2019/03/04"></head><body><p>Words about bowers.</p>
<a href="paper.pdf">the paper</a> <a href="locked.pdf">another</a></body></html>"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Workspace(tmp_path / "home").project("papers")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "index.html").write_text(ARTICLE)
    (folder / "paper.pdf").write_bytes(pdf_of(PAPER))
    (folder / "locked.pdf").write_bytes(pdf_of(PAPER, password="secret"))
    return folder


FILES: dict[str, Any] = {"politeness__delay": 0.0, "scope__schemes": ["file"]}


def told(project: Project, file: Path) -> dict[str, Any]:
    return project.metadata(str(file)).document


def test_a_file_is_described_whatever_it_is(project, folder):
    page, paper = told(project, folder / "index.html"), told(project, folder / "paper.pdf")

    assert (page["title"]["value"], page["title"]["source"]) == ("On Bowers", "highwire")
    assert page["identifiers"]["doi"]["value"] == "10.1234/bow"
    assert (paper["title"]["value"], paper["title"]["source"]) == (TITLE, "layout")
    assert [who["name"] for who in paper["authors"]["value"]] == ["Ada Lovelace", "Robert FitzRoy"]
    assert json.loads(json.dumps(paper)) == paper


def test_what_cannot_be_described_is_said_in_a_sentence(project, folder, tmp_path):
    (tmp_path / "sound.wav").write_bytes(b"RIFF\0\0\0\0WAVEfmt ")

    with pytest.raises(RunError, match=r"locked.pdf cannot be read \(encrypted\)"):
        told(project, folder / "locked.pdf")
    with pytest.raises(RunError, match="which metadata are not read from"):
        told(project, tmp_path / "sound.wav")
    with pytest.raises(UsageError, match="there is no file nowhere"):
        project.metadata("nowhere")


def test_the_records_of_a_crawl_say_who_wrote_pages_and_papers(project, folder):
    seed = (folder / "index.html").as_uri()
    run = project.crawl(seed, fetch__folders=[str(folder)], **FILES)
    run.wait(timeout=60)

    fields = {record.url.rpartition("/")[2]: record.fields for record in project.records()}

    assert fields["index.html"]["authors"] == ["Ann Gould", "Bo Li"]
    assert fields["index.html"]["date"] == "2019-03-04"
    assert fields["index.html"]["doi"] == "10.1234/bow"
    assert "highwire" in list(fields["index.html"]["metadata_sources"])
    assert fields["paper.pdf"]["title"] == TITLE
    assert fields["paper.pdf"]["authors"] == ["Ada Lovelace", "Robert FitzRoy"]
    assert str(fields["paper.pdf"]["abstract"]).startswith("We show how birds build")
    assert "locked.pdf" not in fields
    assert project.explain((folder / "locked.pdf").as_uri())["reason"] == "encrypted"


def test_a_paper_from_the_web_is_cited_with_its_address(project):
    answer = Answer(200, (("Content-Type", "application/pdf"),), pdf_of(PAPER))

    with serve(lambda asked: answer) as web:
        found = project.metadata(
            "http://papers.test/7.pdf", fetch__allow_private=True, fetch__resolve=[web.resolve]
        )

    assert found.document["url"]["value"] == "http://papers.test/7.pdf"
    assert found.document["url"]["source"] == "address"
    assert "  url = {http://papers.test/7.pdf}," in found.bibtex()


def test_a_page_that_a_crawl_has_kept_is_not_asked_for_again(project, folder):
    seed = (folder / "index.html").as_uri()
    project.crawl(seed, fetch__folders=[str(folder)], **FILES).wait(timeout=60)
    (folder / "index.html").unlink()

    assert project.metadata(seed).document["title"]["value"] == "On Bowers"


def test_a_project_is_taught_a_layout_and_reads_others_of_it(project, tmp_path):
    for name, page in (("odd", ODD), ("other", OTHER)):
        (tmp_path / f"{name}.pdf").write_bytes(pdf_of(page))
    fields = {"title": ["Notes on Mud"], "authors": ["Wren Christopher"]}

    blocks = project.teach_layout(tmp_path / "odd.pdf", fields)
    again = project.teach_layout(tmp_path / "odd.pdf", fields)

    assert {block["label"] for block in blocks} == {"title", "authors", "other"}
    assert (again, project.layouts()) == (blocks, ["odd"])
    found = told(project, tmp_path / "other.pdf")
    assert found["title"]["source"] == "taught-layout"
    assert found["authors"]["value"][0]["name"] == "Hawk Nicholas"


def test_a_layout_cannot_be_taught_by_what_is_no_paper(project, folder):
    with pytest.raises(RunError, match=r"locked\.pdf cannot be read: it is protected"):
        project.teach_layout(folder / "locked.pdf", {"title": ["x"]})
    with pytest.raises(RunError, match=r"index\.html cannot be read: it is damaged"):
        project.paper_blocks(folder / "index.html")
    with pytest.raises(UsageError, match=r"cannot read nowhere\.pdf"):
        project.paper_blocks("nowhere.pdf")
