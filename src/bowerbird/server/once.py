"""What must not be done twice: a request that carries an `Idempotency-Key` and is repeated, because
its answer was lost on the way, gets the answer of the first."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Annotated, Any

from fastapi import Depends, Header, Request

from bowerbird.model.errors import UsageError

KEPT = 1_000  # keys
Key = Annotated[
    str | None, Header(max_length=200, description="The same for every try of one request.")
]


class Answers:
    """Those that were given, by key. One at a time is worked out."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: OrderedDict[tuple[str, ...], tuple[str, Any]] = OrderedDict()

    def get(self, key: tuple[str, ...], asked: str, do: Callable[[], Any]) -> Any:
        """The answer to that key; `asked` is what it was given for."""
        with self._lock:
            if key in self._known:
                before, answer = self._known[key]
                if before != asked:
                    raise UsageError(
                        "this Idempotency-Key came with another request; take a new one"
                    )
                return answer
            answer = do()
            self._known[key] = asked, answer
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
            return answer


class Once:
    """The key of one request, if it has one."""

    def __init__(self, answers: Answers, who: str, key: str | None) -> None:
        self._answers = answers
        self._who = who
        self._key = key

    def done(self, about: str, asked: str, do: Callable[[], Any]) -> Any:
        """Do it, unless that was done."""
        if not self._key:
            return do()
        return self._answers.get((self._who, about, self._key), asked, do)


def _once(request: Request, idempotency_key: Key = None) -> Once:
    identity = request.state.identity
    return Once(request.app.state.answers, identity.name if identity else "", idempotency_key)


TheOnce = Annotated[Once, Depends(_once)]
