"""What a person may set about the crawl itself."""

from pydantic import Field

from bowerbird.model.options import Options


class FollowOptions(Options):
    """Which links of a page are followed at all."""

    nofollow: bool = Field(False, description="Follow links that say rel=nofollow, too.")
    assets: bool = Field(False, description="Follow images, scripts and style sheets, too.")
    sitemaps: bool = Field(
        False, description="Read the sitemaps that robots.txt names; scope and budgets hold."
    )
    relevant_only: bool = Field(
        False, description="Hard focus: follow only the links of relevant pages."
    )
    tunnel: int | None = Field(
        None,
        ge=1,
        description="Soft focus with an end: a path stops after so many irrelevant pages in a row; "
        "1 is the same as `relevant_only`.",
    )
    repeats: bool = Field(
        False, description="Follow the links of pages whose content was seen before."
    )


class RetryOptions(Options):
    """What is tried again, and when."""

    attempts: int = Field(3, ge=1, le=10, description="How often a URL is asked for in all.")
    first_pause: float = Field(
        15.0, ge=0, description="Seconds before the second attempt; doubled for each further one."
    )


class SpeedOptions(Options):
    """How many visits go on at once. May be changed while a run works."""

    concurrency: int = Field(32, ge=1, le=1024, description="Visits going on at the same time.")
    drain_seconds: float = Field(
        5.0, ge=0, le=60, description="Seconds that visits under way may take after a stop."
    )


class HealthOptions(Options):
    """When a run speaks up. None of these stops it unless `stop_early` says so."""

    stop_early: bool = Field(
        False, description="Stop by itself when a rule says that going on is useless."
    )
    no_relevant_in: int = Field(
        200, ge=10, description="Speak when none of this many pages in a row was relevant."
    )
    lowest_harvest: float = Field(
        0.1, ge=0, le=1, description="Speak when the share of relevant pages falls below this."
    )
    stalled_after: float = Field(
        60.0, gt=0, description="Speak when nothing was completed for this many seconds."
    )
    slow_fetch_ms: float = Field(
        5000.0, gt=0, description="Speak when an answer takes longer than this at the median."
    )
    duplicate_share: float = Field(
        0.5, gt=0, le=1, description="Speak when more than this share of pages repeats others."
    )
    low_disk_bytes: int = Field(
        500_000_000, ge=0, description="Pause when the disk has less than this left."
    )


class Budget(Options):
    """Limits of a run; each may be left out. They may be changed while it runs."""

    max_pages: int | None = Field(None, ge=1, description="Stop after this many pages.")
    max_records: int | None = Field(
        None,
        ge=1,
        description="Stop after this many records: of templates and media where the plan has any, "
        "else of pages.",
    )
    max_bytes: int | None = Field(None, ge=1, description="Stop after this many body bytes.")
    max_seconds: float | None = Field(None, gt=0, description="Stop after this many seconds.")
    least_harvest: float | None = Field(
        None,
        gt=0,
        le=1,
        description="Stop when the share of relevant pages among the last `harvest_window` falls "
        "below this.",
    )
    harvest_window: int = Field(
        500, ge=10, le=1_000_000, description="Pages over which `least_harvest` is measured."
    )
    host_pages: int | None = Field(
        None, ge=1, description="Most requests to one host: pages, redirects, errors, attempts."
    )
    host_bytes: int | None = Field(None, ge=1, description="Most body bytes of one host.")
    host_seconds: float | None = Field(
        None, gt=0, description="Most seconds spent waiting for one host's answers."
    )
