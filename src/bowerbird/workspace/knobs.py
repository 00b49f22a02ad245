"""What of its judges a run can be steered by, with the values that hold."""

from bowerbird.index.options import IndexOptions as IndexOptions
from bowerbird.model.options import Options
from bowerbird.workspace.plan import Plan
from bowerbird.workspace.strategies import all_strategies


def judge_options(plan: Plan) -> dict[str, Options]:
    """The options of the page judge and the link judge in use, by where they stand in the plan."""
    table = all_strategies()
    pages, links = plan.page_judge, plan.link_judge
    return {
        "page_judge.options": table.page_judges.options(pages.use, dict(pages.options)),
        "link_judge.options": table.link_judges.options(links.use, dict(links.options)),
    }
