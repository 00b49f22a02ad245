"""What a plan chooses, without opening anything: identity, seeds, judges, filters."""

from bowerbird.fetch.browser_found import find_browser
from bowerbird.model.errors import PlanError
from bowerbird.model.ports import LinkJudge, PageFilter, PageJudge
from bowerbird.model.topic import Topic
from bowerbird.politeness.scope import RuleScope
from bowerbird.web.url import IdentityRules, InvalidUrl, Url, parse
from bowerbird.workspace.plan import Choice, Plan
from bowerbird.workspace.strategies import Table, all_strategies


def check_choices(plan: Plan, topic: Topic) -> None:
    """Everything in the plan that can be wrong without a crawl, said before one is started."""
    table = all_strategies()
    judges(plan, table, topic)
    filters(plan, table)
    check_browser(plan)
    for strategies in (table.parsers, table.fetchers, table.exporters):
        for name in strategies.names():
            strategies.options(name, plan.plugins.get(name, {}))
    RuleScope(plan.scope, seed_urls(plan), filters(plan, table))


def check_browser(plan: Plan) -> None:
    """A plan that wants a browser where there is none, or actions without one, says so at once."""
    if plan.browser.use != "never":
        find_browser(plan.browser)
        return
    acting = [f"template {name!r}" for name, each in plan.templates.items() if each.actions]
    acting += ["browser.chains"] * bool(plan.browser.chains)
    if acting:
        raise PlanError(
            f"{acting[0]} has actions, and they need a browser: --browser auto, or always"
        )


def identity(plan: Plan) -> IdentityRules:
    chosen = plan.identity
    return IdentityRules(
        keep_hash_bang=chosen.hash_bang,
        ignore_query=chosen.ignore_query,
        ignored_parameters=tuple(chosen.ignored_parameters),
        keep_sessions=chosen.keep_sessions,
    )


def seed_urls(plan: Plan) -> list[Url]:
    urls = []
    for seed in plan.seeds:
        try:
            urls.append(parse(seed, None, identity(plan)))
        except InvalidUrl as error:
            raise PlanError(f"seeds: {error}") from error
    return urls


def judges(plan: Plan, table: Table, topic: Topic) -> tuple[PageJudge, LinkJudge]:
    """The judges of a plan, for the topic that it came to when the run was started."""
    page, link = chosen_page_judge(plan, topic), plan.link_judge
    if page.use == "page-weight" and not topic.terms:
        raise PlanError("page_judge: `page-weight` needs a topic; give one with --topic QUERY")
    return (
        table.page_judges.build(page.use, page.options, topic),
        table.link_judges.build(link.use, link.options, topic),
    )


def chosen_page_judge(plan: Plan, topic: Topic) -> Choice:
    """The plan's, or what fits best if it names none."""
    return plan.page_judge or Choice(use="page-weight" if topic.terms else "everything")


def filters(plan: Plan, table: Table) -> dict[str, PageFilter]:
    return {
        name: table.filters.build(name, plan.plugins.get(name, {}))
        for name in table.filters.names()
    }
