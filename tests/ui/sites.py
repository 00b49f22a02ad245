"""A project that crawls a site on loopback."""

from bowerbird.testing.serving import ServedWeb
from bowerbird.testing.site import generated_site
from bowerbird.workspace import Project, Workspace

SITE = generated_site(hosts=4, pages=3_000, words=30)


def crawling(workspace: Workspace, web: ServedWeb, name: str = "site") -> Project:
    """Its plan is ready; no run has begun."""
    found = workspace.project(name)
    found.plan = found.plan.model_validate(
        {
            "seeds": SITE.seeds,
            "scope": {"stay": "any"},
            "politeness": {"delay": 0.0},
            "fetch": {"allow_private": True, "resolve": [web.resolve]},
        }
    )
    return found
