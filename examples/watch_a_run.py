"""Follow a run while it works, stop it half-way, and go on. Against the bundled little web.

python examples/watch_a_run.py
"""

from collections import Counter
from tempfile import TemporaryDirectory

from bowerbird import Workspace
from bowerbird.model.events import Health, Visited
from bowerbird.testing.little_web import LITTLE_WEB, serve_little_web


def main(home: str) -> None:
    with serve_little_web() as web:
        project = Workspace(home).project("watched")
        run = project.crawl(
            *LITTLE_WEB.seeds["all"],
            scope__stay="any",
            scope__include=["host(*.test)"],
            fetch__allow_private=True,
            fetch__resolve=[web.resolve],
            politeness__delay=0.05,
        )

        states: Counter[str] = Counter()
        for event in run.events():
            match event:
                case Visited(state=state):
                    states[state] += 1
                    if states.total() == 20:
                        break
                case Health(sentence=sentence):
                    print(f"note: {sentence}")
                case _:
                    pass
        print(f"after {states.total()} visits: {dict(states)}")

        state = run.stop()
        before = run.summary()["pages"]
        print(f"{state} with {before} pages; now it goes on where it was")

        summary = run.resume().wait()
        print(f"{summary['state']} with {summary['pages']} pages, each read once")
        for reason, count in summary["refused"].items():
            print(f"  refused, {reason}: {count}")
        print(f"{project.search('tapir').total} of them speak of a tapir")


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        main(folder)
