"""Pages and files that a query names as examples, read once to see what they are about."""

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bowerbird.crawl.reading import Templated
from bowerbird.model.document import Document
from bowerbird.model.errors import RunError
from bowerbird.workspace.plan import Plan
from bowerbird.workspace.reading import open_reading
from bowerbird.workspace.single import open_document
from bowerbird.workspace.strategies import all_strategies


def read_examples(names: Sequence[str], plan: Plan, folder: Path) -> Mapping[str, Document]:
    """Each by its name. A URL that a crawl has kept is not asked for again; `RunError` or
    `UsageError` for one that cannot be read."""
    with ThreadPoolExecutor(1) as worker:  # a run that is steered has a loop of its own
        return worker.submit(asyncio.run, _read(names, plan, folder)).result()


async def _read(names: Sequence[str], plan: Plan, folder: Path) -> Mapping[str, Document]:
    found: dict[str, Document] = {}
    async with open_reading(plan, all_strategies(), folder) as reading:
        for name in names:
            async with open_document(name, plan, folder) as page:
                reply = await reading.parse(page)
                if not isinstance(reply, Templated):
                    raise RunError(f"the example {name} is {page.media_type}: nothing reads that")
                found[name] = reply.parsed.document
    return found
