"""From a URL to bytes, over whatever protocol it names."""

from bowerbird.fetch.dns import CachingResolver, DnsOptions, open_resolver
from bowerbird.fetch.file import FileFetcher
from bowerbird.fetch.ftp import FtpFetcher, open_ftp_fetcher
from bowerbird.fetch.guard import Guard
from bowerbird.fetch.http import HttpFetcher, open_http_fetcher
from bowerbird.fetch.options import FetchOptions
from bowerbird.fetch.overrides import parse_override
from bowerbird.fetch.schemes import SchemeFetcher, open_fetcher

__all__ = [
    "CachingResolver",
    "DnsOptions",
    "FetchOptions",
    "FileFetcher",
    "FtpFetcher",
    "Guard",
    "HttpFetcher",
    "SchemeFetcher",
    "open_fetcher",
    "open_ftp_fetcher",
    "open_http_fetcher",
    "open_resolver",
    "parse_override",
]
