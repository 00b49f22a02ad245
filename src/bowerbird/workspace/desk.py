"""Questions about pages, answered alike by a run at work and from a shard at rest."""

from collections.abc import Callable
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct

from bowerbird.crawl.seed_yields import read_yields
from bowerbird.frontier.inspection import Queued
from bowerbird.model.candidate import Via
from bowerbird.model.errors import UsageError
from bowerbird.model.pagerow import PageState
from bowerbird.model.ports import ContentSeen, LinkBook, Scope
from bowerbird.model.storage import Store
from bowerbird.web.url import IdentityRules, InvalidUrl, parse
from bowerbird.workspace.inspect import Queue, explain, page_line, page_rows, told_term
from bowerbird.workspace.link_learning import hub_lines
from bowerbird.workspace.rated import rating_of, told

CHUNK = 2_000  # rows per answer


class View(Struct, frozen=True):
    """A shard, as far as questions need it."""

    store: Store
    queue: Queue
    contents: ContentSeen
    scope: Scope
    identity: IdentityRules
    waits_for: Callable[[str], str] = lambda _: ""  # a host, while a run is at work
    link_judge: Callable[[], object] = lambda: None  # made only where it is asked


def answer_about_pages(request: dict[str, Any], view: View) -> Any:
    """`{"do": "pages", "after": hex}`, `{"do": "explain", "url": …}`, `{"do": "seeds"}`,
    `{"do": "hubs"}`."""
    if request["do"] == "explain":
        try:
            url = parse(request["url"], None, view.identity)
        except InvalidUrl as error:
            raise UsageError(str(error)) from error
        facts = explain(url, view.store, view.queue, view.contents, view.scope)
        if (rating := rating_of(view.store, url.key)) is not None:
            facts["rating"] = told(rating)
            facts["sentence"] += f" Rated by hand: {'' if rating.relevant else 'not '}relevant."
        waiting = view.queue.whereabouts(url.key)
        if isinstance(waiting, Queued) and isinstance(judge := view.link_judge(), LinkBook):
            terms = [told_term(term) for term in judge.explain(waiting.candidate)]
            facts["score_terms"] = facts["link_terms"] = terms
        if facts["state"] == PageState.QUEUED and (because := view.waits_for(url.host)):
            facts["rule"] = because
            facts["sentence"] += f" Its host: {because}."
        return facts
    if request["do"] == "hubs":
        judge = view.link_judge()
        return hub_lines(judge.hubs()) if isinstance(judge, LinkBook) else []
    if request["do"] == "seeds":
        return {
            run: {str(seed): [each.pages, each.relevant] for seed, each in seeds.items()}
            for run, seeds in read_yields(view.store).items()
        }
    rows = list(islice(page_rows(view.store, bytes.fromhex(request.get("after", ""))), CHUNK))
    return {
        "rows": [
            msgspec.to_builtins(page_line(row, view.contents))
            for _, row in rows
            if row.via != Via.PROBE
        ],
        "after": rows[-1][0].hex() if len(rows) == CHUNK else None,
    }
