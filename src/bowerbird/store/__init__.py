"""What a shard keeps: the transactional store, pages as WARC, the record log."""
