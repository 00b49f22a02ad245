"""What a shard keeps: the transactional store, pages as WARC, the record log."""

from bowerbird.store.records import Records
from bowerbird.store.shard import Durability, ShardStore, open_shard
from bowerbird.store.warc import WarcOptions, WarcPages, open_pages

__all__ = [
    "Durability",
    "Records",
    "ShardStore",
    "WarcOptions",
    "WarcPages",
    "open_pages",
    "open_shard",
]
