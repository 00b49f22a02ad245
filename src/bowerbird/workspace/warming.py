"""After an install nothing is compiled: a process of low priority does it before anybody waits.

    python -m bowerbird.workspace.warming HOME

Started by whatever comes before a first search: an import, a crawl, the making of an index. That
all is compiled is noted beside the compiled code, so that looking costs next to nothing.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import bowerbird
from bowerbird.index.disk import only_writer
from bowerbird.model.errors import LockedError, StoreError
from bowerbird.workspace.files import write_whole
from bowerbird.workspace.kernels import MODULES, load_kernels, load_search_kernels

PACKAGE = Path(bowerbird.__file__).parent
LOWLY = 10  # of 19
NOTE = "compiled"

Start = Callable[..., object]
_started: list[object] = []  # a process that somebody holds is not complained of when it goes on


def compile_meanwhile(home: Path, start: Start = subprocess.Popen, package: Path = PACKAGE) -> bool:
    """See to it that what searches is compiled, if it is not; answers whether that had to begin."""
    if _started or _noted(_place(home, package)) == _what(package):
        return False
    try:
        _started.append(
            start(
                [sys.executable, "-m", "bowerbird.workspace.warming", str(home)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        )
    except OSError:  # then it is compiled when somebody waits for it
        return False
    return True


def compile_all(home: Path, package: Path = PACKAGE) -> float:
    """Load everything, compiling what never was; answers in how many seconds."""
    what = _what(package)
    seconds = load_search_kernels() + load_kernels()
    write_whole(_place(home, package) / NOTE, what.encode())
    return seconds


def main() -> int:
    """One at a time: whoever comes second has nothing to do."""
    home = Path(sys.argv[1])
    os.nice(LOWLY)
    try:
        with only_writer(_place(home, PACKAGE)):
            compile_all(home)
    except LockedError:
        return 0
    except StoreError:
        return 1
    return 0


def _place(home: Path, package: Path) -> Path:
    """Beside what numba keeps; in the data folder if the package belongs to somebody else."""
    if os.access(package, os.W_OK):
        return package / "__pycache__" / "kernels"
    return home / "cache" / "kernels"


def _noted(place: Path) -> str:
    try:
        return (place / NOTE).read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def _what(package: Path) -> str:
    """Changes with the Python and with every file that is compiled."""
    files = [package.joinpath(*name.split(".")[1:]).with_suffix(".py") for name in MODULES]
    about = ((file.stat().st_mtime_ns, file.stat().st_size) for file in files)
    return "\n".join([sys.version, *(f"{changed} {size}" for changed, size in about)])


if __name__ == "__main__":
    sys.exit(main())
