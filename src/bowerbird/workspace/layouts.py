"""The layouts that a project was taught, and teaching one more."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from bowerbird.extract.metadata.layouts import LabelledPage, packed, read_book
from bowerbird.extract.metadata.teaching import ShownBlock
from bowerbird.extract.metadata.teaching_apart import MODULE, Answer, Question
from bowerbird.model.errors import RunError, StoreError, UsageError
from bowerbird.parse.options import IsolationOptions
from bowerbird.workspace.places import TAUGHT

MOST = 500  # pages; the oldest give way


def teach_layout(
    folder: Path,
    file: Path,
    name: str,
    fields: Mapping[str, Sequence[str]],
    numbers: Mapping[int, str],
) -> tuple[ShownBlock, ...]:
    """Keep the labels of one page, in place of those of an earlier page of that name."""
    said = {label: list(texts) for label, texts in fields.items()}
    told = _asked(file, name, said, dict(numbers))
    assert told.page is not None  # there was a name
    pages = [page for page in read_book(folder / TAUGHT) if page.name != name]
    _write([*pages, told.page][-MOST:], folder / TAUGHT)
    return told.blocks


def page_blocks(file: Path) -> tuple[ShownBlock, ...]:
    """The blocks of a paper's first page, numbered."""
    return _asked(file, "", {}, {}).blocks


def taught_layouts(folder: Path) -> list[str]:
    """Their names."""
    return [page.name for page in read_book(folder / TAUGHT)]


def _asked(file: Path, name: str, fields: dict[str, list[str]], numbers: dict[int, str]) -> Answer:
    """The answer of a process of its own: nobody vouches for the file."""
    limits = IsolationOptions()
    memory, seconds = limits.memory_mib * 1024 * 1024, int(limits.seconds) + 1
    question = Question(_content(file), memory, seconds, name, fields, numbers)
    try:
        done = subprocess.run(  # noqa: S603 - our own module
            [sys.executable, "-m", MODULE],
            input=msgspec.msgpack.encode(question),
            capture_output=True,
            timeout=limits.seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise RunError(f"{file} is too much to read within {limits.seconds:g} s") from error
    if done.returncode:
        raise RunError(f"{file} killed the process that read it: it is damaged or hostile")
    told = msgspec.msgpack.decode(done.stdout, type=Answer)
    if told.unreadable:
        raise RunError(f"{file} cannot be read: {told.unreadable}")
    if told.mistake:
        raise UsageError(told.mistake)
    return told


def _content(file: Path) -> bytes:
    try:
        return file.expanduser().read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}; give a PDF") from error


def _write(pages: Sequence[LabelledPage], path: Path) -> None:
    """Whole or not at all."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(packed(pages))
        beside.replace(path)
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}; check the disk") from error
