"""The words of a project: each once, in the order in which it was asked for or found (P1's two
databases of words)."""

from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import Struct

from bowerbird.model.errors import CorruptError
from bowerbird.model.topic import Topic
from bowerbird.workspace.files import write_whole

FILE = Path("topic") / "words.json"


class Word(Struct, frozen=True):
    """A word, and how it came to be one of the project's."""

    word: str
    asked: bool  # else it was found around what was asked for
    because: str


def project_words(folder: Path) -> list[Word]:
    """What was asked for first, then what was found around it; first in, first out."""
    try:
        kept = msgspec.json.decode((folder / FILE).read_bytes(), type=list[Word])
    except FileNotFoundError:
        return []
    except msgspec.MsgspecError as error:
        raise CorruptError(
            f"{folder / FILE} holds no words any more ({error}): remove it; the next crawl begins "
            "it anew"
        ) from error
    return sorted(kept, key=lambda word: not word.asked)


def note_words(folder: Path, topic: Topic) -> None:
    """A crawl of this topic begins. What was found before and is asked for now is asked for."""
    before = project_words(folder)
    known = {word.word: word for word in before}
    for word in _of(topic):
        if word.word not in known or (word.asked and not known[word.word].asked):
            known[word.word] = word
    if list(known.values()) != before:
        write_whole(folder / FILE, msgspec.json.encode(list(known.values())))


def _of(topic: Topic) -> Iterable[Word]:
    for word in topic.words:
        yield Word(word, asked=True, because=f"asked for: {topic.query}")
    for term in topic.terms:
        if term.weight > 0:
            yield Word(term.term, asked=False, because=term.because)
