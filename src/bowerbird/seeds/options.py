"""What a person may set about finding seeds."""

from pydantic import Field, field_validator

from bowerbird.model.options import Options


class ServiceOptions(Options):
    """One search engine or bookmarking service."""

    address: str = Field("", description="Where it answers; empty for its public address.")
    key: str = Field("", description="Its key, as a reference to the environment: ${ITS_NAME}.")
    weight: float = Field(1.0, gt=0, le=10, description="How much its results count.")

    @field_validator("key")
    @classmethod
    def _is_a_reference(cls, key: str) -> str:
        if key and not (key.startswith("${") and key.endswith("}")):
            raise ValueError(
                "a plan holds no secrets; put it into an environment variable and write ${ITS_NAME}"
            )
        return key


class SeedOptions(Options):
    """How seeds are found."""

    providers: dict[str, ServiceOptions] = Field(
        {}, description="Search engines that are asked, by name; none unless named here."
    )
    sources: dict[str, ServiceOptions] = Field(
        {}, description="Bookmarking services with their addresses and keys, by name."
    )
    mail: str = Field("", description="An address that scholarly services ask for, if you like.")
    language: str = Field("", description="Of results, such as en, for engines that can choose.")
    per_provider: int = Field(30, ge=1, le=100, description="Results taken of each.")
    per_source: int = Field(2000, ge=1, le=100_000, description="Bookmarks taken of each service.")
    most_per_host: int = Field(3, ge=1, description="Seeds of one host.")
    most: int = Field(20, ge=1, le=10_000, description="Seeds that are kept.")
    judged: bool = Field(
        True,
        description="Fetch what engines find, three times as many as are kept, and keep those that "
        "the page judge finds relevant. Without a topic nothing is judged.",
    )
    kept_hours: float = Field(24.0, ge=0, description="How long an answer is not asked for again.")
