"""Which indexes a project has, where they lie, and who keeps them up to date."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from bowerbird.index import manifest
from bowerbird.index.disk import only_writer
from bowerbird.index.options import IndexOptions
from bowerbird.model.errors import StoreError, UnknownNameError
from bowerbird.workspace.plan import Plan

Telling = Callable[[int], None]  # how many records were taken in so far
FOLLOWER = ".follower"  # no index can be called so
EVER = 1e9  # seconds
STOP_WORDS = "analysis.stop_words"
DEFAULT = "default"  # a project whose plan names no index has this one


def index_folder(folder: Path, name: str) -> Path:
    """Where an index of a project lies."""
    return folder / "indexes" / name


def is_built(folder: Path, name: str) -> bool:
    return (index_folder(folder, name) / manifest.NAME).exists()


def planned(plan: Plan) -> Mapping[str, IndexOptions]:
    """The indexes of a project by name."""
    return plan.indexes or {DEFAULT: IndexOptions()}


def followed(plan: Plan) -> Mapping[str, IndexOptions]:
    """Those that are brought up to date while a run works."""
    return {name: options for name, options in planned(plan).items() if options.follow}


def chosen(plan: Plan, name: str | None) -> str:
    """The name of the index that is meant: the one asked for, else the default or only one."""
    known = planned(plan)
    if name is None and len(known) == 1:
        return next(iter(known))
    if (name or DEFAULT) in known:
        return name or DEFAULT
    which = f"there is no index {name!r}" if name else "it has to be said which index is meant"
    raise UnknownNameError(
        f"{which}; known: {', '.join(sorted(known))}, and "
        "`bowerbird index build --name NAME` makes another"
    )


def in_use(made_with: IndexOptions, asked: IndexOptions) -> IndexOptions:
    """What holds for searches: what the index is made of, and what only concerns queries as the
    plan has it now."""
    of_the_index = {name: getattr(made_with, name) for name in ("kinds", "fields", "analysis")}
    return asked.model_copy(update=of_the_index)


def outdated(made_with: IndexOptions, asked: IndexOptions) -> list[str]:
    """What the plan says since, and the index does not know yet."""
    return [
        f"the plan has other {name} than the index was made with: "
        "`bowerbird index build` takes them over"
        for name in ("kinds", "fields", "analysis")
        if getattr(made_with, name) != getattr(asked, name)
    ]


@contextmanager
def only_follower(folder: Path, patience: float = EVER) -> Iterator[int]:
    """Be the one that follows the record log of this project; wait for another one to end. Yields
    a descriptor: a process to which it is passed is the one from then on."""
    with only_writer(index_folder(folder, FOLLOWER), patience) as handle:
        yield handle


def cursor_of(index: Path) -> int:
    """The last record that the index in this folder knows; 0 if there is none, or it is damaged."""
    try:
        found = manifest.read(index)
    except StoreError:
        return 0
    return found.cursor if found else 0


def is_ahead(index: Path, last: int) -> bool:
    """Does the index in this folder know records that the log, which ends here, never had? A power
    cut took them; their numbers will be given to others."""
    return cursor_of(index) > last
