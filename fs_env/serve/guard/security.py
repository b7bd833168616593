"""Access to the server: hosts, origins, and headers that isolate a page."""

from __future__ import annotations

import ipaddress
from collections.abc import Collection
from urllib.parse import urlsplit

LOCAL = ("localhost", "127.0.0.1", "[::1]")
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "referrer-policy": "same-origin",  # "no-referrer" would hide the origin of forms too
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
"""Of every page: links hold secrets, so no page is stored, framed or named to others."""
ALONE = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; font-src data:; img-src data:; frame-ancestors 'none'"
"""The content security policy of a page that has everything in itself and reaches nothing."""
ASKING = f"{ALONE}; connect-src 'self'"
"""The same for one that asks this server for its drawings."""


class HostPolicy:
    """The hosts and origins that are let in.

    A browser sends the origin of the page that asks. Only pages of this server may ask, and only under names that were expected.

    Args:
        host: on which the server listens; an address of any machine, "0.0.0.0" or "::", lets in all addresses that are numbers.
        origins: further ones, such as "https://games.example.org", for servers behind another one.
    """

    def __init__(self, host: str, origins: Collection[str] = ()) -> None:
        self.origins = {origin.rstrip("/").lower() for origin in origins}
        for origin in self.origins:
            parts = urlsplit(origin)
            if parts.scheme not in ("http", "https") or not parts.netloc or parts.path:
                raise ValueError(f"origin {origin!r}: expected something like https://games.example.org")
        self.any_address = host in ("0.0.0.0", "::", "")
        self.names = {*LOCAL, host.lower(), f"[{host.lower()}]"}

    def knows(self, host: str | None) -> bool:
        if not host:
            return False
        host = host.lower()
        if any(urlsplit(origin).netloc == host for origin in self.origins):
            return True
        name = host.rpartition(":")[0] if ":" in host and not host.endswith("]") else host
        return name in self.names or (self.any_address and _is_address(name))

    def lets_in(self, origin: str | None, host: str | None) -> bool:
        if not origin or not self.knows(host):
            return False
        origin = origin.lower()
        return origin in self.origins or urlsplit(origin).netloc == str(host).lower()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
