"""The door: who a request is from, and whether they may do what it asks for."""

from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, urlencode

from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from bowerbird.server.access import OWNER, SESSION_LASTS, Access, Identity
from bowerbird.server.refusing import refused, wants_page
from bowerbird.server.same_site import SAFE
from bowerbird.workspace.audit import acting, actor
from bowerbird.workspace.users import Role

FOR_ALL = ("/static/", "/sign-in")
FOR_ADMINS = ("/api/v1/users", "/users", "/api/v1/audit", "/audit")


class SignedIn:
    """Lets in whoever has a session, the key or a link; the latter becomes a session."""

    def __init__(self, app: ASGIApp, access: Access, *, secure: bool, has_users: bool) -> None:
        self._app = app
        self._access = access
        self._secure = secure
        self._has_users = has_users

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        token = dict(query).get("token")
        if token is not None and scope["method"] == "GET":
            session = self._access.follow_link(token)
            if session is not None:
                rest = [(name, value) for name, value in query if name != "token"]
                return await self._enter(scope, session, rest)(scope, receive, send)
        identity = self._identity(scope)
        scope.setdefault("state", {})["identity"] = identity
        if not scope["path"].startswith(FOR_ALL):
            answer = self._refusal(scope, identity)
            if answer is not None:
                return await answer(scope, receive, send)
        with acting(_booked_as(identity), "api" if scope["path"].startswith("/api/") else "web"):
            return await self._app(scope, receive, send)

    def _enter(self, scope: Scope, session: str, rest: list[tuple[str, str]]) -> Response:
        """Without the token in the address: it is in no history and no log."""
        path = "/" + scope["path"].lstrip("/\\")  # never `//elsewhere`
        answer = RedirectResponse(path + (f"?{urlencode(rest)}" if rest else ""), 303)
        give_session(answer, scope, session, secure=self._secure)
        return answer

    def _identity(self, scope: Scope) -> Identity | None:
        for name, value in scope["headers"]:
            if name == b"authorization":
                kind, _, key = value.decode("latin-1").partition(" ")
                return self._access.of_key(key.strip()) if kind.lower() == "bearer" else None
        session = session_of(scope)
        return self._access.of_session(session) if session else None

    def _refusal(self, scope: Scope, identity: Identity | None) -> Response | None:
        if identity is None:
            if wants_page(scope) and self._has_users:
                return RedirectResponse("/sign-in", 303)
            sentence = (
                "This browser is not signed in; open the link that `bowerbird serve` printed, "
                "or let `bowerbird serve --link` print another."
            )
            answer = refused(scope, 401, sentence)
            answer.headers["www-authenticate"] = "Bearer"
            return answer
        needed = needed_role(scope)
        if identity.role.covers(needed):
            return None
        return refused(scope, 403, f"This needs the role {needed}; {identity.name} is not that.")


def _booked_as(identity: Identity | None) -> str:
    """The name in the book of who did what: the owner is whoever started the server."""
    return actor().who if identity in (None, OWNER) else identity.name


def needed_role(scope: Scope) -> Role:
    """Who may ask for this."""
    if scope["path"].startswith(FOR_ADMINS):
        return Role.ADMIN
    return Role.VIEWER if scope["method"] in SAFE else Role.EDITOR


def give_session(answer: Response, scope: Scope, session: str, *, secure: bool) -> None:
    answer.set_cookie(
        cookie_name(scope),
        session,
        max_age=int(SESSION_LASTS),
        httponly=True,
        samesite="strict",
        secure=secure,
    )


def cookie_name(scope: Scope) -> str:
    """Cookies of 127.0.0.1 hold for all its ports: each server has one of its own."""
    server = scope.get("server") or ("", 0)
    return f"bowerbird_{server[1]}"


def session_of(scope: Scope) -> str:
    """The session that the browser showed; empty if none."""
    jar: SimpleCookie = SimpleCookie()
    for name, value in scope["headers"]:
        if name == b"cookie":
            try:
                jar.load(value.decode("latin-1"))
            except CookieError:
                return ""
    found = jar.get(cookie_name(scope))
    return found.value if found else ""
