"""Documents that a request names: addresses on the web. A file of this machine is none, whoever
asks; who has a file sends it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import tomli_w
from pydantic import AfterValidator, Field

SCHEMES = ("http://", "https://", "ftp://")


def _on_the_web(text: str) -> str:
    if not text.lower().startswith(SCHEMES):
        raise ValueError("give an address that begins with http://, https:// or ftp://")
    return text


WebAddress = Annotated[
    str,
    AfterValidator(_on_the_web),
    Field(max_length=8_192, description="http, https or ftp.", examples=["https://example.org/"]),
]
Templates = Annotated[
    dict[str, dict[str, Any]],
    Field(description="Templates by name, as a plan holds them; none: the project's own."),
]


@contextmanager
def template_files(templates: Mapping[str, Mapping[str, Any]]) -> Iterator[Sequence[str]]:
    """The same as files, as the Python API takes them."""
    with TemporaryDirectory(prefix="bowerbird-") as folder:
        paths = []
        for number, (name, values) in enumerate(templates.items()):
            path = Path(folder) / f"{number}.toml"
            path.write_text(tomli_w.dumps({**without_none(values), "name": name}), "utf-8")
            paths.append(str(path))
        yield paths


def without_none(values: Any) -> Any:
    """TOML has no null: what is not said is left out."""
    if isinstance(values, Mapping):
        return {key: without_none(value) for key, value in values.items() if value is not None}
    if isinstance(values, list):
        return [without_none(value) for value in values if value is not None]
    return values
