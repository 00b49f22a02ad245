"""How RocksDB is set up, as it wrote it down itself."""

import configparser
from pathlib import Path

from bowerbird.model.storage import Family
from bowerbird.store.shard import open_shard


def test_filters_and_indexes_lie_in_pieces_that_the_cache_can_hold(tmp_path: Path) -> None:
    with open_shard(tmp_path / "shard"):
        (written, *_) = (tmp_path / "shard" / "db").glob("OPTIONS-*")
        settings = configparser.ConfigParser(strict=False, interpolation=None)
        settings.read(written)

    for family in Family:
        table = settings[f'TableOptions/BlockBasedTable "{family}"']
        assert table["partition_filters"] == "true"
        assert table["index_type"] == "kTwoLevelIndexSearch"
        assert int(table["metadata_block_size"]) <= 4096
        assert table["cache_index_and_filter_blocks"] == "true"
