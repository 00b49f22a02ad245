"""Where the server listens, who may call it by which name, and how much it takes in."""

import ipaddress

from pydantic import Field

from bowerbird.model.options import Options

LOCAL_NAMES = ("127.0.0.1", "[::1]", "localhost")


class ServerOptions(Options):
    """How `bowerbird serve` listens."""

    host: str = Field("127.0.0.1", description="The address to listen on.")
    port: int = Field(8765, ge=0, le=65_535, description="The port; 0 takes a free one.")
    allowed_hosts: list[str] = Field([], description="Names by which browsers may call the server.")
    certificate: str = Field("", description="A TLS certificate (PEM), for other machines.")
    key: str = Field("", description="The certificate's key (PEM).")
    behind_proxy: bool = Field(
        False, description="A proxy on this machine speaks TLS with the world."
    )
    body_bytes: int = Field(2_000_000, ge=1_000, description="The largest body of a request.")
    upload_bytes: int = Field(200_000_000, ge=1_000, description="The largest upload.")

    @property
    def is_local(self) -> bool:
        """Can only this machine connect?"""
        try:
            return ipaddress.ip_address(self.host.strip("[]")).is_loopback
        except ValueError:
            return self.host == "localhost"

    @property
    def is_secure(self) -> bool:
        """Do browsers speak TLS with it, or with the proxy before it?"""
        return bool(self.certificate) or self.behind_proxy
