"""Connections of visitors who send nothing, too slowly, or too much: they end, and others notice nothing."""

from __future__ import annotations

import asyncio
import resource
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import replace

import pytest

from benchmarks.serve.server import started
from fs_env.serve.guard.connections import fitting, networks
from fs_env.serve.guard.limits import Limits
from fs_env.serve.guard.visitors import Crowded, Visitor, Visitors, network_of
from tests.serve.running import HASTY, Server, closed, running, sockets

pytestmark = pytest.mark.usefixtures("dealt")  # of games at random one in a hundred is over after one choice

SHORT = replace(HASTY, head_seconds=0.5, body_seconds=0.5, unread_seconds=0.5)
SOON = 5.0  # seconds in which what is due after half a second has happened on a busy machine
HEAD = "{} HTTP/1.1\r\nHost: {}\r\n"


def connected(server: Server, text: str = "") -> socket.socket:
    """A connection on which something was sent."""
    made = socket.create_connection(("127.0.0.1", server.port), SOON)
    made.sendall(text.encode())
    return made


def ends(line: socket.socket, drip: bytes = b"") -> bool:
    """Whether the server closes a connection soon, on which bytes continue to come one at a time."""
    line.settimeout(0.1)
    until = time.monotonic() + SOON
    while time.monotonic() < until:
        try:
            if drip:
                line.sendall(drip)
            if not line.recv(1 << 16):
                return True
        except TimeoutError:
            continue
        except OSError:
            return True
    return False


@pytest.fixture(scope="module")
def hasty() -> Iterator[Server]:
    with running(limits=SHORT) as made:
        yield made


@pytest.mark.parametrize(
    ("text", "drip"),
    [
        ("", b""),
        (HEAD.format("GET /", "{}"), b""),
        (HEAD.format("GET /", "{}"), b"x"),
        (HEAD.format("POST /tables", "{}") + "Origin: http://{}\r\nContent-Length: 9000\r\n\r\n", b"x"),
        (HEAD.format("POST /nothing", "{}") + "Origin: http://{}\r\nContent-Length: 9000\r\n\r\n", b"x"),
        (HEAD.format("GET /look.css", "{}") + "\r\n" + HEAD.format("GET /", "{}"), b"x"),
    ],
    ids=["nothing", "half a head", "a slow head", "a slow body", "a slow body to nowhere", "a slow second request"],
)
def test_connection__on_which_a_request_takes_too_long_is_closed(hasty, text, drip):
    """It ends although bytes continue to come, while a browser at a table that no player touches stays."""
    with hasty.sit(hasty.make()) as browser:
        browser.asked()
        with connected(hasty, text.replace("{}", hasty.address)) as line:
            assert ends(line, drip)
        browser.choose()
        browser.asked()


def test_answer__that_nobody_reads_is_given_up(hasty):
    """Large pages that are asked for and left lying are no longer kept."""
    whole = 16 * len(hasty.get("/cards")[1].encode())
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", hasty.port))
        line.sendall(16 * f"{HEAD.format('GET /cards', hasty.address)}\r\n".encode())
        time.sleep(2.0)
        line.settimeout(SOON)
        got = 0
        with suppress(ConnectionError):
            while chunk := line.recv(1 << 20):
                got += len(chunk)
        assert 0 < got < whole


def test_browser__that_gives_no_sign_of_life_loses_its_place():
    """A machine that is gone without a word."""
    with running(limits=replace(SHORT, ping_seconds=0.5)) as server:
        path = server.make()
        host = server.host(path)
        key = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        head = HEAD.format(f"GET {path}/live", server.address) + key + f"Origin: {server.origin}\r\n\r\n"
        with connected(server, head) as line:
            while not server.call(lambda: host.looking(0)):
                pass
            assert ends(line)
        until = time.monotonic() + SOON
        while server.call(lambda: host.looking(0)):
            assert time.monotonic() < until


def test_sockets__of_one_address_make_room_for_its_next():
    """The oldest of those that are idle is closed; those that show tables are not."""
    with running(limits=replace(HASTY, address_sockets=20)) as server, ExitStack() as stack:
        browser = stack.enter_context(server.sit(server.make()))
        lines = [stack.enter_context(connected(server)) for _ in range(60)]
        assert server.get("/")[0] == 200
        assert ends(lines[0])
        browser.choose()
        browser.asked()


def test_sockets__are_refused_where_all_are_busy():
    """One more than there may be is closed at once, and the others continue."""
    with running(limits=replace(HASTY, sockets=3)) as server, ExitStack() as stack:
        path = server.make()
        browsers = [stack.enter_context(server.sit(path)) for _ in range(3)]
        assert ends(connected(server, HEAD.format("GET /", server.address) + "\r\n"))
        browsers[0].choose()
        browsers[1].asked()


def test_seats__are_kept_from_watchers():
    """Watchers and strangers at tables of their own take all places that they get; who holds a seat gets in, and a second browser
    of the seat takes the place of the first."""
    with running(limits=replace(HASTY, connections=5, kept_for_seats=2)) as server, ExitStack() as stack:
        mine, own = server.make(seat_1="person"), server.make(seat_1="person")
        (seat, _, _), (one, other, watch) = server.links(mine), server.links(own)
        for _ in range(3):
            assert stack.enter_context(server.sit(watch)).receive()
        assert refused(server, watch)
        for path in (one, other):
            assert stack.enter_context(server.sit(path)).receive()
        first = stack.enter_context(server.sit(seat))
        assert first.receive()["whole"]
        second = stack.enter_context(server.sit(seat))
        assert second.receive()["whole"]
        with pytest.raises(closed.ConnectionClosed) as ended:
            first.until(lambda message: False)
        assert ended.value.rcvd.code == 4429
        second.say(do="stops", stops=["always"])
        assert second.until(lambda message: message["kind"] == "stops")


def refused(server: Server, path: str, **headers: str) -> bool:
    """Whether a browser is sent away for want of room."""
    line = sockets.connect(f"ws://{server.address}{path}/live", origin=server.origin, additional_headers=headers)
    with line:
        try:
            return not line.recv(SOON)
        except closed.ConnectionClosed as error:
            return error.rcvd.code == 4429


def test_watchers__of_one_address_are_limited():
    """Two browsers of an address look on, and no third one. Where another player may have asked only the address of a proxy that was
    named counts."""
    limits = replace(HASTY, same_address=2)
    for proxies, others in (((), True), (("127.0.0.1",), False)):
        with running(limits=limits, proxies=proxies) as server, ExitStack() as stack:
            watch = server.links(server.make(seat_1="person"))[2]
            for _ in range(2):
                line = sockets.connect(
                    f"ws://{server.address}{watch}/live",
                    origin=server.origin,
                    additional_headers={"X-Forwarded-For": "192.0.2.1"},
                )
                assert stack.enter_context(line).recv(SOON)
            assert refused(server, watch, **{"X-Forwarded-For": "203.0.113.9, 192.0.2.1"})
            assert refused(server, watch, **{"X-Forwarded-For": "192.0.2.2"}) == others


def test_tables__of_one_address_are_limited():
    """Of five forms at once two make tables; a game that ends makes room, and the other address that a proxy names has its own."""
    form = {"game": "castles_of_caleira", "players": "2"}
    with running(limits=replace(HASTY, address_tables=2), proxies=("127.0.0.1",)) as server:
        with ThreadPoolExecutor(5) as pool:
            answers = list(pool.map(lambda _: server.post(form), range(5)))
        assert sorted(status for status, _, _ in answers) == [303, 303, 503, 503, 503]
        assert "2 games from your address" in next(text for status, text, _ in answers if status == 503)
        assert server.post(form, **{"x-forwarded-for": "192.0.2.1"})[0] == 303
        with server.sit(next(headers["location"] for status, _, headers in answers if status == 303)) as browser:
            browser.play()
        assert server.post(form)[0] == 303


def test_address__is_what_one_customer_has():
    """Addresses of IPv6 count by their first half, one of IPv4 is the same in both forms."""
    assert network_of("192.0.2.1") == network_of("::ffff:192.0.2.1") != network_of("192.0.2.2")
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:1") != network_of("2001:db8:0:1::1")


@pytest.mark.parametrize("address", ["*", "games.example.org", "10.0.0.1/8", ""])
def test_proxy__that_is_no_address_is_refused(address):
    """A name, a star, or a network with bits of a host says what was expected."""
    with pytest.raises(ValueError, match="expected an address"):
        networks([address])


def test_requests__of_one_address_take_turns():
    """Two are worked on at once and one more waits; a third that would wait is refused, and another address does not notice."""

    async def play() -> None:
        visitors = Visitors(Limits(requests_at_once=2, requests_waiting=3))
        going, order = asyncio.Event(), []

        async def ask(visitor: Visitor, name: str) -> None:
            async with visitor.turn():
                order.append(name)
                await going.wait()

        one, other = visitors.of(("192.0.2.1", 1)), visitors.of(("192.0.2.2", 1))
        assert visitors.of(("192.0.2.1", 9)) is one
        tasks = [asyncio.create_task(ask(one, name)) for name in "abc"]
        await asyncio.sleep(0)
        with pytest.raises(Crowded):
            await ask(one, "d")
        tasks.append(asyncio.create_task(ask(other, "e")))
        await asyncio.sleep(0.01)
        assert order == ["a", "b", "e"]
        going.set()
        await asyncio.gather(*tasks)
        assert order == ["a", "b", "e", "c"]

    asyncio.run(play())


def test_requests__of_one_address_come_at_a_rate():
    """Five at once and then fifty a second: twenty more take 0.4 seconds."""

    async def play() -> float:
        visitor = Visitor(Limits(requests_per_second=50, requests_burst=5))
        begun = time.perf_counter()
        for _ in range(25):
            async with visitor.turn():
                pass
        return time.perf_counter() - begun

    assert 0.35 < asyncio.run(play()) < SOON


def test_server__that_may_open_few_files_answers_behind_idle_sockets():
    """300 connections that send nothing where the system opens 160 files: a page comes at once, and the log stays short, also
    when the system suddenly opens fewer."""

    def few() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (160, 160))

    with started(games=["castles_of_caleira"], before=few) as (port, process, log), ExitStack() as stack:
        server = Server(None, port, None)  # type: ignore[arg-type]
        server.wait()
        said = len(log.read_text().splitlines())
        for number in range(300):
            text = ("", "nonsense\r\n\r\n", HEAD.format("GET /", server.address))[number % 3]
            stack.enter_context(connected(server, text))
        begun = time.monotonic()
        assert server.get("/")[0] == 200 and time.monotonic() - begun < SOON
        assert len(log.read_text().splitlines()) == said
        if hasattr(resource, "prlimit"):
            resource.prlimit(process, resource.RLIMIT_NOFILE, (20, 160))
            for _ in range(50):
                stack.enter_context(connected(server))
            time.sleep(2.5)
            stack.close()
            assert server.get("/")[0] == 200
            assert len(log.read_text().splitlines()) == said + 1


def test_limits__fit_what_the_system_opens(monkeypatch):
    """The soft limit is raised to the hard one; where that is small, fewer browsers get in, and seats keep their share."""
    asked = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (64, 512))
    monkeypatch.setattr(resource, "setrlimit", lambda _, both: asked.append(both))
    limits = fitting(Limits())
    assert asked == [(512, 512)]
    assert limits.sockets == 384 and limits.connections == 288 and limits.kept_for_seats == 115
