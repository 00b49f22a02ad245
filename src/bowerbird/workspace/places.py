"""Where a project keeps its shard."""

from pathlib import Path


def shard_folder(folder: Path) -> Path:
    """The one shard of a project's folder."""
    return folder / "shards" / "s000"


def has_shard(folder: Path) -> bool:
    """Has anything ever been put into this project?"""
    return (shard_folder(folder) / "db" / "CURRENT").exists()
