"""Automatic passing, by positions of real games."""

from __future__ import annotations

import asyncio
import random

import pytest

from fs_env.registry.games import load_game
from fs_env.serve.store.auto_pass import STOPS, passing_action
from tests.serve.tables import Wire, seated, step

PASS = 0  # its id never changes
SETS = ((), ("always",), ("own",), ("dice",), ("target",), ("played",), ("combat",))


def windows(decisions=1_500, seed=2):
    """Decisions of random games of Four Souls with a choice: the seat that is asked, its view, the legal actions, and by which of
    the sets of stops it passes."""
    game, pick = load_game("four_souls"), random.Random(seed)
    S = game.new()
    game.setup(S, seed=seed, num_players=3)
    for _ in range(decisions):
        seat, legal = game.to_act(S), game.legal(S).tolist()
        if seat < 0:
            return
        if len(legal) > 1:
            yield seat, game.to_json(S, player=seat), legal, {stops: passing_action(game, S, stops) for stops in SETS}
        game.step(S, PASS if PASS in legal and pick.random() < 0.4 else pick.choice(legal))


@pytest.fixture(scope="module")
def asked():
    return list(windows())


def is_priority(view):
    return view["decision"]["question"] == "priority"


def test_always__asks_in_every_window(asked):
    """With "always" nothing is passed by itself."""
    assert asked and all(found["always",] is None for *_, found in asked)


def test_nothing_set__passes_all_but_the_own_turn_and_other_questions(asked):
    """Without stops every window passes, except with an empty stack in the own turn; questions that are no window never do."""
    passed = 0
    for seat, view, legal, found in asked:
        main = view["active_player"] == seat and not view["stack"]
        can = is_priority(view) and PASS in legal and not main
        assert found[()] == (PASS if can else None)
        passed += can
    assert passed > 20


@pytest.mark.parametrize("stop", ["own", "dice", "target", "played", "combat"])
def test_stop__asks_in_its_windows_and_no_others(asked, stop):
    """Each stop keeps some windows from passing, and only those that it is about."""
    kept = 0
    for seat, view, _, found in asked:
        if found[()] is None:
            continue
        aimed = [ref for made in view["stack"] for ref in made["targets"] if ref.get("player") == seat]
        about = {
            "own": view["active_player"] == seat,
            "dice": [made["kind"] for made in view["stack"]][:1] == ["roll"],
            "combat": [made["kind"] for made in view["stack"]][:1] == ["combat"],
            "target": bool(aimed),
            "played": any(
                made["kind"] in ("loot", "activated", "paid") and made["player"] != seat for made in view["stack"][:1]
            ),
        }[stop]
        assert (found[stop,] is None) == about
        kept += about
    assert kept > 0


def test_castles__never_pass():
    """A game without passing asks for every choice."""
    game = load_game("castles_of_caleira")
    S = game.new()
    game.setup(S, seed=1)
    assert passing_action(game, S, []) is None
    assert set(STOPS) == {"own", "target", "dice", "combat", "played", "always"}


def test_stop__set_before_an_automatic_pass_asks_at_once():
    """While a pass of its own waits for the pause after a bot's choice, a seat is offered nothing; with a stop that asks here it
    gets its choices at once, and its answer is taken."""

    async def play():
        host, wire, pick = seated("four_souls", 2, {}), Wire(), random.Random(1)
        host.stops[0] = []
        host.enter(0, wire)
        while host._passing(0) is None or host.table.asked != 0:
            step(host, pick.choice(host.table.legal()))
        assert wire.now["choices"] == []
        host.hear(0, {"do": "stops", "stops": ["always"]}, wire)
        assert [choice[0] for choice in wire.now["choices"]] == host.table.legal()
        host.hear(0, {"do": "answer", "number": wire.now["number"], "action": PASS}, wire)
        assert host._answer is not None and host._answer.result() == (PASS, False, -1)

    asyncio.run(play())
