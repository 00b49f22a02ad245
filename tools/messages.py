"""Brings the catalogues of the UI's words up to date with what its code and templates say.

python tools/messages.py            adds what is new, takes out what is gone; translations stay
python tools/messages.py --check    exit status 1 if a catalogue is out of date or has gaps
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from jinja2 import Environment, nodes

SERVER = Path(__file__).resolve().parents[1] / "src" / "bowerbird" / "server"
CATALOGUES = SERVER / "locale"
Message = tuple[str, ...]  # one text, or those for one and for many
HEAD = """# The words of the web UI. `python tools/messages.py` keeps the list, people the words.
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""


def messages() -> dict[str, Message]:
    """Every text that is shown to people, in the order of the files."""
    found: dict[str, Message] = {}
    for path in sorted([*SERVER.rglob("*.py"), *SERVER.rglob("*.html")]):
        said = _in_python if path.suffix == ".py" else _in_template
        for message in said(path.read_text("utf-8")):
            if len(message) > len(found.get(message[0], ())):
                found[message[0]] = message
    return found


def _in_python(source: str) -> Iterator[Message]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("_", "ngettext"):
            texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
            if message := tuple(text for text in texts if isinstance(text, str)):
                yield message


def _in_template(source: str) -> Iterator[Message]:
    for call in Environment(autoescape=True).parse(source).find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name in ("_", "ngettext"):
            texts = [arg.value for arg in call.args if isinstance(arg, nodes.Const)]
            if message := tuple(text for text in texts if isinstance(text, str)):
                yield message


def catalogue(language: str, translated: dict[str, Message]) -> str:
    """The file for a language, with what is translated."""
    return "\n".join(
        [HEAD.format(language=language), *map(_entry(translated), messages().values())]
    )


def _entry(translated: dict[str, Message]):  # type: ignore[no-untyped-def]
    def write(message: Message) -> str:
        forms = translated.get(message[0], ())
        forms = forms if len(forms) == len(message) else ("",) * len(message)
        if len(message) == 1:
            return f"msgid {_quoted(message[0])}\nmsgstr {_quoted(forms[0])}\n"
        one, many = (f"msgstr[{n}] {_quoted(form)}" for n, form in enumerate(forms))
        return f"msgid {_quoted(message[0])}\nmsgid_plural {_quoted(message[1])}\n{one}\n{many}\n"

    return write


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def gaps(language: str) -> list[str]:
    """Texts that a language has no words for."""
    from bowerbird.server.wording import read_po

    known = read_po((CATALOGUES / f"{language}.po").read_text("utf-8"))
    return [
        text for text, message in messages().items() if len(known.get(text, ())) != len(message)
    ]


def main() -> int:
    """Exit status 1: something is missing, and only `--check` was asked for."""
    from bowerbird.server.wording import read_po

    status = 0
    for path in sorted(CATALOGUES.glob("*.po")):
        text = path.read_text("utf-8")
        fresh = catalogue(path.stem, read_po(text))
        missing = gaps(path.stem)
        for each in missing:
            sys.stderr.write(f"{path.name}: no words for {each!r}\n")
        if "--check" in sys.argv[1:]:
            status |= fresh != text or bool(missing)
        else:
            path.write_text(fresh, "utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main())
