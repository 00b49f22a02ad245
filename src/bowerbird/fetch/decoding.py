"""Content codings undone piece by piece: no step makes more than a bounded amount of bytes."""

from collections.abc import Iterator, Sequence
from typing import Protocol

import brotli
import zstandard
from isal import igzip_lib

MAX_LAYERS = 2
STEP = 64 * 1024  # decoded bytes a gzip or brotli step may make
ZSTD_SLICE = 512  # a zstd block of 4 bytes may stand for 128 KiB: at most 16 MiB a slice
ZSTD_WINDOW = 8 * 1024 * 1024  # RFC 9659: what a client must support, and no more

# Registered codings that nothing here reads. Other unknown words are servers talking nonsense
# ("utf-8", "none"): like browsers, we take such a body as it is.
_UNREADABLE = frozenset(
    {"compress", "x-compress", "exi", "pack200-gzip", "aes128gcm", "dcb", "dcz"}
)


class DecodingError(Exception):
    """The bytes are not what Content-Encoding says."""


class Decoder(Protocol):
    """One coding undone."""

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Decoded pieces; raises DecodingError."""

    @property
    def complete(self) -> bool:
        """Whether the stream has reached its own end."""


def codings(content_encoding: Sequence[str]) -> list[str]:
    """The codings to undo, the outermost first. Raises DecodingError for what cannot be undone."""
    names = [name.strip().lower() for value in content_encoding for name in value.split(",")]
    unreadable = [name for name in names if name in _UNREADABLE]
    if unreadable:
        raise DecodingError(f"Content-Encoding {unreadable[0]} is not one we asked for")
    layers = [name for name in names if name in _DECODERS]
    if len(layers) > MAX_LAYERS:
        raise DecodingError(f"{len(layers)} layers of Content-Encoding; at most {MAX_LAYERS}")
    return layers[::-1]


def decoder_for(coding: str) -> Decoder:
    """A fresh decoder for a coding named by `codings`."""
    return _DECODERS[coding]()


class GzipDecoder:
    """RFC 1952, several members too; what follows the last member is ignored, as browsers do."""

    def __init__(self) -> None:
        self._member = igzip_lib.IgzipDecompressor(flag=igzip_lib.DECOMP_GZIP)
        self._between = b""  # bytes after a member, until they show whether another begins
        self._ended = False

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Decoded pieces."""
        while data and not self._ended:
            if self._member.eof:
                data = self._between + data
                if len(data) < 2:
                    self._between = data
                    return
                self._between = b""
                if data[:2] != b"\x1f\x8b":
                    self._ended = True
                    return
                self._member = igzip_lib.IgzipDecompressor(flag=igzip_lib.DECOMP_GZIP)
            yield from _igzip_pieces(self._member, data)
            data = self._member.unused_data if self._member.eof else b""

    @property
    def complete(self) -> bool:
        """Whether the last member that began has ended."""
        return bool(self._member.eof)


class DeflateDecoder:
    """RFC 1950 as the standard says, or bare RFC 1951 as some servers send."""

    def __init__(self) -> None:
        self._first = b""
        self._stream: igzip_lib.IgzipDecompressor | None = None

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Decoded pieces."""
        if self._stream is None:
            data = self._first + data
            if len(data) < 2:
                self._first = data
                return
            wrapped = data[0] & 0x0F == 8 and int.from_bytes(data[:2], "big") % 31 == 0
            flag = igzip_lib.DECOMP_ZLIB if wrapped else igzip_lib.DECOMP_DEFLATE
            self._stream = igzip_lib.IgzipDecompressor(flag=flag)
        if not self._stream.eof:
            yield from _igzip_pieces(self._stream, data)

    @property
    def complete(self) -> bool:
        """Whether the stream has ended."""
        return self._stream is not None and bool(self._stream.eof)


class BrotliDecoder:
    """RFC 7932."""

    def __init__(self) -> None:
        self._stream = brotli.Decompressor()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Decoded pieces."""
        stream = self._stream
        try:
            if stream.is_finished():
                return
            piece = stream.process(data, output_buffer_limit=STEP)
            yield piece
            # A full piece may have more behind it, even when all the input is taken.
            while len(piece) >= STEP or not stream.can_accept_more_data():
                piece = stream.process(b"", output_buffer_limit=STEP)
                yield piece
        except brotli.error as trouble:
            raise DecodingError(f"not brotli: {trouble}") from trouble

    @property
    def complete(self) -> bool:
        """Whether the stream has ended."""
        return bool(self._stream.is_finished())


class ZstdDecoder:
    """RFC 8878, several frames too."""

    def __init__(self) -> None:
        self._context = zstandard.ZstdDecompressor(max_window_size=ZSTD_WINDOW)
        self._frame = self._context.decompressobj()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Decoded pieces."""
        try:
            for start in range(0, len(data), ZSTD_SLICE):
                rest = data[start : start + ZSTD_SLICE]
                while rest:
                    if self._frame.eof:
                        self._frame = self._context.decompressobj()
                    yield self._frame.decompress(rest)
                    rest = self._frame.unused_data if self._frame.eof else b""
        except zstandard.ZstdError as trouble:
            raise DecodingError(f"not zstd: {trouble}") from trouble

    @property
    def complete(self) -> bool:
        """Whether the last frame that began has ended."""
        return bool(self._frame.eof)


def _igzip_pieces(stream: igzip_lib.IgzipDecompressor, data: bytes) -> Iterator[bytes]:
    try:
        yield stream.decompress(data, STEP)
        while not stream.eof and not stream.needs_input:
            yield stream.decompress(b"", STEP)
    except igzip_lib.IsalError as trouble:  # type: ignore[misc]  # its stub forgets the base
        raise DecodingError(f"not gzip or deflate: {trouble}") from trouble


_DECODERS: dict[str, type[Decoder]] = {
    "gzip": GzipDecoder,
    "x-gzip": GzipDecoder,
    "deflate": DeflateDecoder,
    "br": BrotliDecoder,
    "zstd": ZstdDecoder,
}
