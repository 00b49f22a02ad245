"""Tuning an index of a server."""

from collections.abc import Mapping
from typing import Any

import msgspec

from bowerbird.tuning.auto import AutoTune
from bowerbird.tuning.found import Found
from bowerbird.tuning.sweep import Sweep
from bowerbird.workspace.remote.connection import Connection, place
from bowerbird.workspace.setting_history import Accepted
from bowerbird.workspace.tuning_results import Compared, Evaluated, OpenQuery


class RemoteTuning:
    """The methods of `Tuning`."""

    def __init__(
        self, connection: Connection, project: str, index: str | None, judging: Mapping[str, Any]
    ) -> None:
        self._connection = connection
        self._here = place("projects", project, "tuning")
        self._on = {**judging, **({"index": index} if index else {})}
        self._index = {"index": index} if index else {}

    def evaluate(self, **tried: Any) -> Evaluated:
        return msgspec.convert(self._post("evaluate", tried=tried), Evaluated)

    def compare(self, first: Mapping[str, Any], second: Mapping[str, Any]) -> Compared:
        told = self._post("compare", first=dict(first), second=dict(second))
        return msgspec.convert(told, Compared)

    def sweep(self, tried: Mapping[str, Any] | None = None, **options: Any) -> Sweep:
        return msgspec.convert(self._post("sweep", tried=dict(tried or {}), options=options), Sweep)

    def auto_tune(self, **options: Any) -> AutoTune:
        return msgspec.convert(self._post("auto", options=options), AutoTune)

    def unjudged(self, query: str | None = None, depth: int = 10) -> list[OpenQuery]:
        told = self._connection.get(
            f"{self._here}/unjudged", query=query, depth=depth, **self._index
        )
        return msgspec.convert(told["items"], list[OpenQuery])

    def accept(self, setting: Found, because: str = "by hand") -> Accepted:
        names = ("b", "k", "idf", "weights", "words", "formula")
        tried = {name: getattr(setting, name) for name in names} | {"stop_words": setting.written}
        return msgspec.convert(self._post("accept", tried=tried, because=because), Accepted)

    def revert(self, number: int | None = None) -> Accepted:
        body = {**self._index, **({"number": number} if number is not None else {})}
        return msgspec.convert(self._connection.post(f"{self._here}/revert", body), Accepted)

    def history(self) -> list[Accepted]:
        told = self._connection.get(f"{self._here}/history", **self._index)
        return msgspec.convert(told["items"], list[Accepted])

    def holding(self) -> int | None:
        held = self._connection.get(f"{self._here}/history", **self._index)["holding"]
        return None if held is None else int(held)

    def _post(self, what: str, **body: Any) -> Any:
        return self._connection.post(f"{self._here}/{what}", {**self._on, **body})
