"""What a person may set about scope."""

from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator, Field

from bowerbird.model.options import Options
from bowerbird.politeness.scope_text import parse_rule


class Stay(StrEnum):
    """How far from its seeds a crawl may go."""

    HOST = "host"  # the seeds' hosts and ports; www. makes no difference
    DOMAIN = "domain"  # their registrable domains, every host of them
    SEEDS = "seeds"  # below the seeds' own paths
    ANY = "any"


def _readable_rule(text: str) -> str:
    parse_rule(text)
    return text


def _scheme_name(scheme: str) -> str:
    if not scheme.isalnum() or scheme != scheme.lower():
        raise ValueError(f"'{scheme}' is not a scheme; write it like http, without ://")
    return scheme


RuleText = Annotated[str, AfterValidator(_readable_rule)]
SchemeName = Annotated[str, AfterValidator(_scheme_name)]


class ScopeOptions(Options):
    """Which URLs belong to the crawl."""

    stay: Stay = Field(
        default=Stay.HOST,
        description="How far from its seeds the crawl goes: their host, their domain, below the "
        "seeds' own paths (seeds), or any site.",
    )
    include: list[RuleText] = Field(
        default=[],
        description="If there are such rules, a URL must fit one of them. Seeds need not.",
    )
    exclude: list[RuleText] = Field(
        default=[], description="A URL that fits one of these rules is left out."
    )
    max_depth: int | None = Field(
        default=None, ge=0, description="Links followed from a seed; 0 is the seeds alone."
    )
    max_url_length: int = Field(
        default=2_048, ge=16, le=65_536, description="Characters; longer URLs are left out."
    )
    max_path_segments: int = Field(
        default=20, ge=1, le=1_000, description="Names in a path; deeper URLs are left out."
    )
    schemes: list[SchemeName] = Field(
        default=["http", "https"], min_length=1, description="Kinds of URL: http, https, ftp, file."
    )
    follow_unsafe: bool = Field(
        default=False,
        description="Follow links that look like log out, delete, add to cart or unsubscribe.",
    )
