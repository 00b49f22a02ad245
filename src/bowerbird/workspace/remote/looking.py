"""What there is to see of a server's project: tables, words, hubs, kept pages."""

import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from bowerbird.workspace.kept import KeptPage
from bowerbird.workspace.project_file import MANIFEST, Manifest
from bowerbird.workspace.remote.connection import Connection
from bowerbird.workspace.remote.tables import RemoteTables


class RemoteLooking:
    """A part of `RemoteProject`."""

    _connection: Connection
    _here: str
    name: str

    @property
    def tables(self) -> RemoteTables:
        """Records, known URLs and the queue, sorted, filtered and cut into pages."""
        return RemoteTables(self._connection, self.name)

    def hubs(self) -> list[dict[str, Any]]:
        """Pages of the last run that lead to most of what is relevant."""
        return list(self._connection.get(f"{self._here}/hubs")["items"])

    def words(self) -> list[dict[str, Any]]:
        """The words that the project was asked for, then those that were found around them."""
        return list(self._connection.get(f"{self._here}/words")["items"])

    def rate_page(self, url: str, relevant: bool) -> dict[str, Any]:
        """Say whether a page that was read is relevant."""
        body = {"url": url, "relevant": relevant}
        return dict(self._connection.post(f"{self._here}/ratings", body))

    def page_source(self, url: str) -> dict[str, Any]:
        """The page that was kept of a URL."""
        return dict(self._connection.get(f"{self._here}/page-source", url=url))

    def kept_page(self, url: str, *, record: str = "", field: str = "") -> KeptPage:
        """The page that was kept of a URL, to be looked at."""
        told = self._connection.get(f"{self._here}/kept-page", url=url, record=record, field=field)
        return msgspec.convert(told, KeptPage)

    def kept_picture(self, url: str) -> tuple[str, bytes]:
        """A picture that was kept: its media type and its bytes."""
        return self._connection.content(f"{self._here}/kept-picture", url=url)

    def kept_pictures(self, urls: Sequence[str]) -> set[str]:
        """Which of these URLs are pictures that were kept."""
        told = self._connection.post(f"{self._here}/kept-pictures", {"urls": list(urls)})
        return set(told["items"])

    def export_project(
        self, path: str | Path, *, records: bool = False, pages: bool = False
    ) -> dict[str, Any]:
        """Write it to one file of this machine."""
        file = Path(path)
        asked = {"records": records, "pages": pages}
        self._connection.download(f"{self._here}/file", file, asked)
        with zipfile.ZipFile(file) as archive:
            manifest = msgspec.json.decode(archive.read(MANIFEST), type=Manifest)
        members = {name: member.bytes for name, member in manifest.files.items()}
        return {"file": str(file), "bytes": file.stat().st_size, "members": members}
