"""Words in pictures, read by Debian's tesseract where it is installed and asked for."""

import ctypes
import os
import shutil
import signal
import subprocess
import sys

from bowerbird.parse.documents.content import Source

_PR_SET_PDEATHSIG = 1


def words_in(picture: bytes, source: Source) -> str:
    """What stands in a picture; nothing if OCR is off, not installed or takes too long."""
    options = source.options
    tesseract = shutil.which("tesseract") if options.ocr and not source.is_late() else None
    if tesseract is None or source.pictures_left <= 0:
        return ""
    source.pictures_left -= 1
    try:
        done = subprocess.run(  # noqa: S603 - the languages are checked by the plan
            [tesseract, "stdin", "stdout", "-l", options.ocr_languages],
            input=picture,
            capture_output=True,
            timeout=options.ocr_seconds,
            check=False,
            env={**os.environ, "OMP_THREAD_LIMIT": "1"},  # one page, one core
            preexec_fn=_end_with_parent,
        )
    except (subprocess.TimeoutExpired, OSError):
        return ""
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else ""


def _end_with_parent() -> None:
    """The worker may be killed at any time; what it started must not go on."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
