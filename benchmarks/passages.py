"""Real texts to search: what is documented on this machine, cut into passages.

Manual pages, documentation of packages and the docstrings of Python, cut at sentences into as many
words as people's texts have (12 to 500, the mean about 100), each passage once. They are kept
outside the repository, as they belong to others: see `kept_passages`.
"""

import ast
import gzip
import json
import os
import random
import re
import sys
import sysconfig
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import xxhash
from selectolax.lexbor import LexborHTMLParser

KEPT = 260_000  # what `benchmarks.search` keeps: some to begin with, some to come later
FEWEST = 200_000  # below, the benchmark would say little
PLACES = ("/usr/share/doc", "/usr/share/man", "/usr/share/cppreference", "/usr/share/vim")
_PER_SOURCE = 50_000  # passages of one package: no manual may be most of what is searched
_READ = 4 << 20  # bytes of a file; beyond are tables
_ENDINGS = (".html", ".htm", ".xhtml", ".txt", ".rst", ".md", ".adoc", ".pod")
_LEFT_OUT = re.compile(r"changelog|copyright|license|genindex|\bindex-all|searchindex|NEWS", re.I)
_NOT_TEXT = "script, style, nav, head, header, footer, svg"
_WORDY = re.compile(r"[^\W\d_]{2,}")
_SENTENCE = re.compile(r"(?<=[.!?:;])\s+|\n\s*\n")
_ROFF_FONT = re.compile(r"\\\*(?:\[[^]]*\]|\(..|.)|\\f(?:\[[^]]*\]|\(..|.)|\\s[-+]?\d|\\[&/,|^)]")
_ROFF_SIGN = {r"\-": "-", r"\(aq": "'", r"\(dq": '"', r"\e": "\\", r"\ ": " ", r"\(co": "©"}
_ROFF_LINE = re.compile(r"\.\s*(?:SH|SS|BR?|IR?|R[BI]|BI|IB|IP|N[md]|S[hs]|It|F[nl]|Ar|Xr)\s+(.*)")


@dataclass(frozen=True)
class Passage:
    """A document to be."""

    source: str  # the package or manual section it comes from
    title: str
    text: str


def kept_passages(wanted: int, folder: Path | None = None) -> list[Passage]:
    """So many at most; gathered once and kept in `folder`, by default the user's cache."""
    folder = folder or cache_folder()
    file = folder / f"passages-{wanted}.jsonl.gz"
    if not file.exists():
        print(f"gathering {wanted:,} passages of what is documented here …", file=sys.stderr)
        folder.mkdir(parents=True, exist_ok=True)
        beside = file.with_suffix(".new")
        with gzip.open(beside, "wt", encoding="utf-8", compresslevel=1) as out:
            for passage in gathered(wanted):
                out.write(json.dumps(asdict(passage), ensure_ascii=False) + "\n")
        beside.replace(file)
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return [Passage(**json.loads(line)) for line in lines]


def cache_folder() -> Path:
    """Where things are kept that can be made again."""
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(cache) / "bowerbird-bench"


def gathered(wanted: int) -> list[Passage]:
    """As many of each source as there is room for, in an order that a seed decides."""
    rng = random.Random(11)
    seen: set[int] = set()
    per_source: Counter[str] = Counter()
    found = []
    for source, title, text in _texts(rng):
        if per_source[source] >= _PER_SOURCE:
            continue
        for passage in _cut(text):
            same = xxhash.xxh3_64_intdigest(" ".join(passage.lower().split()).encode())
            if same not in seen:
                seen.add(same)
                found.append(Passage(source, title, passage))
                per_source[source] += 1
        if len(found) >= 1.3 * wanted:  # then the order of files decides no more
            break
    rng.shuffle(found)
    return found[:wanted]


def _texts(rng: random.Random) -> Iterator[tuple[str, str, str]]:
    """(source, title, text) of files in random order, so that no place decides alone."""
    files = [file for place in PLACES for file in Path(place).rglob("*") if _is_text(file)]
    python = Path(sysconfig.get_paths()["stdlib"])
    files += [file for place in (python, *map(Path, sys.path[-1:])) for file in place.rglob("*.py")]
    files = sorted({file.resolve() for file in files})
    rng.shuffle(files)
    for file in files:
        try:
            with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as opened:
                data = opened.read(_READ)
        except (OSError, EOFError):
            continue
        raw = data.decode("utf-8", "replace")
        if file.suffix == ".py":
            for name, said in _docstrings(raw):
                yield "python", f"{file.stem} {name}", said
        elif "/man/" in str(file):
            yield file.parent.name, file.name.split(".")[0], _of_roff(raw)
        elif file.name.partition(".gz")[0].endswith(("html", "htm")):
            yield (_source_of(file), *_of_html(raw))
        else:
            yield _source_of(file), file.stem, raw


def _is_text(file: Path) -> bool:
    name = file.name.removesuffix(".gz").lower()
    if _LEFT_OUT.search(str(file)) or not file.is_file():
        return False
    return name.endswith(_ENDINGS) or "/man/" in str(file) or name.startswith("readme")


def _source_of(file: Path) -> str:
    parts = file.parts  # /usr/share/doc/PACKAGE/…
    return parts[4] if len(parts) > 5 and parts[3] == "doc" else parts[3]


def _docstrings(source: str) -> Iterator[tuple[str, str]]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            said = ast.get_docstring(node)
            if said:
                yield getattr(node, "name", ""), said


def _of_html(raw: str) -> tuple[str, str]:
    tree = LexborHTMLParser(raw)
    title = tree.css_first("title")
    named = title.text(strip=True) if title else ""
    for node in tree.css(_NOT_TEXT):
        node.decompose()
    return named, tree.body.text(separator=" ") if tree.body else ""


def _of_roff(raw: str) -> str:
    lines = []
    for line in raw.split("\n"):
        if line.startswith((".", "'")):
            kept = _ROFF_LINE.fullmatch(line)
            line = kept[1] if kept and not line.startswith((".TH", '.\\"', "'\\")) else ""
        for sign, plain in _ROFF_SIGN.items():
            line = line.replace(sign, plain)
        lines.append(_ROFF_FONT.sub("", line))
    return "\n".join(lines)


def _cut(text: str) -> Iterator[str]:
    """Passages of whole sentences, as long as a draw says that the text itself decides."""
    rng = random.Random(xxhash.xxh3_64_intdigest(text.encode("utf-8", "replace")))
    goal, words = _length(rng), 0
    parts: list[str] = []
    for sentence in _SENTENCE.split(text):
        if not _is_prose(sentence):
            continue
        parts.append(" ".join(sentence.split()))
        words += parts[-1].count(" ") + 1
        if words >= goal:
            yield " ".join(" ".join(parts).split(" ")[:500])
            parts, words, goal = [], 0, _length(rng)
    if words >= 12:
        yield " ".join(" ".join(parts).split(" ")[:500])


def _length(rng: random.Random) -> int:
    return int(min(500, max(12, rng.lognormvariate(4.3, 0.9))))


def _is_prose(sentence: str) -> bool:
    """Mostly words, not a table, a listing of bytes or a line drawn with signs."""
    pieces = sentence.split()
    return bool(pieces) and 2 * sum(map(bool, map(_WORDY.search, pieces))) > len(pieces)
