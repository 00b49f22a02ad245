"""The base of everything a person configures."""

from pydantic import BaseModel, ConfigDict


class Options(BaseModel):
    """Frozen; an unknown key or a value out of range fails at load, with its path."""

    model_config = ConfigDict(frozen=True, extra="forbid")
