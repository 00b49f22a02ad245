"""Every error as one sentence: a page for people, `problem+json` for programs, a notice for htmx.

The sentences are those of the command line.
"""

from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.exceptions import HTTPException

from bowerbird.model.errors import (
    BowerbirdError,
    LockedError,
    OutOfSpaceError,
    RunError,
    StoreError,
    UnknownNameError,
    UsageError,
)
from bowerbird.server.bodies import BodyTooLargeError
from bowerbird.server.reach import NotAllowedError
from bowerbird.server.refusing import problem, wants_page
from bowerbird.server.rendering import render

STATUS: tuple[tuple[type[BowerbirdError], int], ...] = (
    (BodyTooLargeError, 413),
    (NotAllowedError, 403),
    (UnknownNameError, 404),
    (UsageError, 422),
    (LockedError, 409),
    (RunError, 409),
    (OutOfSpaceError, 507),
    (StoreError, 503),
    (BowerbirdError, 500),
)


def status_of(error: BowerbirdError) -> int:
    return next(status for kind, status in STATUS if isinstance(error, kind))


def add_error_answers(app: FastAPI) -> None:
    """Nothing leaves the server as a traceback."""

    @app.exception_handler(BowerbirdError)
    def known(request: Request, error: BowerbirdError) -> Response:
        return said(request, status_of(error), str(error), error=type(error).__name__)

    @app.exception_handler(RequestValidationError)
    def not_understood(request: Request, error: RequestValidationError) -> Response:
        return _mistakes(request, list(error.errors()))

    @app.exception_handler(ValidationError)
    def not_valid(request: Request, error: ValidationError) -> Response:
        return _mistakes(request, list(error.errors()))

    @app.exception_handler(HTTPException)
    def other(request: Request, error: HTTPException) -> Response:
        if isinstance(error.__cause__, BowerbirdError):
            return known(request, error.__cause__)
        sentences = {
            404: "There is nothing at this address.",
            405: "This address takes no such request.",
        }
        answer = said(request, error.status_code, sentences.get(error.status_code, error.detail))
        answer.headers.update(error.headers or {})
        return answer

    @app.exception_handler(Exception)
    def fault(request: Request, error: Exception) -> Response:
        # It is raised again after the answer, and the server logs where it was.
        sentence = f"a fault of Bowerbird: {type(error).__name__}; the server's log shows where"
        return said(request, 500, sentence)


def said(request: Request, status: int, sentence: str, **more: object) -> Response:
    """In the form that whoever asked understands."""
    if request.headers.get("hx-request") == "true":
        notice = render(request, "notice.html", {"sentence": sentence}, status=status)
        notice.headers["hx-retarget"] = "#notices"
        notice.headers["hx-reswap"] = "innerHTML"
        return notice
    if wants_page(request.scope):
        return render(
            request, "error.html", {"status": status, "sentence": sentence}, status=status
        )
    return problem(status, sentence, instance=request.url.path, **more)


def _mistakes(request: Request, mistakes: list[Any]) -> Response:
    told = [
        {"pointer": "/" + "/".join(str(part) for part in each["loc"]), "detail": each["msg"]}
        for each in mistakes
    ]
    first = ".".join(str(part) for part in mistakes[0]["loc"][1:])
    sentence = f"{first or 'the request'}: {mistakes[0]['msg'].removeprefix('Value error, ')}"
    return said(request, 422, sentence, errors=told)
