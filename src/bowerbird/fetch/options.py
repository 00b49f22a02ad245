"""What a person may set about fetching."""

from typing import Annotated, Literal

import pycurl
from pydantic import AfterValidator, Field

from bowerbird.fetch.overrides import parse_override
from bowerbird.fetch.secrets import only_referred_to, revealed
from bowerbird.model.options import Options
from bowerbird.model.version import VERSION
from bowerbird.web.url import Url

KIB = 1024
MIB = 1024 * KIB


def _checked_override(text: str) -> str:
    parse_override(text)
    return text


def _without_line_breaks(text: str) -> str:
    if "\r" in text or "\n" in text:
        raise ValueError("a header value holds no line breaks; write it on one line")
    return text


def _checked_proxy(text: str) -> str:
    scheme, separator, rest = text.partition("://")
    if not separator or not rest or scheme.lower() not in PROXY_SCHEMES:
        known = ", ".join(PROXY_SCHEMES)
        raise ValueError(f"proxy '{text}' needs the form SCHEME://[USER:PASSWORD@]HOST:PORT; "
                         f"known schemes: {known}")  # fmt: skip
    password = rest.rpartition("@")[0].partition(":")[2]
    if password:
        only_referred_to(password)
    return text


def _checked_origin(text: str) -> str:
    scheme, separator, rest = text.lower().partition("://")
    if not separator or not rest.rstrip("/") or "/" in rest.rstrip("/") or "@" in rest:
        raise ValueError(f"origin '{text}' needs the form https://host[:port]")
    default = {"http": ":80", "https": ":443", "ftp": ":21"}.get(scheme, "")
    host = rest.rstrip("/")
    return f"{scheme}://{host.removesuffix(default) if default else host}"


PROXY_SCHEMES = ("http", "https", "socks4", "socks4a", "socks5", "socks5h")
HeaderValue = Annotated[str, AfterValidator(_without_line_breaks)]
Override = Annotated[str, AfterValidator(_checked_override)]
ProxyUrl = Annotated[str, AfterValidator(_checked_proxy)]
Origin = Annotated[str, AfterValidator(_checked_origin)]


class Limits(Options):
    """How long, how slow and how much a server may be before it is given up."""

    connect_seconds: float = Field(default=10, gt=0, description="Connecting, TLS included.")
    first_byte_seconds: float = Field(
        default=20, gt=0, description="Until the first header line arrives."
    )
    total_seconds: float = Field(default=60, gt=0, description="The whole answer, from asking on.")
    minimum_speed: int = Field(default=KIB, ge=0, description="Bytes a second; slower is given up.")
    slow_after_seconds: float = Field(
        default=10, gt=0, description="The speed is judged over each stretch of this length."
    )
    header_bytes: int = Field(default=64 * KIB, ge=KIB, description="All header lines together.")
    header_lines: int = Field(default=200, ge=10, description="Header lines of one answer.")
    text_bytes: int = Field(default=16 * MIB, ge=1, description="HTML and text, after decoding.")
    document_bytes: int = Field(
        default=64 * MIB, ge=1, description="Everything else, after decoding."
    )
    text_wire_bytes: int = Field(default=16 * MIB, ge=1, description="HTML and text, as sent.")
    document_wire_bytes: int = Field(
        default=64 * MIB, ge=1, description="Everything else, as sent."
    )
    bomb_ratio: int = Field(
        default=100, ge=2, description="Decoded to sent bytes; beyond it is a bomb."
    )
    bomb_after_bytes: int = Field(
        default=MIB, ge=0, description="The ratio counts from this size on."
    )


class Login(Options):
    """Credentials for one origin; they are never sent to another and never logged."""

    origin: Origin = Field(description="For example https://example.org or ftp://example.org.")
    user: str = Field(description="User name.")
    password: Annotated[str, AfterValidator(only_referred_to)] = Field(
        description="As ${NAME}: it is read from that environment variable, never from the plan."
    )
    method: Literal["basic", "digest"] = Field(default="basic", description="How HTTP sends them.")

    @property
    def credentials(self) -> tuple[str, str, int]:
        """As libcurl wants them."""
        digest, basic = pycurl.HTTPAUTH_DIGEST, pycurl.HTTPAUTH_BASIC
        method = digest if self.method == "digest" else basic
        return self.user, revealed(self.password), method


class ProxyOptions(Options):
    """Through which proxies to ask."""

    urls: tuple[ProxyUrl, ...] = Field(
        default=(), description="Proxies as SCHEME://[USER:${NAME}@]HOST:PORT; none: ask directly."
    )
    policy: Literal["round-robin", "per-host", "on-block"] = Field(
        default="round-robin",
        description="Take turns, keep one per host, or change a host's proxy when it blocks.",
    )
    rest_seconds: float = Field(
        default=60, ge=0, description="A failing proxy is left alone this long."
    )


class FetchOptions(Options):
    """Everything about asking servers for URLs."""

    user_agent: HeaderValue = Field(
        default=f"Bowerbird/{VERSION} (+https://example.org/bowerbird)",
        min_length=1,
        description="Who we say we are; its first word up to '/' is the name in robots.txt.",
    )
    accept: HeaderValue = Field(
        default="text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        description="The Accept header.",
    )
    accept_language: HeaderValue = Field(
        default="", description="The Accept-Language header, if any."
    )
    limits: Limits = Field(default=Limits(), description="Time, speed and size.")
    cookies: bool = Field(default=True, description="Keep cookies for the length of a run.")
    logins: tuple[Login, ...] = Field(default=(), description="Credentials, each for one origin.")
    proxies: ProxyOptions = Field(
        default=ProxyOptions(), description="Proxies and how they rotate."
    )
    verify_tls: bool = Field(
        default=True, description="Refuse servers whose certificate does not hold."
    )
    ca_file: str = Field(
        default="", description="PEM file of trusted authorities; empty: the system's."
    )
    http2: bool = Field(default=True, description="Speak HTTP/2 where a TLS server offers it.")
    kept_connections: int = Field(
        default=256, ge=1, description="Idle connections kept open at most."
    )
    allow_private: bool = Field(
        False, description="Also ask loopback, private and other addresses that are not public."
    )
    resolve: tuple[Override, ...] = Field(
        default=(),
        description="PATTERN=ADDRESS[:PORT]: where names matching the pattern are served.",
    )
    spool_folder: str = Field(
        default="", description="Where large bodies wait; empty: the system's."
    )
    folders: tuple[str, ...] = Field(
        default=(), description="file: URLs are read below these folders."
    )

    @property
    def product_token(self) -> str:
        """The name that robots.txt rules address."""
        return self.user_agent.split()[0].split("/")[0]


def beat_of(limits: Limits) -> float:
    """How often a running transfer has to be looked at for these limits to hold, in seconds."""
    shortest = min(limits.first_byte_seconds, limits.total_seconds, limits.slow_after_seconds)
    return min(0.5, shortest / 4)


class DnsOptions(Options):
    """How names are looked up, and how long answers hold."""

    servers: tuple[str, ...] = Field(default=(), description="Name servers; empty: the system's.")
    timeout_seconds: float = Field(default=3, gt=0, description="One attempt at one server.")
    tries: int = Field(default=2, ge=1, description="Attempts for one question.")
    shortest_ttl: float = Field(default=60, ge=0, description="An answer holds at least this long.")
    longest_ttl: float = Field(default=3600, ge=0, description="An answer holds at most this long.")
    missing_ttl: float = Field(
        default=300, ge=0, description="How long a missing name stays missing."
    )
    trouble_ttl: float = Field(
        default=30, ge=0, description="How long a failed lookup is not repeated."
    )
    cached_names: int = Field(default=100_000, ge=1, description="Names remembered at most.")
    in_flight: int = Field(default=100, ge=1, description="Names looked up at the same time.")
    prefer: Literal["ipv4", "ipv6"] = Field(
        default="ipv4", description="Which family is tried first."
    )
    resolve: tuple[str, ...] = Field(
        default=(), description="PATTERN=ADDRESS[:PORT] answers of your own."
    )


def port_of(url: Url) -> int:
    """The port a URL is asked at, its scheme's own where it names none."""
    tail = url.origin.rsplit("]", 1)[-1] if "]" in url.origin else url.origin.split("//", 1)[-1]
    _, separator, port = tail.rpartition(":")
    return int(port) if separator else _DEFAULT_PORTS.get(url.scheme, 0)


_DEFAULT_PORTS = {"http": 80, "https": 443, "ftp": 21, "ftps": 990}
