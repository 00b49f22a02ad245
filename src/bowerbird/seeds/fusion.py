"""Results of several sources as one list: reciprocal ranks added up, each host capped."""

from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from bowerbird.model.seed import Hit, Reason, Seed

K = 60  # of reciprocal rank fusion: how little the very first places count more than the next


def fused(
    found: Mapping[str, Sequence[Hit]],
    weights: Mapping[str, float],
    *,
    most: int,
    most_per_host: int,
) -> list[Seed]:
    """The best of all; a URL that several sources name has all their reasons. A score of 1 is the
    first place everywhere."""
    total = sum(weights.get(name, 1.0) for name in found) / (K + 1) or 1.0
    scores: dict[str, float] = {}
    reasons: dict[str, dict[str, Reason]] = {}
    titles: dict[str, str] = {}
    for name, hits in found.items():
        for hit in hits:
            if name in reasons.get(hit.url, ()):
                continue  # a source counts once for a URL, by its best place
            share = weights.get(name, 1.0) / (K + hit.rank) / total
            scores[hit.url] = scores.get(hit.url, 0.0) + share
            because = f"place {hit.rank} of {name}" + (
                f": {hit.snippet[:120]}" if hit.snippet else ""
            )
            reasons.setdefault(hit.url, {})[name] = Reason(name, because, round(share, 4))
            titles[hit.url] = titles.get(hit.url) or hit.title
    best = sorted(scores, key=lambda url: (-scores[url], url))
    return [
        Seed(url, round(scores[url], 4), titles[url], tuple(reasons[url].values()))
        for url in _capped(best, most_per_host)[:most]
    ]


def _capped(urls: Sequence[str], most_per_host: int) -> list[str]:
    counts: dict[str, int] = {}
    kept = []
    for url in urls:
        host = urlsplit(url).hostname or ""
        counts[host] = counts.get(host, 0) + 1
        if counts[host] <= most_per_host:
            kept.append(url)
    return kept


def merged(known: Sequence[Seed], more: Sequence[Seed]) -> list[Seed]:
    """Two lists of seeds; of one that stands in both, all reasons and the better score."""
    by_url = {seed.url: seed for seed in known}
    for seed in more:
        before = by_url.get(seed.url)
        if before is None:
            by_url[seed.url] = seed
            continue
        reasons = {(each.source, each.because): each for each in (*before.reasons, *seed.reasons)}
        by_url[seed.url] = Seed(
            seed.url,
            max(before.score, seed.score),
            before.title or seed.title,
            tuple(reasons.values()),
        )
    return sorted(by_url.values(), key=lambda seed: (-seed.score, seed.url))
