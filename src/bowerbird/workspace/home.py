"""Where Bowerbird keeps its things: `--home`, `$BOWERBIRD_HOME`, or the platform's data folder."""

import os
import re
import sys
from pathlib import Path

from bowerbird.model.errors import StoreError, UsageError

NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")


def home_folder(chosen: str | os.PathLike[str] | None = None) -> Path:
    """The data folder, made if it is missing."""
    folder = Path(chosen or os.environ.get("BOWERBIRD_HOME") or _platform_folder()).expanduser()
    return writable_folder(folder.absolute())


def writable_folder(folder: Path) -> Path:
    """`folder`, made if missing; one sentence if it cannot be written to."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise StoreError(
            f"cannot write to {folder}: {error.strerror or error}; "
            "choose another folder with --home or $BOWERBIRD_HOME"
        ) from error
    return folder


def project_folder(home: Path, name: str) -> Path:
    """The folder of a project of that name, which must be a plain name."""
    if not NAME.fullmatch(name):
        raise UsageError(
            f"a project cannot be called {name!r}; use up to 64 small letters, digits and . _ -"
        )
    return home / "projects" / name


def _platform_folder() -> Path:
    if sys.platform == "darwin":
        return Path("~/Library/Application Support/bowerbird")
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~/AppData/Local")) / "bowerbird"
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share") / "bowerbird"
