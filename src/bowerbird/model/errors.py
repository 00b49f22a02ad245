"""What may be raised. The web failing is not here: that is an outcome (see `outcomes.py`).

BowerbirdError                 the message is for a person: the thing, and the remedy
├── UsageError                 the call was wrong: exit status 2
│   ├── PlanError              project.toml or an option does not hold
│   └── UnknownNameError       no strategy, project or run of that name
├── LockedError                somebody else is at work on this shard
├── StoreError                 something on disk cannot be read or written
│   ├── CorruptError           a checksum or a format does not hold
│   └── OutOfSpaceError        the disk is full, read-only, or descriptors ran out
└── RunError                   a run could not be started, reached or ended
"""


class BowerbirdError(Exception):
    """Root of the tree: one sentence that names the thing and the remedy."""


class UsageError(BowerbirdError):
    """The call was wrong; nothing was done."""


class PlanError(UsageError):
    """A plan or an option does not hold."""


class UnknownNameError(UsageError):
    """A name that nothing goes by; the message lists the names that would do."""


class LockedError(BowerbirdError):
    """Another process holds the shard."""


class StoreError(BowerbirdError):
    """Something on disk cannot be read or written."""


class CorruptError(StoreError):
    """A file does not hold what its checksum or format promises."""


class OutOfSpaceError(StoreError):
    """Disk full, disk read-only, or no file descriptors left; what was acknowledged is safe."""


class RunError(BowerbirdError):
    """A run could not be started, reached or ended."""
