"""A rule that does not hold together, said in one sentence."""

from bowerbird.model.errors import PlanError

_SHOWN = 60  # characters of a rule in a message


class RuleError(PlanError, ValueError):
    """A rule cannot be read. A `ValueError` too, so that options report it with their path."""

    def __init__(self, text: str, at: int, expected: str, found: str | None = None) -> None:
        self.column = at + 1
        if found is None:
            rest = text[at : at + _SHOWN].split()
            found = f"'{rest[0]}'" if rest else "the end"
        shown = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
        super().__init__(
            f"cannot read the rule «{shown}» at column {self.column}: "
            f"expected {expected}, found {found}"
        )
