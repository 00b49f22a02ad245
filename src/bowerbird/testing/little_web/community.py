"""A forum that puts sessions into its URLs, a job board, and a calendar that ends."""

from hashlib import md5

from bowerbird.testing.little_web.building import Extra, Href, Site

THREADS = (
    ("Which mouse for a small desk?", "mouse-device"),
    ("A mouse in my kitchen", "mouse-rodent"),
    ("Squeaking chain on my bicycle", "bicycles"),
    ("How many solar panels for a caravan?", "solar-energy"),
    ("Soup without onions", "cooking"),
    ("Saw a tapir on holiday", "tapirs"),
    ("Late trains", "news"),
    ("Looking for a room near campus", "campus"),
)
JOBS = (
    ("bookkeeper", "Bookkeeper"),
    ("solar-installer", "Installer of solar panels"),
    ("clerk", "Clerk for the northern branch"),
    ("bicycle-mechanic", "Bicycle mechanic"),
    ("recruiter", "Recruiter, part-time"),
)
EVENTS = ("brass-band", "poetry-night", "flea-market", "open-air-film", "choir", "harvest-fair")


def community_hosts() -> list[Site]:
    """Hosts where people write."""
    return [_forum(), _jobs(), _events()]


def _forum() -> Site:
    robots = "User-agent: Bowerbird/1.0\nUser-agent: OtherBot\nDisallow: /members/7\n"
    site = Site("forum.test", "The Forum", robots=robots, forbidden=("/members/7",))
    for number, (title, subject) in enumerate(THREADS, 1):
        after = number % len(THREADS) + 1
        links = [
            Href(_session(f"/thread/{after}", number), THREADS[after - 1][0]),
            Href(f"/members/{6 + number % 2}", "The member who asked"),
            Href("/logout", "Log out", kind="unsafe"),
        ]
        site.article(f"/thread/{number}", title, subject, links)
    hidden = Extra(head='<meta name="robots" content="noindex">\n', noindex=True)
    for member in (6, 7):
        site.article(f"/members/{member}", f"Member number {member}", "offices", (), hidden)
    site.missing("/logout")
    threads = [
        Href(_session(f"/thread/{number}", 0), title)
        for number, (title, _) in enumerate(THREADS, 1)
    ]
    site.article("/", "All threads", "news", [*threads, Href("/logout", "Log out", kind="unsafe")])
    return site


def _session(target: str, page: int) -> str:
    number = md5(f"session {page}".encode(), usedforsecurity=False).hexdigest()
    return f"{target};jsessionid={number.upper()}" if page % 2 else f"{target}?PHPSESSID={number}"


def _jobs() -> Site:
    site = Site("jobs.test", "Job Board")
    made = []
    for name, title in JOBS:
        topics = ("solar-energy",) if "solar" in name else ("bicycles",) if "bicyc" in name else ()
        subject = topics[0] if topics else "offices"
        made.append(site.article(f"/job/{name}", title, subject, (), Extra(topics=topics)))
    old = Extra(headers=(("X-Robots-Tag", "noindex"),), noindex=True)
    made.append(site.article("/job/filled", "A position that was filled", "offices", (), old))
    site.article("/", "Open positions", "offices", made)
    return site


def _events() -> Site:
    site = Site("events.test", "What is on")
    months = range(4, 10)
    for place, month in enumerate(months):
        around = [other for other in (month - 1, month + 1) if other in months]
        links = [Href(f"/calendar?month=2026-{other:02d}", f"Month {other}") for other in around]
        event = site.article(
            f"/event/{EVENTS[place]}", EVENTS[place].replace("-", " ").title(), "evenings"
        )
        title = f"Events in month {month} of 2026"
        site.article(f"/calendar?month=2026-{month:02d}", title, "evenings", [*links, event])
    first = Href(f"/calendar?month=2026-{months[0]:02d}", "The calendar")
    site.article("/", "What is on in town", "evenings", [first])
    return site
