"""A process that commits and says so, until it is killed: python -m tests.integration.store.writer.

Each unit is a page in the WARC, a row, a record, and a mark in every family, all in one batch.
"""

import os
import sys
from random import Random

from tests.unit.store.pages import a_page, a_record

from bowerbird.model.storage import Family
from bowerbird.store.records import Records
from bowerbird.store.shard import Durability, open_shard
from bowerbird.store.warc import open_pages

GROUP = 7  # commits that share one sync
NEXT = b"test:next"


def body_of(number: int) -> bytes:
    """Every third content is one that was there before."""
    return Random(number // 3 if number % 3 == 1 else number + 10**9).randbytes(2000)


def url_of(number: int) -> str:
    return f"http://site.test/{number}"


def write(path: str, durability: Durability) -> None:
    with open_shard(path, durability=durability) as shard, open_pages(f"{path}/p", shard) as pages:
        shard.before_sync = pages.sync
        records = Records(shard)
        number = int(shard.get(Family.META, NEXT) or b"0")
        while True:
            kept = pages.append(a_page(url_of(number), body_of(number)), "r")
            batch = shard.batch()
            for family in (Family.SEEN, Family.FRONTIER, Family.HOSTS, Family.OUTBOX):
                batch.put(family, b"%08d" % number, b"x" * 300)
            place = f"{kept.ref.segment} {kept.ref.offset} {kept.ref.length}"
            batch.put(Family.PAGES, b"%08d" % number, place.encode())
            records.append([a_record(b"%08d" % number, number=number)], batch)
            pages.remember(batch)
            number += 1
            batch.put(Family.META, NEXT, b"%d" % number)
            shard.commit(batch)
            if durability == "power":
                if number % GROUP:
                    continue
                shard.sync()
            os.write(1, b"%d\n" % number)  # everything below this number is acknowledged


if __name__ == "__main__":
    write(sys.argv[1], "power" if sys.argv[2] == "power" else "process")
