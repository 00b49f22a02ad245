"""How Chromium is started: no way out but the door, nothing loaded that nobody reads."""

from bowerbird.fetch.browser_options import BrowserOptions

HEAP_MEGABYTES = 512  # of scripts in one page; the cap on the whole browser stands behind it

ALWAYS = (
    # Nothing is resolved here: names go to the door. Without this, prefetch and WebRTC would ask.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    "--dns-prefetch-disable",
    # What cannot go through a proxy does not go at all.
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy",
    "--disable-quic",
    "--deny-permission-prompts",
    "--disable-notifications",
    "--mute-audio",
    "--no-pings",
    "--disable-gpu",
    "--disable-software-rasterizer",
    "--disable-speech-api",
    f"--js-flags=--max-old-space-size={HEAP_MEGABYTES}",
)


def flags(options: BrowserOptions) -> list[str]:
    """Chromium's command line, beside what Playwright adds."""
    chosen = list(ALWAYS)
    if "images" in options.block:
        chosen.append("--blink-settings=imagesEnabled=false")
    if "fonts" in options.block:
        chosen.append("--disable-remote-fonts")
    return chosen
