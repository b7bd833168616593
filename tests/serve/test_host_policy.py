"""Who may speak to the server."""

from __future__ import annotations

import re

import pytest

from fs_env.cli.serve import network_addresses
from fs_env.serve.guard.security import HostPolicy
from tests.serve.running import closed

FIELDS = {"game": "castles_of_caleira", "players": "2"}


def test_form__of_another_page_is_refused(server):
    """A form that another page, or no page, sends makes no table."""
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{server.port + 1}"):
        assert server.post(FIELDS, origin=origin)[0] == 403
    status, _, _ = server.request("POST", "/tables", "game=castles_of_caleira", {})
    assert status == 403


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1"])
def test_socket__of_another_page_is_refused(server, origin):
    """A page of another origin that knows a link gets no connection."""
    path = server.make()
    with pytest.raises(closed.InvalidStatus, match="403"):
        server.sit(path, origin=origin)


def test_host__that_is_not_this_server_is_refused(server):
    """An unexpected name that leads to this machine opens no page."""
    assert server.get("/", host=f"evil.example:{server.port}")[0] == 421
    assert server.get("/", host=f"localhost:{server.port}")[0] == 200


def test_pages__keep_links_to_themselves(server):
    """Every page names links to no other server, forbids frames, code from elsewhere and caches, also one that is an error."""
    for path in ("/", server.make(), "/seat/none"):
        _, _, headers = server.get(path)
        assert headers["referrer-policy"] == "same-origin" and headers["cache-control"] == "no-store"
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy


def test_pages__load_nothing_from_elsewhere(server):
    """No page names another server."""
    for path in (
        "/",
        "/cards",
        server.make(),
        server.make(seat_1="person"),
        "/look.css",
        "/static/table.js",
        "/static/serve.css",
    ):
        text = server.get(path)[1].replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in text and "https://" not in text and "//cdn" not in text


def test_cards__are_a_page_of_the_server(server):
    """The first page leads to the gallery, whose cards are drawn and can be named in an address."""
    assert '<a href="/cards?game=four_souls">' in server.get("/")[1]
    status, text, headers = server.get("/cards")
    assert status == 200
    assert '<li id="the_d20"' in text and "<svg" in text
    assert "frame-ancestors 'none'" in headers["content-security-policy"]


@pytest.mark.parametrize(
    ("listens", "origins", "host", "origin", "comes_in"),
    [
        ("127.0.0.1", (), "127.0.0.1:8000", "http://127.0.0.1:8000", True),
        ("127.0.0.1", (), "localhost:8000", "http://localhost:8000", True),
        ("127.0.0.1", (), "localhost:8000", "http://127.0.0.1:8000", False),
        ("127.0.0.1", (), "192.168.1.5:8000", "http://192.168.1.5:8000", False),
        ("0.0.0.0", (), "192.168.1.5:8000", "http://192.168.1.5:8000", True),
        ("0.0.0.0", (), "evil.example:8000", "http://evil.example:8000", False),
        ("::", (), "[fe80::1]:8000", "http://[fe80::1]:8000", True),
        ("127.0.0.1", ("https://games.example",), "games.example", "https://games.example", True),
        ("127.0.0.1", ("https://games.example",), "127.0.0.1:8000", "https://games.example", True),
        ("127.0.0.1", ("https://games.example",), "games.example", "https://evil.example", False),
        ("127.0.0.1", (), "127.0.0.1:8000", None, False),
        ("127.0.0.1", (), None, "http://127.0.0.1:8000", False),
    ],
)
def test_host_policy(listens, origins, host, origin, comes_in):
    """Who comes in, by address of the server, further origins, and what the browser says."""
    assert HostPolicy(listens, origins).lets_in(origin, host) is comes_in


@pytest.mark.parametrize("origin", ["games.example", "https://games.example/path", "ftp://games.example"])
def test_host_policy__refuse_what_is_no_origin(origin):
    """An origin has a scheme and a host and nothing else."""
    with pytest.raises(ValueError, match="expected something like https"):
        HostPolicy("127.0.0.1", (origin,))


def test_network_addresses__are_known_to_the_server():
    """A server for other machines names the address under which they reach it, and lets them in there; one for this machine none."""
    assert network_addresses("127.0.0.1", 8765) == []
    found = network_addresses("0.0.0.0", 8765)
    assert all(re.fullmatch(r"http://[0-9.]+:8765", address) for address in found)
    assert all(HostPolicy("0.0.0.0").lets_in(address, address.removeprefix("http://")) for address in found)
