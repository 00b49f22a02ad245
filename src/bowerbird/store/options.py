"""What a person may set about how pages are kept."""

from pydantic import Field

from bowerbird.model.options import Options


class WarcOptions(Options):
    """How pages are kept."""

    segment_bytes: int = Field(
        default=1 << 30,
        ge=1 << 10,
        description="A WARC file of this size is closed and the next begun.",
    )
    level: int = Field(
        default=0,  # 1 makes HTML a tenth smaller for a third more time
        ge=0,
        le=3,
        description="How hard to compress: 0 is quickest, 3 is smallest.",
    )
    block_digests: bool = Field(
        # It costs as much as the digest of the body, and gzip's checksum guards the same bytes.
        default=False,
        description="Write a digest of head and body together, too, for archives that ask for it.",
    )
