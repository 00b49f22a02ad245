"""Every command by its name, and where it is: only what is called gets loaded."""

from collections.abc import Iterable
from importlib import import_module

import typer

COMMANDS = {
    "demo": "bowerbird.cli.demo:demo",
    "crawl": "bowerbird.cli.crawl:crawl",
    "run": "bowerbird.cli.run:app",
    "presets": "bowerbird.cli.presets:presets",
    "pages": "bowerbird.cli.pages:pages",
    "explain": "bowerbird.cli.pages:explain",
    "rate": "bowerbird.cli.rate:rate",
    "topic": "bowerbird.cli.topic:app",
    "seeds": "bowerbird.cli.seeds:app",
    "fields": "bowerbird.cli.fields:app",
    "records": "bowerbird.cli.records:app",
    "judge": "bowerbird.cli.judge:app",
    "tune": "bowerbird.cli.tune:app",
    "index": "bowerbird.cli.index:app",
    "search": "bowerbird.cli.search:search",
    "suggest": "bowerbird.cli.search:suggest",
    "metadata": "bowerbird.cli.metadata:app",
    "project": "bowerbird.cli.project:app",
    "schedule": "bowerbird.cli.schedule:app",
    "notices": "bowerbird.cli.schedule:notices",
    "user": "bowerbird.cli.user:app",
    "audit": "bowerbird.cli.user:audit",
    "serve": "bowerbird.cli.serve:serve",
    "doctor": "bowerbird.cli.doctor:doctor",
}


def add_commands(app: typer.Typer, names: Iterable[str] = tuple(COMMANDS)) -> typer.Typer:
    """The app with these commands: functions, or groups of them."""
    for name in names:
        module, _, attribute = COMMANDS[name].partition(":")
        found = getattr(import_module(module), attribute)
        if isinstance(found, typer.Typer):
            app.add_typer(found, name=name)
        else:
            app.command(name)(found)
    return app
