"""No byte that is sent to a seat differs between states that the seat cannot distinguish."""

from __future__ import annotations

import asyncio
import json
import random
import re
from html import unescape

import numpy as np
import pytest

from fs_env.core.betrayal.scenario import Play
from fs_env.serve.table import frames
from fs_env.serve.table.host import Host
from tests.serve.running import NEEDED, running
from tests.serve.tables import Wire, seated, step

pages = pytest.importorskip("fs_env.serve.web.pages", reason=NEEDED)

FOLLOWED = 8
GAMES = {"castles_of_caleira": {}, "four_souls": {"bartering": 1}}


def pair_of_states(name: str, players: int, decisions: int, seat: int, seed: int, *others: int) -> tuple[Host, Host]:
    """Two tables with one history, which the seat and some others see: the second holds another state that the seat cannot distinguish from
    the first."""
    hosts = [seated(name, players, GAMES[name], seed) for _ in range(2)]
    for host in hosts:
        host.table.viewers = {one: host.table.viewers[one] for one in (seat, *others)}
    pick = random.Random(seed)
    for _ in range(decisions):
        if hosts[0].table.over:
            break
        action = pick.choice(hosts[0].table.legal())
        for host in hosts:
            step(host, action)
    here, there = hosts
    if not here.table.over:
        there.table.game.resample(there.table.state, seat, 0, seed)
        there.table.viewers[seat].narrator.table = there.table.game.to_json(there.table.state, player=seat)
    return here, there


@pytest.mark.parametrize(("name", "players"), [("castles_of_caleira", 2), ("four_souls", 3)])
def test_seat__gets_equal_bytes_in_all_its_states(name, players, monkeypatch):
    """Page, whole positions, changes, choices and refusals are equal in two states of a seat for as long as it sees the same, whether
    a frame is sent for each decision or some are joined."""
    for pause in ("BLINK", "QUIET"):  # what is joined here does not depend on the clock
        monkeypatch.setattr(frames, pause, 3600.0)
    differing, compared = asyncio.run(compare(name, players))
    assert differing >= 8, "the states must differ for the seats that do not know them"
    assert compared >= 25


def ask_why(host: Host, seat: int, wire: Wire) -> None:
    """Asks of every place of the drawing, and of one that is on no table, why it offers no choice."""
    drawn = host.table.viewers[seat].draw().body()
    for place in sorted({"hand:1:bomb", *map(unescape, re.findall(r'data-place="([^"]+)"', drawn))}):
        host.hear(seat, {"do": "why", "place": place}, wire)


async def compare(name: str, players: int) -> tuple[int, int]:
    """Plays pairs of states on by equal actions; returns how many pairs differ, and how many moments were compared."""
    differing = compared = 0
    for k, decisions in enumerate(range(3, 33, 2)):
        seat = k % players
        pair = pair_of_states(name, players, decisions, seat, k)
        if pair[0].table.over:
            continue
        game = pair[0].table.game
        differing += game.text(pair[0].table.state) != game.text(pair[1].table.state)
        wires = [Wire(narrow=k % 2 == 1) for _ in pair]
        for host, wire in zip(pair, wires, strict=True):
            host._expect()
            host.enter(seat, wire)
        for n in range(FOLLOWED):
            assert wires[0].texts == wires[1].texts, f"{name}, seat {seat}, decision {decisions}, {n} later"
            if n % 3 == 0:  # a page draws the whole table
                assert pages.table_page(pair[0], seat, "/seat/x") == pages.table_page(pair[1], seat, "/seat/x")
                for host, wire in zip(pair, wires, strict=True):
                    host.hear(seat, {"do": "piles"}, wire)
                    ask_why(host, seat, wire)
                assert wires[0].texts == wires[1].texts
            for message in ({"number": 1, "action": 0}, {"number": pair[0].table.number, "action": 9_999}):
                assert refusal(pair[0], seat, message) == refusal(pair[1], seat, message)
            compared += 1
            both = sorted(set(pair[0].table.legal()) & set(pair[1].table.legal()))
            if not both or pair[0].table.asked != pair[1].table.asked:
                break
            action = both[(7 * n + k) % len(both)]
            for host in pair:
                step(host, action) if n % 2 else host._take(action)
            if pair[0].table.over or pair[0].table.viewers[seat].view != pair[1].table.viewers[seat].view:
                break
    return differing, compared


def refusal(host: Host, seat: int, message: dict[str, int]) -> str:
    try:
        host.hear(seat, {"do": "answer", **message}, Wire())
    except ValueError as error:
        return str(error)
    return "taken"


def haunted(seat: int, seed: int) -> tuple[Host, Host] | None:
    """Two tables of Betrayal with one history and a hidden traitor, another one in the second; None where none is guessed."""
    hosts = [seated("betrayal", 3, {"haunt": 4}, 1) for _ in range(2)]
    for host in hosts:
        host.table.state[:] = Play(3, turn=seed % 3).haunt(103, traitor=2).start().S
    here, there = hosts
    game, state = here.table.game, there.table.state
    before = game.text(state)
    game.resample(state, seat, 0, seed)
    for name in ("rng", "deck", "place"):  # only the traitor is another one: both continue alike
        state.view(np.ndarray)[name] = here.table.state.view(np.ndarray)[name]
    for host in hosts:
        for viewer in host.table.viewers.values():
            viewer.see(host.table.state)
    return (here, there) if game.text(state) != before else None


@pytest.mark.parametrize("seat", [0, 1])
def test_seat__cannot_tell_a_hidden_traitor(seat):
    """R75: bytes and pages of a seat are equal whoever the traitor of Betrayal is, turn after turn."""

    async def look() -> int:
        compared = 0
        for seed in range(5):
            pair = haunted(seat, seed)
            if pair is None:
                continue
            wires = [Wire(), Wire()]
            for host, wire in zip(pair, wires, strict=True):
                host._expect()
                host.enter(seat, wire)
            for k in range(FOLLOWED):
                assert wires[0].texts == wires[1].texts, f"{seed}, {k} later"
                assert pages.table_page(pair[0], seat, "/seat/x") == pages.table_page(pair[1], seat, "/seat/x")
                for host, wire in zip(pair, wires, strict=True):
                    ask_why(host, seat, wire)
                compared += 1
                both = sorted(set(pair[0].table.legal()) & set(pair[1].table.legal()))
                assert both and pair[0].table.asked == pair[1].table.asked
                for host in pair:
                    step(host, both[(3 * k + seed) % len(both)])
                if pair[0].table.over or pair[1].table.over:
                    break
        return compared

    assert asyncio.run(look()) >= 15


def test_reveal__waits_for_a_hero_too():
    """R75: who may not reveal the token has one answer, and is asked all the same: others would know who is no traitor. The answer is no
    choice of the game's replay."""
    host = seated("betrayal", 4, {"haunt": 4}, 1)
    table, draw = host.table, random.Random(1)
    while table.viewers[table.asked].view["decision"]["question"] != "reveal" or len(table.legal()) > 1:
        table.take(draw.choice(table.legal()))
    seat, number, made = table.asked, table.number, len(table.made)

    async def play() -> None:
        host.start()
        await asyncio.sleep(0.1)
        assert table.number == number, "no one has answered"
        (one,) = table.offer(seat)
        host.hear(seat, {"do": "answer", "number": number, "action": one.action}, Wire())
        await asyncio.sleep(0.1)
        await host.close()

    asyncio.run(play())
    assert table.number > number and len(table.made) == made


def test_bytes__differ_where_the_seat_sees_more():
    """The comparison is no empty one: for a seat that knows its hand the bytes of two states of another seat are not equal."""

    async def look() -> list[list[str]]:
        pair = pair_of_states("castles_of_caleira", 2, 8, 0, 3, 1)
        pair[1].table.viewers[1].narrator.table = pair[1].table.game.to_json(pair[1].table.state, player=1)
        return [[json.dumps(host.whole(seat)) for host in pair] for seat in (0, 1)]

    first, second = asyncio.run(look())
    assert first[0] == first[1]
    assert second[0] != second[1]


def test_hands__of_others_are_not_on_the_wire():
    """Over a whole game, the drawing of a seat never marks a card in the hand of another one, and the log never names one."""
    with running() as server:
        path = server.make(players="3", seat_1="heuristic", seat_2="random")
        with server.sit(path) as browser:
            while not browser.asked()["over"]:
                browser.choose(1)
            before = [text for text in browser.texts if not json.loads(text).get("over")]
        assert before and not any("hand:1:" in text or "hand:2:" in text for text in before)
        assert any("hand:0:" in text for text in before)
        assert not any(str(server.host(path).table.seed) in text for text in browser.texts)


def test_watchers__get_no_seat():
    """Watchers get no token of a seat, no seed, and no choice to make."""
    with running() as server:
        seat, watch = server.links(server.make(seat_1="person"))[::2]
        with server.sit(watch) as browser:
            browser.receive()
        host = server.host(seat)
        texts = [*browser.texts, server.get(watch)[1]]
        assert all(token not in text for token in host.tokens.values() for text in texts)
        assert all(str(host.table.seed) not in text for text in texts)
        assert browser.now["choices"] == []
