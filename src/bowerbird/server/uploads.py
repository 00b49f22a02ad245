"""Files that come with a request, and files that are made for one. Their names are no paths here:
each lies in a folder of its own, which is gone when the answer is."""

import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
from fastapi import Form, UploadFile
from fastapi.responses import FileResponse
from pydantic import BaseModel
from starlette.background import BackgroundTask

from bowerbird.model.errors import UsageError

SUFFIX = re.compile(r"(?:\.[A-Za-z0-9]{1,8}){1,2}$")
OptionsText = Annotated[str, Form(description="The options, as one JSON object.")]
Model = TypeVar("Model", bound=BaseModel)


@contextmanager
def on_disk(upload: UploadFile, folder: Path | None = None) -> Iterator[Path]:
    """The upload as a file; of its name only what says its kind is kept."""
    with tempfile.TemporaryDirectory(prefix="bowerbird-") as made:
        suffix = SUFFIX.search(upload.filename or "")
        path = Path(folder or made) / f"upload{suffix[0].lower() if suffix else ''}"
        with path.open("wb") as file:
            shutil.copyfileobj(upload.file, file)
        yield path


def options_in(text: str, model: type[Model]) -> Model:
    """The options that came beside a file."""
    try:
        values = msgspec.json.decode(text or "{}")
    except msgspec.DecodeError as error:
        raise UsageError(f"`options` is not JSON: {error}") from None
    return model.model_validate(values)


def made_file(name: str, media_type: str, write: Callable[[Path], object]) -> FileResponse:
    """A file to be kept by whoever asked; written whole before the answer begins."""
    folder = Path(tempfile.mkdtemp(prefix="bowerbird-"))
    try:
        count = write(folder / name)
    except BaseException:
        shutil.rmtree(folder)
        raise
    done = BackgroundTask(shutil.rmtree, folder)
    headers = {"bowerbird-count": str(count)} if isinstance(count, int) else {}
    return FileResponse(
        folder / name, media_type=media_type, filename=name, background=done, headers=headers
    )
