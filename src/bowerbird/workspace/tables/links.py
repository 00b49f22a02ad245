"""How the pages that were read hang together: a map of hosts or of pages, of a size to be drawn.

A link here is the one by which a page was found; the first that led there.
"""

import sqlite3
from typing import Any

from bowerbird.model.errors import UsageError

MOST_NODES = 2_000
READ = "p.state in ('fetched', 'unchanged')"
_OF_HOSTS = f"""
    select p.host, count(*), sum(p.relevant = 'true') from pages as p
    where {READ} group by p.host order by 3 desc, 2 desc, 1 limit ?
"""  # noqa: S608 - our own conditions
_BETWEEN_HOSTS = f"""
    select f.host, p.host, count(*) from pages as p join pages as f on f.identity = p.found_on
    where {READ} and f.host != p.host group by 1, 2 order by 3 desc
"""  # noqa: S608
_OF_PAGES = f"""
    select p.identity, p.url, p.title, p.host, p.relevance, p.relevant, p.depth, p.found_on
    from pages as p where {READ} order by p.relevant desc, p.relevance desc, p.place limit ?
"""  # noqa: S608


def link_map(connection: sqlite3.Connection, by: str, limit: int) -> dict[str, Any]:
    """`nodes` with an `id` each, `links` from `source` to `target`, and how many nodes there is no
    room for: of hosts those with the most relevant pages stay, of pages the most relevant."""
    if not 0 < limit <= MOST_NODES:
        raise UsageError(f"a link map has 1 to {MOST_NODES} nodes, not {limit}")
    match by:
        case "host":
            return _hosts(connection, limit)
        case "page":
            return _pages(connection, limit)
        case _:
            raise UsageError(f"a link map is by host or by page, not by {by!r}")


def _hosts(connection: sqlite3.Connection, limit: int) -> dict[str, Any]:
    nodes = [
        {"id": host, "label": host, "pages": pages, "relevant": relevant}
        for host, pages, relevant in connection.execute(_OF_HOSTS, (limit,))
    ]
    shown = {node["id"] for node in nodes}
    links = [
        {"source": source, "target": target, "count": count}
        for source, target, count in connection.execute(_BETWEEN_HOSTS)
        if source in shown and target in shown
    ]
    counting = f"select count(distinct p.host) from pages as p where {READ}"  # noqa: S608
    (all_of_them,) = connection.execute(counting).fetchone()
    return {"nodes": nodes, "links": links, "left_out": all_of_them - len(nodes)}


def _pages(connection: sqlite3.Connection, limit: int) -> dict[str, Any]:
    rows = connection.execute(_OF_PAGES, (limit,)).fetchall()
    nodes = [
        {
            "id": identity,
            "label": title or url,
            "url": url,
            "host": host,
            "relevance": relevance,
            "relevant": relevant == "true",
            "depth": depth,
        }
        for identity, url, title, host, relevance, relevant, depth, _ in rows
    ]
    shown = {node["id"] for node in nodes}
    links = [{"source": row[-1], "target": row[0], "count": 1} for row in rows if row[-1] in shown]
    counting = f"select count(*) from pages as p where {READ}"  # noqa: S608
    (all_of_them,) = connection.execute(counting).fetchone()
    return {"nodes": nodes, "links": links, "left_out": all_of_them - len(nodes)}
