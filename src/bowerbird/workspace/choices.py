"""What a plan chooses, without opening anything: identity, seeds, judges, filters."""

from bowerbird.fetch.browser_found import find_browser
from bowerbird.judge.pages_language import LanguageJudge
from bowerbird.model.errors import PlanError
from bowerbird.model.ports import LinkJudge, PageFilter, PageJudge
from bowerbird.model.topic import Topic
from bowerbird.politeness.scope import RuleScope
from bowerbird.seeds.bookmarks.sites import BookmarkSites
from bowerbird.web.url import IdentityRules, InvalidUrl, Url, parse
from bowerbird.workspace.plan import Plan
from bowerbird.workspace.strategies import Table, all_strategies

NEED_WORDS = frozenset({"page-weight", "bm25", "concept"})  # page judges that count terms


def check_choices(plan: Plan, topic: Topic) -> None:
    """Everything in the plan that can be wrong without a crawl, said before one is started."""
    table = all_strategies()
    page_judge_of(plan, table, topic)
    table.link_judges.options(plan.link_judge.use, plan.link_judge.options)
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
    link = plan.link_judge
    page_judge = page_judge_of(plan, table, topic)
    return page_judge, table.link_judges.build(link.use, link.options, topic)


def page_judge_of(plan: Plan, table: Table, topic: Topic) -> PageJudge:
    """What says whether a page is about the topic."""
    chosen = plan.page_judge
    if not topic.terms and chosen.use in NEED_WORDS:
        raise PlanError(
            f"page_judge: `{chosen.use}` needs a topic with words; give one with --topic QUERY"
        )
    page_judge = table.page_judges.build(chosen.use, chosen.options, topic)
    if topic.languages:
        factor = plan.topic.other_languages
        page_judge = LanguageJudge(page_judge, topic.languages, factor)
    return page_judge


def bookmark_sites(plan: Plan, topic: Topic) -> BookmarkSites | None:
    """None where none is crawled as such: such a crawl pays nothing for it."""
    return BookmarkSites(plan.bookmark_sites, topic) if plan.bookmark_sites else None


def filters(plan: Plan, table: Table) -> dict[str, PageFilter]:
    return {
        name: table.filters.build(name, plan.plugins.get(name, {}))
        for name in table.filters.names()
    }
