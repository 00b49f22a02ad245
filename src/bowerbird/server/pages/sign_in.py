"""Signing in with a password, where others may connect; signing out anywhere."""

from typing import Any

from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, Field

from bowerbird.server.asked import TheAccess, TheOptions
from bowerbird.server.rendering import render
from bowerbird.server.sections import Section
from bowerbird.server.signing_in import cookie_name, give_session, session_of

section = Section("access")


class Credentials(BaseModel):
    """Who somebody says they are."""

    name: str = Field(max_length=64)
    password: str = Field(max_length=1_000)


@section.html.get("/sign-in")
def sign_in_page(request: Request) -> Response:
    """The form for it."""
    return render(request, "sign_in.html", {"wrong": False})


@section.choice("/sign-in")
def sign_in(request: Request, body: Credentials, access: TheAccess, options: TheOptions) -> Any:
    """A session for a name with its password."""
    session = access.sign_in(body.name, body.password)
    if session is None:
        return render(request, "sign_in.html", {"wrong": True}, status=403)
    answer = RedirectResponse("/", 303)
    give_session(answer, request.scope, session, secure=options.is_secure)
    return answer


@section.choice("/sign-out")
def sign_out(request: Request, access: TheAccess) -> Response:
    """This browser is nobody's from now on."""
    access.sign_out(session_of(request.scope))
    answer = RedirectResponse("/sign-in", 303)
    answer.delete_cookie(cookie_name(request.scope))
    return answer
