"""Packed documents: the parts of a zip archive, read within bounds whatever its directory says."""

import io
import zipfile
import zlib
from types import TracebackType
from typing import Self

from lxml import etree

from bowerbird.model.outcomes import Failure
from bowerbird.parse.documents.content import DocumentTroubleError, Source, broken, encrypted
from bowerbird.parse.documents.markup import read_markup

MOST_PARTS = 20_000

_METHODS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
_IS_ENCRYPTED = 0x1
_TROUBLE = (
    zipfile.BadZipFile, zlib.error, NotImplementedError, OSError, EOFError, ValueError, KeyError,
    OverflowError, RuntimeError,
)  # fmt: skip


class Package:
    """The parts of an archive by name. What all of them come to has a limit."""

    def __init__(self, source: Source) -> None:
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(source.body))
            infos = self._zip.infolist()
        except _TROUBLE as error:
            raise broken(f"not a sound archive: {error}") from error
        if len(infos) > MOST_PARTS:
            raise DocumentTroubleError(Failure.BOMB, f"an archive of {len(infos)} parts")
        self._infos = {info.filename.lstrip("/"): info for info in infos}
        self._source = source
        self._left = source.unpacked_limit

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._zip.close()

    def __contains__(self, name: str) -> bool:
        return name in self._infos

    @property
    def names(self) -> list[str]:
        """All parts, in the order of the archive."""
        return list(self._infos)

    def read(self, name: str) -> bytes:
        """One part; empty where there is none of that name."""
        info = self._infos.get(name)
        if info is None or info.is_dir():
            return b""
        if info.flag_bits & _IS_ENCRYPTED:
            raise encrypted()
        if info.compress_type not in _METHODS:
            raise broken(f"{name} is packed in a way that documents do not use")
        try:
            with self._zip.open(info) as part:
                content = part.read(self._left + 1)
        except _TROUBLE as error:
            raise broken(f"{name} cannot be unpacked: {error}") from error
        packed = max(info.compress_size, 1)
        if len(content) > min(self._left, self._source.may_become(packed)):
            raise DocumentTroubleError(
                Failure.BOMB, f"{name} inflates from {packed} to at least {len(content)} bytes"
            )
        self._left -= len(content)
        return content

    def markup(self, name: str) -> etree._Element | None:
        """One part as XML; nothing where it is missing or empty."""
        content = self.read(name)
        return read_markup(content) if content.strip() else None
