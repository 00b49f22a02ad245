"""RocksDB as Bowerbird sets it up: nine column families, bounded memory, a prefix after a crash."""

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from rocksdict import (
    AccessType,
    BlockBasedIndexType,
    BlockBasedOptions,
    Cache,
    DBCompressionType,
    DBRecoveryMode,
    Options,
    Rdict,
)

from bowerbird.model.errors import CorruptError
from bowerbird.model.storage import Family
from bowerbird.store import trouble

MIB = 1 << 20
# Together they bound what a shard keeps in memory, however many URLs wait in it.
BLOCK_CACHE = 48 * MIB  # data, index and bloom filter blocks
MEMTABLES = 32 * MIB  # of all families together; the oldest is written out first
WAL = 96 * MIB  # bounds what is read again after a crash to well under a second
LEVELS = 7  # RocksDB's own number
OPEN_FILES = 400  # well below the usual limit of 1,024 descriptors

_TRIES = 4  # of a reader whose writer is busy

# A place where no file can be made: RocksDB then keeps no diary. A reader must leave no trace.
_NOWHERE = "/dev/null/nowhere"


class Opened(NamedTuple):
    """A database, the families in it, and what had to be given up to open it."""

    database: Rdict
    families: set[str]
    remark: str = ""


def open_writer(db: Path) -> Opened:
    """The database, created if it is new; families that it lacks are added."""
    if not _exists(db):
        _refuse_remains(db)
    names = {*map(str, Family), *(_families(db) if _exists(db) else ())} - {"default"}
    try:
        # A log that merely ends in the middle of a write is what `kill -9` leaves.
        mode = DBRecoveryMode.tolerate_corrupted_tail_records()
        return Opened(_writer(db, names, mode), names)
    except CorruptError:
        # Bytes in the log are wrong: power was lost, or the disk is failing. The longest prefix
        # that is consistent over all families still holds; a damaged table or manifest raises.
        return Opened(
            _writer(db, names, DBRecoveryMode.point_in_time()),
            names,
            f"the log of {db} was damaged, by power loss or a failing disk: what was committed last"
            " is lost and will be crawled again",
        )


def _writer(db: Path, names: set[str], mode: DBRecoveryMode) -> Rdict:
    cache = Cache(BLOCK_CACHE)
    options = _database(cache)
    options.set_wal_recovery_mode(mode)
    try:
        return Rdict(
            str(db),
            options=options,
            column_families={name: _family(cache) for name in sorted(names)},
        )
    except Exception as error:
        raise trouble.of_rocksdb(error, db) from error


def open_reader(db: Path) -> Opened:
    """What was committed by now, as it stands; a writer may be at work meanwhile."""
    if not _exists(db):
        _refuse_remains(db)
        raise CorruptError(f"there is no store in {db}: name another project, or crawl first")
    for _ in range(_TRIES):
        with suppress(CorruptError):  # the writer replaced a file just when it was to be opened
            return _open_view(db)
    return _open_view(db)


def _open_view(db: Path) -> Opened:
    """A reader of links to the files, for rocksdict rewrites a file of its own when it opens.

    All files are open when the folder of links goes, so they last as long as the reader.
    """
    names = set(_families(db)) - {"default"}
    cache = Cache(BLOCK_CACHE)
    options = _database(cache)
    options.set_db_log_dir(_NOWHERE)
    options.set_max_open_files(-1)
    with TemporaryDirectory(prefix="bowerbird-reader-") as view:
        for file in db.iterdir():
            if file.name.endswith((".sst", ".log")) or file.name.startswith(
                ("MANIFEST", "CURRENT")
            ):
                Path(view, file.name).symlink_to(file.absolute())
        try:
            reader = Rdict(
                view,
                options=options,
                column_families={name: _family(cache) for name in sorted(names)},
                access_type=AccessType.read_only(False),
            )
        except Exception as error:
            raise trouble.of_rocksdb(error, db) from error
    return Opened(reader, names)


def _database(cache: Cache) -> Options:
    options = _family(cache)
    options.create_if_missing(True)
    options.create_missing_column_families(True)
    options.set_wal_recovery_mode(DBRecoveryMode.point_in_time())
    options.set_db_write_buffer_size(MEMTABLES)
    options.set_max_total_wal_size(WAL)
    options.set_max_open_files(OPEN_FILES)
    options.set_max_background_jobs(2)
    options.set_keep_log_file_num(2)
    options.set_max_log_file_size(MIB)
    options.set_stats_dump_period_sec(0)
    return options


def _family(cache: Cache) -> Options:
    blocks = BlockBasedOptions()
    blocks.set_block_cache(cache)
    blocks.set_cache_index_and_filter_blocks(True)  # counted in the cache, not beside it
    blocks.set_pin_l0_filter_and_index_blocks_in_cache(True)
    blocks.set_bloom_filter(10, False)
    # In one piece, the filter of a large table is larger than a shard of the cache, which then
    # refuses it: every look-up of an absent key would read all of it from the disk again.
    blocks.set_index_type(BlockBasedIndexType.two_level_index_search())
    blocks.set_partition_filters(True)
    blocks.set_metadata_block_size(4096)
    blocks.set_pin_top_level_index_and_filter(True)
    blocks.set_format_version(5)
    options = Options(raw_mode=True)
    options.set_block_based_table_factory(blocks)
    # What is just written out is merged and packed soon: packing it twice costs 60 µs a page.
    fresh, merged = DBCompressionType.none(), DBCompressionType.lz4()
    options.set_compression_type(merged)
    options.set_compression_per_level([fresh, *[merged] * (LEVELS - 1)])
    options.set_write_buffer_size(16 * MIB)
    options.set_target_file_size_base(64 * MIB)
    options.set_level_compaction_dynamic_level_bytes(True)
    return options


def _exists(db: Path) -> bool:
    return (db / "CURRENT").exists()


def _families(db: Path) -> list[str]:
    try:
        return list(Rdict.list_cf(str(db)))
    except Exception as error:
        raise trouble.of_rocksdb(error, db) from error


def _refuse_remains(db: Path) -> None:
    """RocksDB would start afresh over data whose CURRENT file is lost."""
    if next(db.glob("*.sst"), None) or any(log.stat().st_size for log in db.glob("*.log")):
        raise CorruptError(
            f"{db / 'CURRENT'} is damaged or missing: put back a checkpoint or a backup of {db},"
            " or crawl into a new project"
        )
