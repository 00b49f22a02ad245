"""Is everything here that Bowerbird needs? Each check says what it found, and the remedy."""

import asyncio
import importlib
import resource
import shutil
import ssl
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bowerbird.fetch.browser_check import try_browser
from bowerbird.fetch.browser_trouble import BrowserMissingError, RenderingError
from bowerbird.model.errors import BowerbirdError
from bowerbird.workspace.home import home_folder
from bowerbird.workspace.warming import compile_all

LIBRARIES = (
    ("pycurl", "fetching"),
    ("selectolax.lexbor", "reading HTML"),
    ("ada_url", "reading URLs"),
    ("rocksdict", "the store"),
    ("isal.igzip", "compressing pages"),
    ("aiodns", "resolving names"),
    ("numba", "comparing texts"),
    ("pypdfium2", "reading PDF"),
    ("PIL", "reading images"),
)
ENOUGH_DISK = 1_000_000_000
ENOUGH_FILES = 1_024


def examine(home: str | None = None) -> list[dict[str, Any]]:
    """All checks, in the order in which they matter."""
    checks = [_check("Python", "install Python 3.11 or later", _python)]
    checks += [
        _check(name, f"needed for {purpose}: pip install --upgrade bowerbird", _library(name))
        for name, purpose in LIBRARIES
    ]
    checks += [
        _check(
            "compiled code",
            "set NUMBA_CACHE_DIR to a folder that can be written to",
            lambda: _kernels(home),
        ),
        _check("home", "choose another folder with --home or $BOWERBIRD_HOME", lambda: _home(home)),
        _check("disk", "make room, or choose another disk with --home", lambda: _disk(home)),
        _check("open files", "raise the limit: ulimit -n 8192", _files),
        _check("sockets", "set TMPDIR to a folder that is yours", _sockets),
        _check("TLS", "install the ca-certificates package", _certificates),
        _check("browser", "`bowerbird crawl --browser` needs it; all else works without", _browser),
        _check("OCR", "install Debian's tesseract-ocr", _ocr),
    ]
    return checks


class _UnwellError(Exception):
    """A check that found something wrong."""


def _check(name: str, remedy: str, look: Callable[[], str]) -> dict[str, Any]:
    try:
        return {"name": name, "ok": True, "detail": look(), "remedy": ""}
    except (_UnwellError, BowerbirdError, ImportError, OSError) as error:
        return {"name": name, "ok": False, "detail": str(error), "remedy": remedy}


def _python() -> str:
    return ".".join(str(part) for part in sys.version_info[:3])


def _library(name: str) -> Callable[[], str]:
    def look() -> str:
        module = importlib.import_module(name)
        told = (getattr(module, name, None) for name in ("version", "__version__"))
        return next((version for version in told if isinstance(version, str)), "present")

    return look


def _kernels(home: str | None) -> str:
    return f"ready in {compile_all(home_folder(home)):.1f} s"


def _home(home: str | None) -> str:
    return f"{home_folder(home)} can be written to"


def _disk(home: str | None) -> str:
    free = shutil.disk_usage(home_folder(home)).free
    if free < ENOUGH_DISK:
        raise _UnwellError(f"only {free / 1e9:.1f} GB free")
    return f"{free / 1e9:.0f} GB free"


def _files() -> str:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < ENOUGH_FILES:
        raise _UnwellError(f"only {soft} files may be open at once (up to {hard} allowed)")
    return f"{soft} may be open at once"


def _sockets() -> str:
    with tempfile.TemporaryDirectory() as folder:
        return f"{Path(folder).parent} can be used"


def _browser() -> str:
    """Renders a page; that none is installed is no fault, as most crawls need none."""
    try:
        return asyncio.run(try_browser())
    except BrowserMissingError as missing:
        return f"none: {missing}"
    except RenderingError as trouble:
        raise _UnwellError(trouble.failed.detail) from trouble


def _ocr() -> str:
    """That it is missing is no fault: nothing reads pictures unless the plan says so."""
    programme = shutil.which("tesseract")
    if programme is None:
        return "no tesseract; words in pictures are not read (`parse.ocr` would ask for them)"
    told = subprocess.run(  # noqa: S603 - its own path, and nothing from outside
        [programme, "--list-langs"], capture_output=True, text=True, timeout=20, check=False
    )
    languages = told.stdout.split("\n")[1:]
    return f"tesseract reads {', '.join(filter(None, languages)) or 'no language'}"


def _certificates() -> str:
    known = ssl.create_default_context().cert_store_stats()["x509_ca"]
    if not known:
        raise _UnwellError(
            "no certificate authorities are known, so no https server can be trusted"
        )
    return f"{known} certificate authorities known"
