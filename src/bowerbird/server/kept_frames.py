"""Pages of others inside of ours: in a frame of no origin, where nothing runs and nothing loads."""

from fastapi import Response

POLICY = (
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'self'"
)


def still(html: str) -> Response:
    """The answer for such a frame; alone in a tab it can do as little."""
    return Response(html, media_type="text/html", headers={"content-security-policy": POLICY})
