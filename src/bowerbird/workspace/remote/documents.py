"""What a project of a server knows of topics, seeds, documents and templates."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bowerbird.model.errors import UnknownNameError
from bowerbird.workspace.plan import Plan
from bowerbird.workspace.remote.connection import Connection, place
from bowerbird.workspace.templates import templates_in


class RemoteDescribed:
    """The metadata of a document, in every form."""

    def __init__(self, connection: Connection, path: str, body: Mapping[str, Any]) -> None:
        self._connection = connection
        self._path = path
        self._body = body
        self.document: dict[str, Any] = connection.post(path, dict(body))

    def bibtex(self) -> str:
        """As a BibTeX entry."""
        return self._connection.text(self._path, {**self._body, "form": "bibtex"})

    def csl(self) -> dict[str, Any]:
        """As a CSL-JSON item."""
        return dict(self._connection.post(self._path, {**self._body, "form": "csl"}))

    def dublin_core(self) -> dict[str, list[str]]:
        """As Dublin Core, by element."""
        return dict(self._connection.post(self._path, {**self._body, "form": "dc"}))


class RemoteDocuments:
    """A part of `RemoteProject`."""

    _connection: Connection
    _here: str
    plan: Plan

    def seeds(self, run: int | str | None = None) -> list[dict[str, Any]]:
        """The seeds that were found and imported."""
        return list(self._connection.parts(f"{self._here}/seeds", run=run))

    def find_seeds(
        self,
        query: str | None = None,
        providers: Sequence[str] = (),
        *,
        changes: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Ask search engines and the project's own index."""
        body = {"query": query, "providers": list(providers), "changes": dict(changes or {})}
        return dict(self._connection.post(f"{self._here}/seeds/find", body))

    def import_seeds(
        self,
        path: str | Path = "",
        topic: str | None = None,
        *,
        sources: Sequence[str] = (),
        changes: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Keep the bookmarks of a file of this machine, or of bookmarking services."""
        said = {} if topic is None else {"topic": topic}
        if not path:
            body = {**said, "sources": list(sources), "changes": dict(changes or {})}
            return dict(self._connection.post(f"{self._here}/seeds/bookmarks", body))
        told = {**said, "options": json.dumps({"changes": dict(changes or {})})}
        return dict(
            self._connection.upload(f"{self._here}/seeds/import", {"file": Path(path)}, told)
        )

    def topic_senses(self, word: str) -> list[dict[str, Any]]:
        """What a word may mean."""
        return list(self._connection.get(f"{self._here}/topic/senses", word=word)["senses"])

    def expand_topic(self, query: str | None = None, **options: Any) -> dict[str, Any]:
        """What a query, or the project's own, comes to."""
        return dict(self._connection.get(f"{self._here}/topic/expansion", query=query, **options))

    def concepts(self) -> list[dict[str, Any]]:
        """The project's own concept map."""
        return list(self._connection.get(f"{self._here}/topic")["concepts"])

    def draw_concept(self, name: str, relation: str = "", other: str = "") -> None:
        """Put a concept into the map, or tie it to another."""
        body = {"name": name, "relation": relation, "other": other}
        self._connection.post(f"{self._here}/topic/concepts", body)

    def remove_concept(self, name: str, other: str = "") -> None:
        """Take a concept out of the map, or only what ties it to another."""
        body = {"name": name, "other": other}
        self._connection.post(f"{self._here}/topic/concepts/remove", body)

    def import_concepts(self, path: str | Path) -> dict[str, Any]:
        """Take a concept map into the project's own."""
        return dict(self._connection.upload(f"{self._here}/topic/maps", {"file": Path(path)}))

    def metadata(self, document: str, **options: Any) -> RemoteDescribed:
        """Of an address."""
        body = {"url": document, "options": _dotted(options)}
        return RemoteDescribed(self._connection, f"{self._here}/metadata", body)

    def test_fields(
        self, document: str, templates: Sequence[str] = (), *, details: int = 1, **options: Any
    ) -> dict[str, Any]:
        """What templates, files of this machine or the project's own, extract from an address."""
        body = {
            "documents": [document],
            "templates": templates_in(templates),
            "details": details,
            "options": _dotted(options),
        }
        return dict(self._connection.post(f"{self._here}/fields/test", body))

    def infer_fields(
        self,
        documents: Sequence[str],
        examples: Sequence[str] = (),
        unwanted: Sequence[str] = (),
        *,
        wanted: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> dict[str, Any]:
        """A template from examples on addresses."""
        body = {
            "documents": list(documents),
            "examples": list(examples),
            "unwanted": list(unwanted),
            **(wanted or {}),
            "options": _dotted(options),
        }
        return dict(self._connection.post(f"{self._here}/fields/infer", body))

    def repair_fields(
        self, documents: Sequence[str], templates: Sequence[str] = (), **options: Any
    ) -> dict[str, Any]:
        """What of a template no longer fits these addresses, and one that does."""
        body = {
            "documents": list(documents),
            "templates": templates_in(templates),
            "options": _dotted(options),
        }
        return dict(self._connection.post(f"{self._here}/fields/repair", body))

    def rebuild_records(
        self, templates: Sequence[str] = (), *, commit: bool = False
    ) -> dict[str, Any]:
        """What the plan, with these templates, makes of the stored pages."""
        body = {"templates": templates_in(templates), "commit": commit}
        return dict(self._connection.post(f"{self._here}/records/rebuild", body))

    def remove_template(self, name: str) -> None:
        """Take a template out of the plan; its records stay."""
        if name not in self.plan.templates:
            known = ", ".join(self.plan.templates) or "none"
            raise UnknownNameError(f"the plan has no template {name!r}; templates: {known}")
        self._connection.post(f"{self._here}{place('templates', name, 'remove')}")

    def teach_layout(
        self,
        file: str | Path,
        fields: Mapping[str, Sequence[str]],
        numbers: Mapping[int, str] | None = None,
        *,
        name: str = "",
    ) -> list[dict[str, Any]]:
        """Papers that look like this PDF of this machine are read by these labels from now on."""
        taught = {"fields": fields, "numbers": numbers or {}, "name": name or Path(file).stem}
        said = {"options": json.dumps(taught)}
        told = self._connection.upload(f"{self._here}/layouts", {"file": Path(file)}, said)
        return list(told["items"])

    def layouts(self) -> list[str]:
        """The names of the layouts that the project was taught."""
        return list(self._connection.get(f"{self._here}/layouts")["items"])

    def paper_blocks(self, file: str | Path) -> list[dict[str, Any]]:
        """The blocks of a PDF's first page, numbered."""
        told = self._connection.upload(f"{self._here}/layouts/blocks", {"file": Path(file)})
        return list(told["items"])


def _dotted(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name.replace("__", "."): value for name, value in options.items()}
