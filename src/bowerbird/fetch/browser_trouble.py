"""What may go wrong in the browser, on its way to becoming an outcome."""

from bowerbird.model.errors import UsageError
from bowerbird.model.outcomes import Failed


class RenderingError(Exception):
    """A page that cannot be rendered. Never leaves `fetch`: it becomes its `failed`."""

    def __init__(self, failed: Failed) -> None:
        super().__init__(failed.detail)
        self.failed = failed


class BrowserMissingError(UsageError):
    """No browser here, or none that starts; says what to do in a sentence."""
