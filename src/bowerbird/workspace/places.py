"""Where a project keeps its shard, its runs, and the layouts of papers that it was taught."""

from pathlib import Path

TAUGHT = "taught.layouts"  # in the project's folder


def shard_folder(folder: Path) -> Path:
    """The one shard of a project's folder."""
    return folder / "shards" / "s000"


def run_folder(folder: Path, number: int) -> Path:
    """Where a run of a project keeps its frozen plan and its log."""
    return folder / "runs" / f"{number:04d}"


def has_shard(folder: Path) -> bool:
    """Has anything ever been put into this project?"""
    return (shard_folder(folder) / "db" / "CURRENT").exists()
