"""What bookmarks say for a URL: tags that match the topic, from as many people as possible."""

import re
from collections.abc import Iterable, Sequence

from bowerbird.model.seed import Bookmark, Reason, Seed
from bowerbird.model.topic import Topic
from bowerbird.text.tokens import tokens

_CAMEL = re.compile(r"(?<=[a-zäöüß])(?=[A-ZÄÖÜ])")
PERSONS_DOUBT = 0.5  # one person whose tags all match makes a resource half certain
UNASKED = 0.5  # where there is no topic, a bookmark is a bookmark
KEPT_TAGS = 30  # of a resource
TOLD = 4  # tags that a reason names


def match(tags: Sequence[str], topic: Topic) -> tuple[float, list[str]]:
    """How well somebody's tags for a resource fit: (0 … 1, the tags that do)."""
    weights = {term.term: term.weight for term in topic.terms}
    fitting: dict[str, float] = {}
    for tag in tags:
        words = normal(tag)
        weight = weights.get(words) or max((weights.get(w, 0.0) for w in words.split()), default=0)
        if weight > 0:
            fitting[tag] = weight
    mass = sum(fitting.values()) / len(tags) ** 0.5 if tags else 0.0
    return min(1.0, mass), sorted(fitting, key=lambda tag: -fitting[tag])


def evidence(seed: Seed, topic: Topic) -> float:
    """What a kept seed's tags and title say for this topic, which may not be the one that it was
    imported for. 0 if nobody bookmarked it."""
    doubt = 1.0
    for reason in seed.reasons:
        if reason.people:
            fits, _ = match((*reason.tags, seed.title), topic)
            doubt *= (1 - PERSONS_DOUBT * fits) ** reason.people
    return round(1 - doubt, 4)


def normal(tag: str) -> str:
    """`SolarEnergy`, `solar-energy` and `solar_energy` are "solar energy"."""
    return " ".join(tokens(_CAMEL.sub(" ", re.sub(r"[-_+/:.]", " ", tag))))


def seeds_from(bookmarks: Iterable[Bookmark], topic: Topic, source: str) -> list[Seed]:
    """The resources that somebody tagged for the topic, the surest first: each person of whose
    tags enough match takes half of what doubt is left. Without a topic, all of them."""
    doubt: dict[str, float] = {}
    titles: dict[str, str] = {}
    told: dict[str, dict[str, None]] = {}
    people: dict[str, set[str]] = {}
    given: dict[str, dict[str, None]] = {}
    for bookmark in bookmarks:
        fits, tags = match((*bookmark.tags, bookmark.title), topic) if topic.terms else (1.0, [])
        if not fits:
            continue
        url = bookmark.url
        doubt[url] = doubt.get(url, 1.0) * (1 - PERSONS_DOUBT * fits)
        titles[url] = titles.get(url) or bookmark.title
        told.setdefault(url, {}).update(dict.fromkeys(tags))
        people.setdefault(url, set()).add(bookmark.user)
        given.setdefault(url, {}).update(dict.fromkeys(bookmark.tags))
    found = [
        Seed(
            url,
            round(1 - left, 4),
            titles[url],
            (
                Reason(
                    source,
                    _because(list(told[url]), len(people[url])),
                    round(1 - left, 4),
                    len(people[url]),
                    tuple(given[url])[:KEPT_TAGS],
                ),
            ),
        )
        for url, left in doubt.items()
    ]
    return sorted(found, key=lambda seed: (-seed.score, seed.url))


def _because(tags: list[str], people: int) -> str:
    who = "one person" if people == 1 else f"{people} people"
    if not tags:
        return f"bookmarked by {who}"
    shown = ", ".join(f"“{tag}”" for tag in tags[:TOLD])
    return f"tagged {shown} by {who}"
