"""Teaching in a process of its own, which a file may kill. Run as `python -m`, this module reads a
question from its standard input and writes the answer to its standard output."""

import resource
import sys

import msgspec
from msgspec import Struct

from bowerbird.extract.metadata.glyphs import PdfTrouble
from bowerbird.extract.metadata.layouts import LabelledPage
from bowerbird.extract.metadata.teaching import ShownBlock, blocks_shown, taught
from bowerbird.model.errors import UsageError

MODULE = "bowerbird.extract.metadata.teaching_apart"


class Question(Struct, frozen=True):
    """A PDF, and what somebody says of its first page; without a name, only what is on it."""

    content: bytes
    memory: int  # bytes of address space
    seconds: int  # of processor time
    name: str = ""
    fields: dict[str, list[str]] = {}
    numbers: dict[int, str] = {}


class Answer(Struct, frozen=True):
    """The page to keep and its blocks; or one sentence on the file, or on what was said of it."""

    page: LabelledPage | None = None
    blocks: tuple[ShownBlock, ...] = ()
    unreadable: str = ""
    mistake: str = ""


def answer(question: Question) -> Answer:
    """See the two."""
    try:
        if not question.name:
            return Answer(blocks=blocks_shown(question.content))
        told = taught(question.content, question.name, question.fields, question.numbers)
        return Answer(told.page, told.blocks)
    except PdfTrouble as trouble:
        return Answer(unreadable=trouble.detail)
    except UsageError as mistake:
        return Answer(mistake=str(mistake))


def main() -> None:
    """One question, one answer."""
    question = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Question)
    resource.setrlimit(resource.RLIMIT_AS, (question.memory, question.memory))
    resource.setrlimit(resource.RLIMIT_CPU, (question.seconds, question.seconds + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.stdout.buffer.write(msgspec.msgpack.encode(answer(question)))


if __name__ == "__main__":
    main()
