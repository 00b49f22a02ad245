"""A first page whose blocks have labels."""

from msgspec import Struct

from bowerbird.extract.metadata.labelling import Labels
from bowerbird.extract.metadata.layouts import Label
from bowerbird.extract.metadata.xy_tree import Node


class FrontPage(Struct):
    """A page, its blocks in reading order, and what each is."""

    blocks: list[Node]
    labels: Labels

    def label(self, number: int) -> Label:
        """The label with most votes."""
        return Label(int(self.labels.shares[number].argmax()))

    def share(self, number: int, label: Label) -> float:
        """Its share of the votes."""
        return float(self.labels.shares[number][label])

    def of(self, label: Label) -> list[int]:
        """The blocks of that label."""
        return [number for number in range(len(self.blocks)) if self.label(number) is label]
