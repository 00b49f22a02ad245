"""What a person may set about reading pages."""

from pydantic import Field

from bowerbird.model.options import Options


class ParseOptions(Options):
    """Caps and choices of the parsers; the caps keep a hostile page from filling the memory."""

    max_links: int = Field(
        default=6_000, ge=0, description="Links kept of one page; the rest is dropped."
    )
    max_metadata: int = Field(default=64, ge=0, description="Meta entries kept of one page.")
    max_metadata_length: int = Field(
        default=1_000, ge=1, description="Characters kept of a meta entry."
    )
    max_headings: int = Field(default=200, ge=0, description="Headings kept of one page.")
    max_text: int = Field(
        default=1_000_000, ge=0, description="Characters of text kept of one page."
    )
    text: bool = Field(
        default=True, description="Read main text and headings; off for a pure link crawl."
    )
    detect_language: bool = Field(
        default=True, description="Detect a language that no page declares."
    )
    keep_nofollow: bool = Field(
        default=True, description="Keep links marked rel=nofollow, so that `explain` can name them."
    )
    strings_as_links: bool = Field(
        default=False, description="Take URLs in comments and inline scripts as links too."
    )


class IsolationOptions(Options):
    """What a page may cost in the worker."""

    workers: int = Field(default=1, ge=1, le=2, description="Worker processes at the most.")
    memory_mib: int = Field(default=1_536, ge=256, description="Address space of a worker in MiB.")
    seconds: float = Field(
        default=20.0, gt=0, description="Time for one page, then the worker is killed."
    )
    max_contexts: int = Field(default=500, ge=0, description="Links whose surroundings are told.")
