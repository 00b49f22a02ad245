"""What is shipped for browsers is whole, is what it says, and asks nobody else."""

import re
from hashlib import sha256
from pathlib import Path

import pytest

import bowerbird

SERVER = Path(bowerbird.__file__).parent / "server"
SHIPPED = sorted(
    path for folder in ("static", "templates") for path in (SERVER / folder).rglob("*.*")
)
ADDRESS = re.compile(r"(?:https?:)?//[a-z0-9-]+(?:\.[a-z0-9-]+)+", re.I)
BANNER = re.compile(r"/\*!.*?\*/", re.S)
NAMES = ("http://www.w3.org", "https://example.org")  # of XML namespaces, and what a field may hold


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_no_shipped_file_leads_elsewhere(path):
    if path.name == "README.md":
        return
    text = BANNER.sub("", path.read_text("utf-8"))

    assert [each for each in ADDRESS.findall(text) if not each.startswith(NAMES)] == []


def test_vendored_files_are_as_they_were_published():
    folder = SERVER / "static" / "vendor"
    rows = re.findall(r"^\| (\S+) \|.*\| (\S+\.LICENSE|\S+, \S+) \| ([0-9a-f]{64}) \|$",
                      (folder / "README.md").read_text("utf-8"), re.M)  # fmt: skip

    named = {name: digest for name, _, digest in rows}
    found = {path.name for path in folder.iterdir() if path.suffix in (".js", ".css")}
    assert set(named) == found
    for name, digest in named.items():
        assert sha256((folder / name).read_bytes()).hexdigest() == digest


@pytest.mark.parametrize(
    "path", [p for p in SHIPPED if p.suffix == ".html"], ids=lambda path: path.name
)
def test_no_template_needs_what_the_policy_forbids(path):
    """Neither inline scripts nor inline style, nor a text that is not escaped."""
    text = path.read_text("utf-8")

    assert not re.search(r"<style|\sstyle=|<script(?![^>]*\ssrc=)|\son[a-z]+=|hx-on", text)
    assert "safe" not in re.findall(r"\|\s*(\w+)", text)
