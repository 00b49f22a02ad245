"""A project of a server, as `Project` is one here."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from bowerbird.index.results import Hit, Results, Suggestion
from bowerbird.model.errors import UnknownNameError
from bowerbird.model.record import Record
from bowerbird.tuning.judgements import JudgedQuery, Judgements
from bowerbird.workspace.choices import identity
from bowerbird.workspace.judgement_book import Judgement
from bowerbird.workspace.judgements import name_of
from bowerbird.workspace.plan import Plan, check_plan
from bowerbird.workspace.remote.connection import Connection, place
from bowerbird.workspace.remote.documents import RemoteDocuments
from bowerbird.workspace.remote.looking import RemoteLooking
from bowerbird.workspace.remote.run import RemoteRun, filled
from bowerbird.workspace.remote.runs import RemoteRuns
from bowerbird.workspace.remote.tuning import RemoteTuning
from bowerbird.workspace.remote.values import record_of, results_of


class RemoteProject(RemoteRuns, RemoteLooking, RemoteDocuments):
    """The methods of `Project`; files are those of this machine, documents addresses."""

    def __init__(self, connection: Connection, name: str) -> None:
        self._connection = connection
        self.name = name
        self._here = place("projects", name)

    # ---- the plan and its runs -------------------------------------------------------------------

    @property
    def plan(self) -> Plan:
        """The plan as it stands there; assign a new one to write it."""
        if not self._is_there():
            return Plan()
        return check_plan(filled(self._connection.get(f"{self._here}/plan")), "the server's plan")

    @plan.setter
    def plan(self, plan: Plan) -> None:
        self._be_there()
        values = plan.model_dump(mode="json", exclude_none=True)
        self._connection.ask("PUT", f"{self._here}/plan", body=values)

    def crawl(
        self,
        *targets: str,
        preset: str | None = None,
        changes: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> RemoteRun:
        """Start a run; it is the server's, and goes on when this program ends."""
        self._be_there()
        dotted = {key.replace("__", "."): v for key, v in options.items() if key not in _LOCAL}
        body = {
            "targets": list(targets),
            "preset": preset,
            "changes": {**dotted, **(changes or {})},
        }
        return self._run(self._connection.post(f"{self._here}/runs", body))

    @property
    def has_records(self) -> bool:
        """Was anything ever put into it, by a run or an import?"""
        return self._is_there() and bool(self._connection.get(self._here)["has_records"])

    # ---- what it brought -------------------------------------------------------------------------

    def pages(self) -> Iterator[dict[str, Any]]:
        """One row for each known page."""
        return self._connection.parts(f"{self._here}/pages")

    def explain(self, url: str) -> dict[str, Any]:
        """Why this URL was, or was not, crawled."""
        return dict(self._connection.get(f"{self._here}/explain", url=url))

    def records(self) -> Iterator[Record]:
        """The records that hold, in the order in which they became true."""
        return (record_of(each) for each in self._connection.parts(f"{self._here}/record-log"))

    def export(
        self,
        format: str,  # noqa: A002 - the word of the surface
        path: str | Path,
        *,
        kinds: Sequence[str] = (),
        columns: Sequence[str] = (),
    ) -> int:
        """Write the records to a file of this machine; how many."""
        asked = {"kind": list(kinds), "columns": list(columns)}
        return self._connection.download(f"{self._here}/records.{format}", Path(path), asked)

    def import_records(self, path: str | Path, **options: Any) -> dict[str, Any]:
        """Put the rows of a file of this machine into the record log."""
        self._be_there()
        said = {"options": json.dumps(options)}
        return dict(
            self._connection.upload(f"{self._here}/records/import", {"file": Path(path)}, said)
        )

    # ---- indexes ---------------------------------------------------------------------------------

    def build_index(
        self,
        name: str | None = None,
        *,
        rebuild: bool = False,
        changes: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> dict[str, Any]:
        """Make an index of the records, or bring it up to date."""
        dotted = {key.replace("__", "."): v for key, v in options.items() if key not in _LOCAL}
        body = {"name": name, "rebuild": rebuild, "changes": {**dotted, **(changes or {})}}
        return dict(self._connection.post(f"{self._here}/indexes", body))

    def remove_index(self, name: str) -> None:
        """Take it out of the plan, and its files away; the records stay."""
        self._connection.post(f"{self._here}/indexes/remove", {"name": name})

    def indexes(self) -> list[dict[str, Any]]:
        """What each index of the project amounts to."""
        return list(self._connection.get(f"{self._here}/indexes")["items"])

    def index(self, name: str | None = None, *, check: bool = False) -> dict[str, Any]:
        """The same of one index."""
        chosen = name or (self.indexes() or [{"name": "default"}])[0]["name"]
        return dict(self._connection.get(f"{self._here}{place('indexes', chosen)}", check=check))

    def search(self, query: str, *, index: str | None = None, **settings: Any) -> Results:
        """The records that a query finds, the best first."""
        body = {"query": query, "index": index, "settings": settings}
        return results_of(self._connection.post(f"{self._here}/search", body))

    def columns(self, index: str | None = None) -> dict[str, list[str]]:
        """By which names an index can be asked."""
        return dict(self._connection.get(f"{self._here}/search-columns", index=index))

    def names_of_hits(self, hits: Sequence[Hit]) -> list[str]:
        """By which names these are judged."""
        rules = identity(self.plan)
        return [name_of(hit.key, hit.fields, rules) for hit in hits]

    def suggest(
        self, prefix: str, *, index: str | None = None, limit: int = 10
    ) -> list[Suggestion]:
        """How to go on with what was typed."""
        told = self._connection.get(f"{self._here}/suggest", q=prefix, index=index, limit=limit)
        return msgspec.convert(told["suggestions"], list[Suggestion])

    # ---- judging and tuning ----------------------------------------------------------------------

    def judge(self, query: str, document: str | Hit, grade: int) -> Judgement:
        """Give a document a grade for a query; it is booked under the name of the key."""
        if isinstance(document, Hit):
            document = name_of(document.key, document.fields, identity(self.plan))
        body = {"query": query, "document": document, "grade": grade}
        return msgspec.convert(self._connection.post(f"{self._here}/judgements", body), Judgement)

    def judgements(self) -> Judgements:
        """All of them, in the order in which their queries came."""
        told = self._connection.get(f"{self._here}/judgements/export")["queries"]
        return Judgements(tuple(msgspec.convert(told, list[JudgedQuery])))

    def judgements_of(self, query: str) -> list[Judgement]:
        """Those of one query."""
        told = self._connection.get(f"{self._here}/judgements/of", query=query)["items"]
        return msgspec.convert(told, list[Judgement])

    def grades(self, query: str) -> dict[str, int]:
        """What documents were judged to be worth for a query, by name."""
        try:
            return {each.document: each.grade for each in self.judgements_of(query)}
        except UnknownNameError:
            return {}

    def export_judgements(self, path: str | Path, queries: str | Path | None = None) -> int:
        """Write them to a file of this machine, or to one and one for the `queries`."""
        here = f"{self._here}/judgements/export"
        if queries is None:
            return self._connection.download(here, Path(path), {"form": "json"})
        self._connection.download(here, Path(queries), {"form": "queries"})
        return self._connection.download(here, Path(path), {"form": "qrels"})

    def import_judgements(
        self, path: str | Path, queries: str | Path | None = None, **options: Any
    ) -> dict[str, Any]:
        """Take in a file of judgements of this machine."""
        files = {"file": Path(path)} | ({} if queries is None else {"queries": Path(queries)})
        said = {"options": json.dumps(options)}
        return dict(self._connection.upload(f"{self._here}/judgements/import", files, said))

    def forget_judgements(self, query: str | None = None, *documents: str) -> int:
        """Those of these documents for a query, all of a query, or all."""
        asked = {"query": query, "document": list(documents)}
        told = self._connection.ask("DELETE", f"{self._here}/judgements", query=asked)
        return int(told["forgotten"])

    def tuning(self, index: str | None = None, **judging: Any) -> RemoteTuning:
        """A place to measure an index by the project's judgements."""
        return RemoteTuning(self._connection, self.name, index, judging)

    # ---- helpers ---------------------------------------------------------------------------------

    def _be_there(self) -> None:
        """A project comes into being with its first plan, run or record."""
        if not self._is_there():
            self._connection.post("/projects", {"name": self.name})


_LOCAL = {"attached", "waiting", "telling"}  # what concerns a process of this machine alone
