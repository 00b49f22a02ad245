"""Takes the body of one answer in: decodes it, keeps it, and stops when it breaks a limit."""

from enum import Enum

from msgspec import Struct

from bowerbird.fetch.body import BodyWriter
from bowerbird.fetch.decoding import Decoder, DecodingError, codings, decoder_for
from bowerbird.fetch.head import Head, content_lengths_differ
from bowerbird.fetch.options import Limits
from bowerbird.model.outcomes import Failure

SIDE_BYTES = 64 * 1024  # of a redirect's body kept, of an unwanted body read before hanging up


class Use(Enum):
    """What an answer's body is for."""

    PAGE = "page"
    REDIRECT = "redirect"  # kept for the record, whole or not
    NONE = "none"  # the head says it all


class Verdict(Struct, frozen=True, gc=False):
    """A limit of ours that was broken."""

    reason: Failure
    detail: str


class Intake:
    """One answer's body. `take` answers whether to go on."""

    __slots__ = (
        "_bomb_after", "_bomb_ratio", "_cap", "_cuts", "_decoders", "_text_cap", "_wire_cap",
        "cut", "decoded", "use", "verdict", "wire", "writer",
    )  # fmt: skip

    def __init__(self, head: Head, limits: Limits, max_bytes: int | None, folder: str) -> None:
        self.verdict: Verdict | None = None
        self.wire = 0
        self.decoded = 0
        self.cut = False
        self.use = use_of(head)
        self.writer = BodyWriter(folder)
        self._decoders: list[Decoder] = []
        self._bomb_ratio = limits.bomb_ratio
        self._bomb_after = limits.bomb_after_bytes
        self._set_caps(head, limits, max_bytes)
        if self.use is not Use.NONE:
            self._open_decoders(head)
        if self.use is Use.PAGE:
            self._check_lengths(head)

    def take(self, chunk: bytes) -> bool:
        """Add bytes as they came from the wire."""
        self.wire += len(chunk)
        if self.verdict is not None:
            return False
        if self.wire > self._wire_cap:
            return self._too_large(self._wire_cap, "sent")
        if self.use is Use.NONE:
            return True
        if not self._decoders:
            return self._keep(chunk)
        try:
            return self._decode(chunk, 0)
        except DecodingError as trouble:
            return self._stop(Failure.BAD_ENCODING, str(trouble))

    def ended_early(self) -> bool:
        """Whether a content coding still waits for its end."""
        return (
            self.wire > 0
            and not self.cut
            and any(not decoder.complete for decoder in self._decoders)
        )

    def too_large_for(self, media_type: str) -> bool:
        """Whether a body that turned out to be of this type is over the cap of that type."""
        return not self._cuts and self.writer.size > self._text_cap and is_textual(media_type)

    def _decode(self, data: bytes, layer: int) -> bool:
        if layer == len(self._decoders):
            return self._keep(data)
        for piece in self._decoders[layer].feed(data):
            if piece and not (self._is_sane(len(piece)) and self._decode(piece, layer + 1)):
                return False
        return True

    def _is_sane(self, size: int) -> bool:
        # Counted over all layers: one that explodes is a bomb even if the next would shrink it.
        self.decoded += size
        if self.decoded > self._bomb_after and self.decoded > self._bomb_ratio * self.wire:
            return self._stop(
                Failure.BOMB, f"{self.wire} bytes inflate to more than {self.decoded} bytes"
            )
        return True

    def _keep(self, piece: bytes) -> bool:
        room = self._cap - self.writer.size
        if len(piece) > room:
            if self._cuts:
                self.writer.write(piece[:room])
            return self._too_large(self._cap, "decoded")
        self.writer.write(piece)
        return True

    def _too_large(self, cap: int, how: str) -> bool:
        if self._cuts:
            self.cut = True
            return False
        return self._stop(Failure.TOO_LARGE, f"more than {cap} bytes {how}")

    def _stop(self, reason: Failure, detail: str) -> bool:
        self.verdict = Verdict(reason, detail)
        return False

    def _set_caps(self, head: Head, limits: Limits, max_bytes: int | None) -> None:
        self._text_cap = limits.text_bytes
        if self.use is not Use.PAGE:
            self._cap = self._wire_cap = SIDE_BYTES
            self._cuts = True
            return
        textual = is_textual(head.headers.get("content-type"))
        self._cap = limits.text_bytes if textual else limits.document_bytes
        self._wire_cap = limits.text_wire_bytes if textual else limits.document_wire_bytes
        self._cuts = max_bytes is not None and max_bytes <= self._cap
        if max_bytes is not None and self._cuts:
            self._cap = max_bytes

    def _open_decoders(self, head: Head) -> None:
        encodings = head.headers.all("content-encoding")
        if not encodings:
            return
        try:
            self._decoders = [decoder_for(coding) for coding in codings(encodings)]
        except DecodingError as trouble:
            self._stop(Failure.BAD_ENCODING, str(trouble))

    def _check_lengths(self, head: Head) -> None:
        if content_lengths_differ(head.headers):
            self._stop(Failure.BAD_HTTP, "two different Content-Length headers")
        length = head.headers.get("content-length")
        if length.isdecimal() and not self._cuts and int(length) > self._wire_cap:
            self._too_large(self._wire_cap, f"announced ({length})")


def use_of(head: Head) -> Use:
    """What the body of an answer with this head is good for."""
    status = head.status
    if status in (204, 205, 304, 401, 407, 429, 503):
        return Use.NONE
    if 300 <= status < 400:
        return Use.REDIRECT
    return Use.PAGE


def is_textual(content_type: str) -> bool:
    """Whether the smaller caps apply: what a server calls text, markup or data."""
    kind = content_type.partition(";")[0].strip().lower()
    return (
        not kind
        or kind.startswith("text/")
        or kind.endswith(("+xml", "+json", "/xml", "/json", "/javascript"))
    )
