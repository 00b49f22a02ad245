"""The form of an index: every option that it has."""

from typing import Any

from pydantic import Field

from bowerbird.model.options import Options
from bowerbird.server.forms import FormGroup, form_groups
from bowerbird.workspace.knobs import IndexOptions

GROUPS = ("analysis", "ranking")


class IndexForm(Options):
    """An index by name, with all of its options."""

    name: str = Field(min_length=1, max_length=64)
    rebuild: bool = False
    options: IndexOptions = IndexOptions()

    def changes(self) -> dict[str, Any]:
        """Dotted keys of the index's options."""
        values = self.options.model_dump(mode="json")
        inner = {name: values.pop(name) for name in GROUPS}
        return values | {f"{g}.{key}": v for g, group in inner.items() for key, v in group.items()}


def index_form(values: dict[str, Any]) -> list[FormGroup]:
    """What the form shows, filled in with an index's options."""
    return form_groups(IndexForm, {"options": values}, only=("options",))
