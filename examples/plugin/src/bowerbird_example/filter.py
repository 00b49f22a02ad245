"""A filter: long URLs stay out."""

from collections.abc import Callable

from pydantic import Field

from bowerbird.model.candidate import Candidate
from bowerbird.model.options import Options


class ShortUrlsOptions(Options):
    """What counts as short."""

    longest: int = Field(80, ge=10, description="Longer URLs are refused.")


def make(options: ShortUrlsOptions) -> Callable[[Candidate], bool]:
    """The filter says which candidates may be crawled."""
    return lambda candidate: len(candidate.url.href) <= options.longest


SHORT_URLS = (ShortUrlsOptions, make)
