"""People who find each other: open tables, who waits at them, another game of the same people."""

from __future__ import annotations

import re
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from fs_env.serve.guard.limits import Limits
from tests.serve.running import HASTY, Browser, Server, running
from tests.serve.test_browser import Person

OPEN = {"open": "on", "seat_1": "person", "name_0": "Rosa"}
PATIENCE = 20.0  # seconds for what a server does by itself


def send(server: Server, path: str, body: str = "", **headers: str) -> tuple[int, str, str]:
    kind = {"content-type": "application/x-www-form-urlencoded", "origin": server.origin}
    status, text, found = server.request("POST", path, body, {**kind, **headers})
    return status, text, found.get("location", "")


def until(true: object) -> None:
    end = time.monotonic() + PATIENCE
    while not true():  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.05)


def listed(server: Server) -> list[str]:
    """Numbers of the open tables on the first page, which may be a second old."""
    return re.findall(r'name="table" value="(\d+)"', server.get("/open")[1])


def room(browser: Browser) -> dict[str, object]:
    return browser.until(lambda message: message["kind"] == "room")


def test_open_table__is_found_filled_and_begins():
    """The first page tells every player who waits for whom at which game, no link among it; with the last seat the game begins for all,
    under the names that they gave, and no other player gets in."""
    with running() as server:
        fields = {**OPEN, "players": "3", "seat_2": "random", "name_2": "<b>Bot</b>", "option_market": "random"}
        ann = server.make(**fields)
        assert not listed(server), "whose page is not open yet is not there"
        with server.sit(ann) as first:
            assert room(first) == {"kind": "room", "names": ["Rosa", "", "<b>Bot</b>"], "free": 1}
            until(lambda: listed(server))
            page, (table,) = server.get("/open")[1], listed(server)
            assert "Castles of Caleira" in page and "1 of 3 seats free" in page and "<b>Rosa</b> (a person)" in page
            assert "The card that a Marketplace gets: is drawn from that player" in page
            assert "&lt;b&gt;Bot" in page and "<b>Bot" not in page
            tokens = server.lobby.store.load(int(table)).tokens.values()
            assert not any(token in page + server.get("/")[1] for token in tokens)
            assert not any(server.get(f"/seat/{token}/replay")[0] == 200 for token in tokens)
            status, _, bob = send(server, "/join", f"table={table}&name=Rosa")
            assert status == 303 and bob.startswith("/seat/")
            assert first.until(lambda message: message["kind"] == "begun")
        with server.sit(ann) as first, server.sit(bob) as second:
            assert first.receive()["names"] == ["you", "Rosa #2", "<b>Bot</b>"]
            assert second.receive()["names"] == ["Rosa", "you", "<b>Bot</b>"]
        status, page, _ = send(server, "/join", f"table={table}&name=Eve")
        assert status == 409 and "This table no longer waits for players." in page
        host = server.lobby.store.load(int(table))
        assert server.get(f"/host/{host.host}")[0] == server.get(f"/watch/{host.watch}")[0] == 404


def test_seats__are_free_again_when_people_go():
    """Who leaves, and who is away for long, loses the seat with its link; who made the table takes it away, or gives it bots."""
    with running(limits=replace(HASTY, away_from_seat=0.5)) as server:
        ann = server.make(**OPEN, players="3", seat_2="person")
        with server.sit(ann) as first:
            table = server.lobby.find(ann.split("/")[2]).table
            bob = send(server, "/join", f"table={table}&name=Bob")[2]
            assert room(first)["names"] == ["Rosa", "", ""] and room(first)["names"] == ["Rosa", "Bob", ""]
            assert send(server, f"{bob}/begin")[0] == 403
            assert send(server, f"{bob}/leave")[::2] == (303, "/")
            assert room(first)["free"] == 2 and server.get(bob)[0] == 404
            eve = send(server, "/join", f"table={table}&name=Eve")[2]
            assert room(first)["names"][1] == "Eve"
            assert room(first)["free"] == 2, "nobody looks from her seat"
            assert server.get(eve)[0] == 404
            assert send(server, "/join", f"table={table}&name=player_1")[0] == 409
            with server.sit(send(server, "/join", f"table={table}&name=Cy")[2]) as second:
                assert send(server, f"{ann}/begin")[0] == 303
                assert second.until(lambda message: message["kind"] == "begun")
        with server.sit(ann) as first:
            assert first.receive()["names"] == ["you", "Cy", "Omar"]
        gone = server.make(**OPEN)
        until(lambda: server.get(gone)[0] == 404)
        assert not server.lobby.store.waiting()


def test_open_table__survives_a_restart(tmp_path):
    """A table that waits is there after another start, with who sits at it; so is an offer to play again."""
    with running(tmp_path / "t.sqlite") as server:
        ann = server.make(**OPEN, players="3", seat_2="person")
        with server.sit(ann) as first:
            room(first)
            table = server.lobby.find(ann.split("/")[2]).table
            bob = send(server, "/join", f"table={table}&name=Bob")[2]
        over = server.make()
        with server.sit(over) as first:
            first.play()
        again = send(server, f"{over}/again")[2]
    with running(tmp_path / "t.sqlite") as server:
        with server.sit(ann) as first, server.sit(bob) as second:
            assert room(first)["names"] == room(second)["names"] == ["Rosa", "Bob", ""]
            assert send(server, "/join", f"table={table}&name=Cy")[0] == 303
            assert second.until(lambda message: message["kind"] == "begun")
        with server.sit(over) as first:
            assert first.until(lambda message: message["kind"] == "again")["path"] == again


def test_open_tables__are_limited():
    """One address takes so many seats at tables that wait, and the server has so many such tables: all others get theirs."""
    limits = replace(HASTY, waiting=3, address_seats=2)
    with running(limits=limits, proxies=("127.0.0.1",)) as server:
        form = {"game": "castles_of_caleira", "players": "2", **OPEN}
        made = [server.post(form, **{"x-forwarded-for": f"192.0.2.{k}"}) for k in (1, 1, 1, 2, 3)]
        assert [status for status, *_ in made] == [303, 303, 503, 303, 503]
        assert "2 seats at tables that wait are taken from your address" in made[2][1]
        assert "3 open tables are waiting here" in made[4][1]
        with server.sit(made[3][2]["location"]) as first:
            room(first)
            table = server.lobby.find(made[3][2]["location"].split("/")[2]).table
            asked = [send(server, "/join", f"table={table}", **{"x-forwarded-for": f"192.0.2.{k}"})[0] for k in (1, 4)]
            assert asked == [503, 303]
        assert Limits().waiting >= 3 * Limits().address_seats, "no household fills the first page"


def test_again__seats_all_at_a_new_table():
    """After the end one asks for another game: each gets a link of one's own, bots sit there already, every player one seat further; the
    second to ask comes to the same table, and watchers learn of it when they have seen the end."""
    with running() as server:
        fields = {"players": "3", "seat_1": "person", "seat_2": "random", "name_0": "Ann", "name_1": "Bob"}
        ann, bob, watch = server.links(server.make(**fields))
        with server.sit(ann) as first, server.sit(bob) as second, server.sit(watch) as third:
            assert send(server, f"{ann}/again")[0] == 409, "the game is not over"
            with ThreadPoolExecutor() as both:
                assert all(end["over"] for end in both.map(Browser.play, (first, second)))
            third.until(lambda message: message.get("over"))
            status, _, next_bob = send(server, f"{bob}/again")
            assert status == 303
            told = [browser.until(lambda message: message["kind"] == "again") for browser in (first, second, third)]
            assert [message["by"] for message in told] == ["Bob", "you", "Bob"]
            assert told[1]["path"] == next_bob and told[2]["path"].startswith("/watch/")
            assert send(server, f"{ann}/again")[2] == told[0]["path"] != next_bob
            assert send(server, f"{watch}/again")[0] == 404
        with server.sit(told[0]["path"]) as first, server.sit(next_bob) as second:
            assert first.receive()["names"] == ["Bob", "Rosa", "you"]
            assert second.receive()["names"] == ["you", "Rosa", "Ann"]
        assert server.host(ann).table.seed != server.host(next_bob).table.seed


@pytest.mark.slow
def test_double_click__takes_one_seat(chromium, server):
    """A second click on "Sit down" while the first is under way is none; the reader who comes back may sit down again."""
    with (
        server.sit(server.make(**OPEN, players="4", seat_2="person", seat_3="person")),
        Person(chromium, server) as bob,
    ):
        bob.page.goto(server.origin)
        held: list[Any] = []
        for _ in range(2):
            held.clear()
            bob.page.route("**/join", lambda route: held.append(route))
            bob.page.wait_for_selector("#rooms button")
            bob.page.evaluate(
                "() => { const press = () => document.querySelector('#rooms button').click(); press(); setTimeout(press, 100); }"
            )
            bob.page.wait_for_timeout(300)
            assert len(held) == 1
            with bob.page.expect_navigation(url="**/seat/*"):
                held[0].continue_()
            bob.page.unroute("**/join")
            bob.page.go_back()
