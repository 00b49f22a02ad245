"""What seeds earned: which pages each run found by way of which seed, put beside the seeds."""

from collections.abc import Mapping, Sequence
from typing import Any

from bowerbird.model.seed import Reason, Seed
from bowerbird.web.url import InvalidUrl, parse
from bowerbird.workspace.runs import Run
from bowerbird.workspace.seeding import told

Earned = Mapping[str, Mapping[str, Sequence[int]]]  # run → number of the seed → (pages, relevant)
GIVEN = "given"


def seeds_with_yields(known: Sequence[Seed], runs: Sequence[Run], earned: Earned) -> list[Any]:
    """Every seed that is kept, then those that runs were given besides, with what each earned:
    `pages` and `relevant` in all, and for each run in `runs`."""
    lines = {_identity(seed.url): _line(seed) for seed in known}
    for run in runs:
        counts = earned.get(run.id, {})
        for number, url in enumerate(run.plan.seeds, 1):
            line = lines.setdefault(_identity(url), _line(_given(url, run)))
            pages, relevant = counts.get(str(number), (0, 0))
            line["runs"][run.id] = {"pages": pages, "relevant": relevant}
            line["pages"] += pages
            line["relevant"] += relevant
    return list(lines.values())


def _line(seed: Seed) -> dict[str, Any]:
    return {**told(seed), "pages": 0, "relevant": 0, "runs": {}}


def _given(url: str, run: Run) -> Seed:
    return Seed(url, 0.0, "", (Reason(GIVEN, f"given to run {run.id}", 0.0),))


def _identity(url: str) -> str:
    try:
        return parse(url).identity
    except InvalidUrl:
        return url
