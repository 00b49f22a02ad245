"""Traps without an end: calendars, sessions, growing paths and queries, farms of hosts."""

from hashlib import blake2b

from bowerbird.testing.hostile_web.scripts import (
    NO_ROBOTS,
    answer,
    fetched,
    html,
    links,
    page,
    trap,
)  # fmt: skip
from bowerbird.testing.hostile_web.values import Expect, Script, Trap
from bowerbird.testing.serving import Asked

MOST = 300  # requests that may go into a maze before it has to be known for one
FARM = 300  # hosts of a farm that may be asked


def maze_traps() -> list[Trap]:
    """Every trap that never ends."""
    makers = {
        "calendar": ("a calendar that knows every month of all time", _calendar),
        "calendar-path": ("a calendar whose days are folders", _calendar_path),
        "accretion": ("relative links that grow by one folder each time", _accretion),
        "repeats": ("the same two folders again and again", _repeats),
        "query-grows": ("each link adds a parameter to the query", _query_grows),
        "query-values": ("a number in the query that goes up for ever", _query_values),
        "sessions": ("a new session in every link, under a name of its own", _sessions),
        "sessions-in-path": ("a new session as a folder", _session_folder),
        "facets": ("filters in every order and combination", _facets),
        "sorts": ("the same list sorted in every way", _sorts),
        "branching": ("every page leads to twenty new ones", _branching),
        "soft": ("every URL is a page that says it does not exist", _soft),
        "next-page": ("a list with a next page for ever, all of them empty", _next_page),
        "case": ("every spelling of a path in upper and lower case", _case),
        "slashes": ("one more slash each time", _slashes),
        "encoded": ("percent signs that are escaped once more each time", _encoded),
    }
    made = [
        trap("traps", f"maze-{name}", why,
             {"/": maker, "/*": maker},
             {"/": Expect(("fetched",))}, at_most=(("/", MOST),))
        for name, (why, maker) in makers.items()
    ]  # fmt: skip
    return [*made, _farm(), _beside()]


def _number(asked: Asked, name: str) -> int:
    tail = asked.target.rpartition(name)[2]
    digits = tail.partition("&")[0]
    return int(digits) if digits.isdecimal() else 0


def _calendar(asked: Asked, _: int) -> Script:
    month = _number(asked, "month=")
    return page(f"Month {month}", links(f"/?month={month + 1}", f"/?month={month + 12}"))


def _calendar_path(asked: Asked, _: int) -> Script:
    parts = [int(part) for part in asked.target.strip("/").split("/") if part.isdecimal()]
    year, month, day = parts if len(parts) == 3 else (2026, 1, 1)
    tomorrow = f"/{year}/{month}/{day + 1}" if day < 28 else f"/{year}/{month % 12 + 1}/1"
    return page(f"Day {year} {month} {day}", links(tomorrow, f"/{year + 1}/{month}/{day}"))


def _accretion(asked: Asked, _: int) -> Script:
    return page(f"At {asked.target}", links("more/", "folder/index.html"))


def _repeats(asked: Asked, _: int) -> Script:
    return page(f"At {asked.target}", links("a/b/", "../a/b/a/"))


def _query_grows(asked: Asked, _: int) -> Script:
    count = asked.target.count("=")
    join = "&amp;" if "?" in asked.target else "?"
    target = asked.target.replace("&", "&amp;")
    return page(f"Query {count}", links(f"{target}{join}p{count}=1", f"{target}{join}q{count}=1"))


def _query_values(asked: Asked, _: int) -> Script:
    value = _number(asked, "id=")
    return page(f"Value {value}", links(f"/?id={value + 1}", f"/?id={value * 2 + 2}"))


def _digest(asked: Asked, salt: str) -> str:
    return blake2b(f"{asked.target}{salt}".encode(), digest_size=16).hexdigest()


def _sessions(asked: Asked, _: int) -> Script:
    targets = [f"/?visit={_digest(asked, name)}" for name in ("a", "b", "c")]
    return answer(html("Same page", links(*targets)))


def _session_folder(asked: Asked, _: int) -> Script:
    targets = [f"/s-{_digest(asked, name)}/home" for name in ("a", "b", "c")]
    return answer(html("Same page", links(*targets)))


def _facets(asked: Asked, _: int) -> Script:
    target = asked.target if asked.target != "/" else "/list"
    targets = [f"{target}/{facet}" for facet in ("red", "blue", "large", "small", "new")]
    return page(f"Facets {asked.target}", links(*targets))


def _sorts(asked: Asked, _: int) -> Script:
    query = asked.target.partition("?")[2].replace("&", "&amp;")
    targets = [f"/?{query}&amp;sort{query.count('sort')}={by}" for by in ("price", "name", "age")]
    return page(f"Sorted {len(query)}", links(*targets))


def _branching(asked: Asked, _: int) -> Script:
    targets = [f"/{_digest(asked, str(n))}" for n in range(20)]
    return page(f"Branch {asked.target}", links(*targets))


def _soft(asked: Asked, _: int) -> Script:
    return answer(
        html("Not found", "<p>Sorry, no such page.</p>" + links(f"/{_digest(asked, '')}"))
    )


def _next_page(asked: Asked, _: int) -> Script:
    return answer(html("No more results", links(f"/?page={_number(asked, 'page=') + 1}")))


def _case(asked: Asked, _: int) -> Script:
    name = asked.target.strip("/") or "a" * 24
    flips = [name[:n] + name[n].swapcase() + name[n + 1 :] for n in range(0, len(name), 3)]
    return page(f"Case {name}", links(*(f"/{flip}" for flip in flips)))


def _slashes(asked: Asked, _: int) -> Script:
    return page(
        f"Slashes {len(asked.target)}", links(f"{asked.target}/x/", f"/.//{asked.target[1:]}/")
    )


def _encoded(asked: Asked, _: int) -> Script:
    target = asked.target if "%" in asked.target else "/%20"
    return page(
        f"Escaped {len(target)}",
        links(target.replace("%", "%25"), target.replace("%", "%25") + "x"),
    )


def _farm() -> Trap:
    def bed(asked: Asked, _: int) -> Script:
        number = int(asked.host.partition(".")[0].removeprefix("bed") or 0)
        targets = [f"http://bed{number * 3 + step}.farm.test/" for step in (1, 2, 3)]
        return page(f"Bed {number}", links(*targets))

    # A domain of its own: what a crawler learns of the farm must not hit the other traps.
    return trap(
        "traps", "maze-farm", "every hostname exists, and each page leads to three new ones",
        {"http://*.farm.test/*": bed, "http://*.farm.test/robots.txt": NO_ROBOTS}, {},
        seeds=("http://bed1.farm.test/",), at_most=(("http://bed", FARM),),
    )  # fmt: skip


def _beside() -> Trap:
    """A brake may stop the maze only, not the pages beside it."""
    beside = [f"/beside/{n}" for n in range(20)]

    def maze(asked: Asked, _: int) -> Script:
        value = _number(asked, "id=")
        return page(f"Maze {value}", links(f"/maze?id={value + 1}", f"/maze?id={value + 2}"))

    return trap(
        "traps", "maze-beside", "good pages beside a maze are still asked for",
        {"/": page("Beside", links("/maze?id=1", *beside)), "/maze*": maze,
         **{target: page(f"Good {target}") for target in beside}},
        {target: fetched(f"Good {target}") for target in beside},
        asked=tuple(beside), at_most=(("/maze", MOST),),
    )  # fmt: skip
