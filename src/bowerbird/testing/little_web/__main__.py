"""Serve the little web from this process until it is told to end."""

from bowerbird.testing.little_web import LITTLE_WEB
from bowerbird.testing.standalone import run

if __name__ == "__main__":
    run("bowerbird.testing.little_web", lambda _: LITTLE_WEB.answer)
