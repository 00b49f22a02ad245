"""Lexica of other makers: WordNet folders (WNDB, any language) and MyThes files."""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import xxhash

from bowerbird.model.errors import CorruptError, StoreError, UsageError
from bowerbird.model.topic import RelationKind
from bowerbird.topic.lexicon import Lexicon
from bowerbird.topic.lexicon_file import Synset, packed, unpacked

_PARTS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
_NAMES = {"n": "noun", "v": "verb", "a": "adjective", "s": "adjective", "r": "adverb"}
# Pointers of WNDB that say what belongs together, and how much each counts (see `expand`).
POINTERS: dict[str, tuple[RelationKind, float]] = {
    "@": (RelationKind.BROADER, 1.0),
    "@i": (RelationKind.BROADER, 1.0),
    "%m": (RelationKind.PART, 0.6),
    "%s": (RelationKind.PART, 0.6),
    "%p": (RelationKind.PART, 1.0),
    "&": (RelationKind.RELATED, 0.8),
    ";c": (RelationKind.RELATED, 0.6),
    "+": (RelationKind.RELATED, 0.5),
    "\\": (RelationKind.RELATED, 0.5),
}
_MARKED = re.compile(r"\([a-z]+\)$")  # (p), (a), (ip) behind adjectives
_MYTHES_REMARK = re.compile(r"\s*\([^()]*\)$")  # (generic term), (antonym) …


def read_lexicon(path: Path, cache: Path | None = None) -> Lexicon:
    """A folder with data.noun, index.noun … of WordNet, or a thesaurus th_*.dat of MyThes. Packing
    takes seconds: `cache` is a folder that keeps what was packed, until the source changes."""
    try:
        kept = None if cache is None else cache / f"{_state_of(path)}.lexicon"
        if kept is not None and kept.is_file():
            with suppress(CorruptError):
                return Lexicon(unpacked(kept.read_bytes(), str(kept)))
        data = _wordnet(path) if path.is_dir() else _mythes(path)
    except (OSError, UnicodeDecodeError, LookupError) as error:
        raise StoreError(f"{path} cannot be read as a lexicon: {error}") from error
    if kept is not None:
        with suppress(OSError):  # next time it is packed again
            kept.parent.mkdir(parents=True, exist_ok=True)
            beside = kept.with_suffix(f".{os.getpid()}")
            beside.write_bytes(data)
            beside.replace(kept)
    return Lexicon(unpacked(data, str(path)))


def _state_of(path: Path) -> str:
    """Another one once any file of the source is."""
    files = sorted(path.iterdir()) if path.is_dir() else [path]
    told = [(file.name, file.stat().st_size, file.stat().st_mtime_ns) for file in files]
    return xxhash.xxh3_128_hexdigest(repr((str(path.resolve()), told)).encode())


# ---- WordNet


def _wordnet(folder: Path) -> bytes:
    synsets: list[Synset] = []
    order: dict[str, list[str]] = {}
    forms: dict[str, str] = {}
    found = [part for part in _PARTS if (folder / f"data.{part}").is_file()]
    if not found:
        raise UsageError(f"{folder} is no WordNet folder: data.noun and its like are missing")
    for part in found:
        synsets += _data(folder / f"data.{part}")
        for word, senses in _index(folder / f"index.{part}", _PARTS[part]):
            order.setdefault(word, []).extend(senses)
        exceptions = folder / f"{part}.exc"
        for line in _lines(exceptions) if exceptions.is_file() else ():
            form, *words = line.replace("_", " ").split(" ")
            if words:
                forms.setdefault(form, words[0])
    return packed(synsets, order, forms)


def _data(file: Path) -> Iterator[Synset]:
    for line in _lines(file):
        fields = line.partition(" | ")[0].split()
        offset, part, count = fields[0], fields[2], int(fields[3], 16)
        names = [_MARKED.sub("", name).replace("_", " ") for name in fields[4 : 4 + 2 * count : 2]]
        at = 5 + 2 * count
        pointers = fields[at : at + 4 * int(fields[at - 1])]
        relations = [
            (*POINTERS[symbol], f"{target}-{_letter(kind)}")
            for symbol, target, kind in zip(
                pointers[::4], pointers[1::4], pointers[2::4], strict=True
            )
            if symbol in POINTERS
        ]
        yield Synset(
            f"{offset}-{_letter(part)}",
            _NAMES[part],
            names,
            [(kind, to, weight) for kind, weight, to in relations],
        )


def _index(file: Path, letter: str) -> Iterator[tuple[str, list[str]]]:
    for line in _lines(file):
        fields = line.split()
        count = int(fields[2])
        yield fields[0].replace("_", " "), [f"{each}-{letter}" for each in fields[-count:]]


def _letter(part: str) -> str:
    return "a" if part == "s" else part


def _lines(file: Path) -> Iterator[str]:
    """Without the licence, whose lines begin with two blanks."""
    for line in file.read_text("utf-8", "replace").splitlines():
        if line.strip() and not line.startswith("  "):
            yield line


# ---- MyThes


def _mythes(file: Path) -> bytes:
    """The first line names the encoding; then a word and its number of senses, and for each a line
    of part of speech and synonyms."""
    data = file.read_bytes()
    encoding = data.partition(b"\n")[0].decode("ascii", "replace").strip()
    if "|" in encoding or not encoding:
        raise UsageError(f"{file} is no thesaurus of MyThes: its first line names no encoding")
    synsets: list[Synset] = []
    order: dict[str, list[str]] = {}
    word, at = "", 0
    for line in data.decode(encoding, "replace").splitlines()[1:]:
        head, *cells = line.split("|")
        if len(cells) == 1 and cells[0].strip().isdecimal():
            word, at = head.strip(), 0
        elif word and cells:
            names = [word, *(_MYTHES_REMARK.sub("", cell).strip() for cell in cells)]
            name = f"{word}-{at}"
            synsets.append(Synset(name, _part_of_speech(head), list(filter(None, names))))
            order.setdefault(word, []).append(name)
            at += 1
    return packed(synsets, order, {})


def _part_of_speech(mark: str) -> str:
    said = mark.strip("()- ").lower()
    return next((name for name in ("noun", "verb", "adverb") if said.startswith(name)), (
        "adjective" if said.startswith("adj") else "other"
    ))  # fmt: skip
