"""What the grades of somebody's file mean: collections count from 0 to 4, backwards, or below 0."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bowerbird.tuning.judgements import GRADES


@dataclass(frozen=True)
class Scale:
    """Without anything said, grades mean what they are."""

    grades: Mapping[int, int | None] = field(default_factory=dict)  # None: leave it out
    threshold: int | None = None  # from here on 1, below 0; what is negative is left out

    def of(self, written: int) -> int | None:
        """Our grade; None: this judgement is to be left out. `ValueError`: it means nothing."""
        if written in self.grades:
            return self.grades[written]
        if self.threshold is not None:
            return int(written >= self.threshold) if written >= 0 else None
        if written not in GRADES:
            raise ValueError(f"{written} is no grade")
        return written


AS_WRITTEN = Scale()
