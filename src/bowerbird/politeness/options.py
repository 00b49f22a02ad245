"""What a person may set about politeness. The defaults suit a stranger's server."""

from pydantic import Field

from bowerbird.model.options import Options

MINUTE, HOUR, DAY = 60.0, 3600.0, 86_400.0


class PolitenessOptions(Options):
    """Pauses between requests, patience with servers in trouble, and robots.txt."""

    agent: str = Field(
        default="Bowerbird",
        min_length=1,
        description="The product token that robots.txt and X-Robots-Tag address us by.",
    )
    delay: float = Field(
        default=1.0,
        ge=0,
        le=DAY,
        description="Seconds from the end of an answer to the next request to the same host.",
    )
    connections_per_host: int = Field(
        default=1, ge=1, le=64, description="Requests that one host may have in flight at a time."
    )
    adapt_to_latency: float = Field(
        default=2.0,
        ge=0,
        le=100,
        description="The pause is at least this many times the host's usual time to answer; "
        "0 switches that off, and so does a delay of 0.",
    )
    longest_adapted_delay: float = Field(
        default=30.0,
        ge=0,
        le=DAY,
        description="A slow host is slowed down no further than this (seconds).",
    )
    max_crawl_delay: float = Field(
        default=30.0,
        ge=0,
        le=DAY,
        description="A Crawl-delay or Request-rate of robots.txt counts up to this many seconds.",
    )
    pause_per_address: float = Field(
        default=0.25,
        ge=0,
        le=DAY,
        description="Seconds between requests to one public address, whatever the host's name.",
    )
    max_retry_after: float = Field(
        default=DAY, ge=0, description="A Retry-After header counts up to this many seconds."
    )
    least_retry_after: float = Field(
        default=1.0,
        ge=0,
        le=DAY,
        description="A server that answers `Retry-After: 0` gets this pause.",
    )
    backoff_first: float = Field(
        default=MINUTE,
        ge=0,
        description="Pause after a 429 or 503 without Retry-After; then doubled.",
    )
    backoff_longest: float = Field(
        default=DAY, ge=0, description="No back-off is longer (seconds)."
    )
    backoff_jitter: float = Field(
        default=0.1, ge=0, le=0.5, description="Share by which a back-off is varied up or down."
    )
    forgive_after: float = Field(
        default=30 * MINUTE, ge=0, description="Quiet seconds after which the doubling starts over."
    )
    obey_robots: bool = Field(
        default=True, description="Read robots.txt and keep to it (RFC 9309)."
    )
    cautious_robots: bool = Field(
        default=False,
        description="Take 401 or 403 for robots.txt as `Disallow: /`; the RFC allows all.",
    )
    robots_max_age: float = Field(
        default=DAY, ge=MINUTE, le=DAY, description="Seconds after which robots.txt is read again."
    )
    robots_stale: float = Field(
        default=DAY,
        ge=0,
        description="How long the last good robots.txt goes on while it cannot be read (seconds).",
    )
    robots_relax_after: float | None = Field(
        default=None,
        ge=DAY,
        description="After so many seconds of trouble an unreadable robots.txt counts as absent; "
        "30 days are usual, unset means never.",
    )
    robots_timeout: float = Field(
        default=30.0, gt=0, description="Seconds that one request for robots.txt may take."
    )
    robots_patience: int = Field(
        default=3,
        ge=1,
        le=100,
        description="How often robots.txt is asked for before the URLs waiting for it are refused.",
    )
    robots_retry_first: float = Field(
        default=MINUTE,
        ge=0,
        description="Pause after robots.txt answered 5xx or 429; then doubled.",
    )
    robots_retry_dead: float = Field(
        default=1.0,
        ge=0,
        description="The same for a host that could not be connected to; doubled while patient.",
    )
    robots_retry_longest: float = Field(
        default=HOUR, ge=0, description="The longest pause before robots.txt is asked for again."
    )
    keep_hosts: int = Field(
        default=50_000,
        ge=100,
        description="Hosts remembered in memory; the others are read from the store.",
    )
