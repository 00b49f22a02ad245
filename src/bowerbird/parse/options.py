"""What a person may set about reading pages."""

from pydantic import Field

from bowerbird.model.options import Options


class ParseOptions(Options):
    """Caps and choices of the parsers; the caps keep a hostile page from filling the memory."""

    max_links: int = Field(
        default=6_000, ge=0, description="Links kept of one page; the rest is dropped."
    )
    max_metadata: int = Field(default=64, ge=0, description="Meta entries kept of one page.")
    max_metadata_length: int = Field(
        default=1_000, ge=1, description="Characters kept of a meta entry."
    )
    max_headings: int = Field(default=200, ge=0, description="Headings kept of one page.")
    max_text: int = Field(
        default=1_000_000, ge=0, description="Characters of text kept of one page."
    )
    text: bool = Field(
        default=True, description="Read main text and headings; off for a pure link crawl."
    )
    detect_language: bool = Field(
        default=True, description="Detect a language that no page declares."
    )
    keep_nofollow: bool = Field(
        default=True, description="Keep links marked rel=nofollow, so that `explain` can name them."
    )
    strings_as_links: bool = Field(
        default=False, description="Take URLs in comments and inline scripts as links too."
    )
    max_document_pages: int = Field(
        default=1_000, ge=1, description="Pages, slides, sheets or chapters read of one document."
    )
    max_unpacked_mib: int = Field(
        default=128,
        ge=1,
        le=1_024,
        description="MiB that the parts of a packed document may come to; beyond it is a bomb.",
    )
    document_seconds: float = Field(
        default=10.0,
        gt=0,
        description="Processor time for one document; then what was read of it has to do.",
    )
    max_sitemap_links: int = Field(
        default=50_000, ge=0, description="URLs kept of one sitemap, which lists nothing else."
    )
    ocr: bool = Field(
        default=False,
        description="Read the words in images and scanned PDF pages, if tesseract is installed.",
    )
    ocr_languages: str = Field(
        default="eng",
        pattern=r"^[A-Za-z_]{3,20}(\+[A-Za-z_]{3,20}){0,9}$",
        description="Languages tesseract looks for, for example eng+deu.",
    )
    ocr_seconds: float = Field(
        default=10.0, gt=0, description="Time that tesseract has for one picture or page."
    )
    ocr_pages: int = Field(
        default=5, ge=1, description="Pages of one PDF that tesseract reads at the most."
    )


class IsolationOptions(Options):
    """What a page may cost in the worker."""

    workers: int = Field(default=2, ge=1, le=64, description="Worker processes at the most.")
    memory_mib: int = Field(default=1_536, ge=256, description="Address space of a worker in MiB.")
    seconds: float = Field(
        default=20.0, gt=0, description="Time for one page, then the worker is killed."
    )
    max_contexts: int = Field(default=500, ge=0, description="Links whose surroundings are told.")
