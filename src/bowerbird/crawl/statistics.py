"""The numbers of a run, stored in the same batch as what they count."""

from collections.abc import Collection, Iterable
from typing import Any

import msgspec
from msgspec import Struct, field

from bowerbird.model.storage import Family, Store


class Tally(Struct):
    """Counters of one run. Sums, so that averages stay exact after a resume."""

    settled: int = 0
    pages: int = 0  # read or found unchanged
    relevant: int = 0
    records: int = 0
    kinds: dict[str, int] = field(default_factory=dict)  # of records
    items: int = 0  # records that templates found
    items_gone: int = 0  # that no page shows any more
    items_dropped: int = 0  # without a value that their template requires
    value_problems: int = 0  # values that could not be made what their field wants
    templated_pages: int = 0  # pages that a template was for
    pages_by_template: dict[str, int] = field(default_factory=dict)  # that its rules name
    silent_in_a_row: dict[str, int] = field(
        default_factory=dict
    )  # the last ones it found nothing on
    lost_in_a_row: dict[str, dict[str, int]] = field(
        default_factory=dict
    )  # template → field → the last pages with items that had too few values of it
    media_files: int = 0  # asked for
    media_bytes: int = 0
    links_collected: int = 0
    links_known: int = 0
    links_cross_site: int = 0
    links_excluded: int = 0
    duplicates: int = 0
    near_duplicates: int = 0
    bytes: int = 0
    wire_bytes: int = 0
    fetches: int = 0
    fetch_seconds: float = 0.0
    rendering_seconds: float = 0.0
    processing_seconds: float = 0.0
    errors: int = 0  # asked, no answer
    retries: int = 0
    statuses: dict[int, int] = field(default_factory=dict)  # 1 … 5 → answers
    refused: dict[str, int] = field(default_factory=dict)
    failed: dict[str, int] = field(default_factory=dict)
    per_worker: dict[int, int] = field(default_factory=dict)
    seconds: float = 0.0  # worked, over all sessions of the run

    def count_status(self, status: int) -> None:
        kind = status // 100
        self.statuses[kind] = self.statuses.get(kind, 0) + 1

    def count_refusal(self, reason: str) -> None:
        self.refused[reason] = self.refused.get(reason, 0) + 1

    def count_failure(self, reason: str) -> None:
        self.failed[reason] = self.failed.get(reason, 0) + 1

    def count_records(self, kind: str, count: int = 1) -> None:
        self.records += count
        if count:
            self.kinds[kind] = self.kinds.get(kind, 0) + count

    def count_templates(self, expected: Collection[str], silent: Collection[str]) -> None:
        for name in expected:
            self.pages_by_template[name] = self.pages_by_template.get(name, 0) + 1
            self.silent_in_a_row[name] = self.silent_in_a_row.get(name, 0) + 1
            if name not in silent:
                self.silent_in_a_row[name] = 0

    def count_fields(self, found: Iterable[tuple[str, str, bool]]) -> None:
        for template, name, is_there in found:
            lost = self.lost_in_a_row.setdefault(template, {})
            lost[name] = 0 if is_there else lost.get(name, 0) + 1

    def count_page_of(self, worker: int) -> None:
        self.per_worker[worker] = self.per_worker.get(worker, 0) + 1


def read_tally(store: Store, run: str) -> Tally:
    """What a run has counted so far."""
    kept = store.get(Family.META, b"tally/" + run.encode())
    return msgspec.msgpack.decode(kept, type=Tally) if kept else Tally()


def summarize(tally: Tally, robots_found: int) -> dict[str, Any]:
    """The run summary's figures, under the names that every surface uses."""
    pages, fetches = tally.pages, tally.fetches
    return {
        "seconds": round(tally.seconds, 3),
        "links": {
            "collected": tally.links_collected,
            "visited": tally.settled,
            "already_visited": tally.links_known,
            "cross_site": tally.links_cross_site,
            "excluded": tally.links_excluded,
        },
        "pages": pages,
        "relevant": tally.relevant,
        "harvest_rate": _share(tally.relevant, pages),
        "records": tally.records,
        "records_by_kind": dict(sorted(tally.kinds.items())),
        "items": {
            "found": tally.items,
            "gone": tally.items_gone,
            "dropped": tally.items_dropped,
            "value_problems": tally.value_problems,
            "pages": tally.templated_pages,
            "per_page": _share(tally.items, tally.templated_pages),
        },
        "media": {"files": tally.media_files, "bytes": tally.media_bytes},
        "duplicate_content": tally.duplicates,
        "near_duplicate_content": tally.near_duplicates,
        "status_codes": {f"{kind}xx": tally.statuses.get(kind, 0) for kind in range(1, 6)}
        | {"error": tally.errors},
        "bytes": tally.bytes,
        "wire_bytes": tally.wire_bytes,
        "pages_per_second": _share(pages, tally.seconds),
        "avg_processing_ms": _share(1000 * tally.processing_seconds, pages),
        "avg_fetch_ms": _share(1000 * tally.fetch_seconds, fetches),
        "avg_rendering_ms": _share(1000 * tally.rendering_seconds, pages),
        "avg_page_bytes": _share(tally.bytes, pages),
        "avg_records_per_page": _share(tally.records, pages),
        "per_worker": {str(worker): count for worker, count in sorted(tally.per_worker.items())},
        "retries": tally.retries,
        "robots_found": robots_found,
        "refused": dict(sorted(tally.refused.items())),
        "failed": dict(sorted(tally.failed.items())),
    }


def _share(part: float, whole: float) -> float:
    return round(part / whole, 4) if whole else 0.0
