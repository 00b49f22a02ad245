"""What every answer tells the browser: run nothing but our own, tell nobody where we were."""

import re

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
_ALWAYS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    # Others are told nothing. `no-referrer` would make browsers send `Origin: null` with our own
    # forms, which is what a sandboxed frame sends, and is turned away.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


STILL = (
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'self'"
)  # of a kept page that is only looked at: not even a script of ours runs


def snapshot_headers(nonce: str) -> dict[str, str]:
    """Those of a crawled page that is shown to be pointed at. It loads nothing, sends nothing, and
    belongs to no site, also where somebody opens it by itself; one script runs, ours."""
    return {
        "content-security-policy": (
            "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; "
            f"script-src 'nonce-{nonce}'; form-action 'none'; base-uri 'none'; "
            "frame-ancestors 'self'; sandbox allow-scripts"
        ),
        "referrer-policy": "no-referrer",
    }


_SNAPSHOT = re.compile(
    re.escape(snapshot_headers("NONCE")["content-security-policy"]).replace(
        "NONCE", "[A-Za-z0-9_-]{22,}"
    )
)


class SafeHeaders:
    """Adds them. No page has another policy, but for those of snapshots and kept pages,
    word for word."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _ALWAYS.items():
                    headers.setdefault(name, value)
                policy = headers["content-security-policy"]
                if policy != STILL and not _SNAPSHOT.fullmatch(policy):
                    headers["content-security-policy"] = POLICY
            await send(message)

        await self._app(scope, receive, with_headers if scope["type"] == "http" else send)
