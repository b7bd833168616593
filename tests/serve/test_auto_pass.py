"""Automatic passing, by positions of real games."""

from __future__ import annotations

import asyncio
import random

import pytest

from fs_env.narration.stops import QUICK, STOPS, passing_rule
from fs_env.registry.games import load_game
from tests.serve.tables import Wire, seated, step

PASS = 0  # its id never changes
OWN_TURN = ("steps", "end", "attack", "mine", "suits", "own")
SETS = ((), *((stop,) for stop in STOPS), OWN_TURN)


def passing(game, S, stops):
    """The pass of the seat that is asked with these stops, None where it is asked."""
    rule = passing_rule(game, stops)
    found = -1 if rule == "none" else game.passing(S, 0, rule)
    return found if found >= 0 else None


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
            yield seat, game.to_json(S, player=seat), legal, {stops: passing(game, S, stops) for stops in SETS}
        game.step(S, PASS if PASS in legal and pick.random() < 0.4 else pick.choice(legal))


@pytest.fixture(scope="module")
def asked():
    return list(windows())


def is_priority(view):
    return view["decision"]["question"] == "priority"


def test_always__asks_in_every_window(asked):
    """With "always" nothing is passed by itself."""
    assert asked and all(found["always",] is None for *_, found in asked)


def hits(view, roll):
    """Whether an attack roll on the stack reaches what it must (R11.10)."""
    monster = next((one for one in view["monsters"] if one["attacked"]), None)
    return roll["attack_roll"] and monster is not None and roll["n"] >= monster["evasion"]


def facts(seat, view):
    """Whether the window is in the seat's own turn, and the kinds of stop that it belongs to."""
    own, top = view["active_player"] == seat, next(iter(view["stack"]), None)
    player = view["players"][seat]
    acting = view["phase"] == "action" and not view["attacking"] and not view["ending"] and not player["dead"]
    routine = tuple(
        "loot activated paid branch loot_step purchase attack monster_death reward penalty monster_card refill roll_bonus".split()
    )
    mine = top is not None and top["player"] == seat and top["kind"] in routine
    hit = top is not None and (top["hit"] or hits(view, top))
    fight = top is not None and (top["kind"] == "combat" or top["attack_roll"] and bool(view["attacking"]))
    suits = fight and hit == (top["player"] == seat)
    return (
        own,
        acting,
        {
            "steps": own and top is None and not view["attacking"] and not acting and view["phase"] != "end",
            "end": own and top is None and not view["attacking"] and view["phase"] == "end",
            "attack": own and top is None and bool(view["attacking"]),
            "mine": mine,
            "suits": suits,
            "own": own and top is not None and not mine and not suits,
            "dice": top is not None and top["kind"] == "roll" and not suits,
            "combat": top is not None and top["kind"] == "combat" and not suits,
            "target": not mine
            and not suits
            and any(ref.get("player") == seat for made in view["stack"] for ref in made["targets"])
            or any(made["kind"] == "player_death" and made["about"].get("player") == seat for made in view["stack"]),
            "played": top is not None and top["kind"] in ("loot", "activated", "paid") and top["player"] != seat,
        },
    )


def test_nothing_set__passes_all_but_the_action_phase_and_other_questions(asked):
    """Without stops every window passes, except with an empty stack in the own action phase, outside an attack; questions that are no
    window never do (R4.8, R11.7)."""
    passed = 0
    for seat, view, legal, found in asked:
        own, acting, _ = facts(seat, view)
        can = is_priority(view) and PASS in legal and not (own and acting and not view["stack"])
        assert found[()] == (PASS if can else None)
        passed += can
    assert passed > 20


@pytest.mark.parametrize("stop", [stop for stop in STOPS if stop != "always"])
def test_stop__asks_in_its_windows_and_no_others(asked, stop):
    """Each stop leaves those windows to the person that it is about."""
    stopped = 0
    for seat, view, _, found in asked:
        if found[()] is None:
            continue
        *_, about = facts(seat, view)
        assert (found[stop,] is None) == about[stop]
        stopped += about[stop]
    assert stopped > 0


def test_stops_of_the_own_turn__ask_wherever_the_rule_of_old_asks(asked):
    """With all stops of the own turn no window of it passes."""
    seen = [(seat, view, found) for seat, view, _, found in asked if view["active_player"] == seat]
    assert len(seen) > 50 and all(found[OWN_TURN] is None for *_, found in seen)


def test_castles__never_pass():
    """A game without passing asks for every choice."""
    game = load_game("castles_of_caleira")
    S = game.new()
    game.setup(S, seed=1)
    assert passing_rule(game, []) == "none"
    stops = load_game("four_souls").spec.stops
    assert set(STOPS) == {*stops, "always"} - {QUICK}


def test_stop__set_before_an_automatic_pass_asks_at_once():
    """While its own pass waits for the pause after a bot's choice, a seat is offered nothing; with a stop that asks here it
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


def test_keep_passing__asks_again_for_targets_choices_free_actions_and_the_next_turn():
    """Who passes for the rest of a turn is asked in none of its windows, except where something of the own is a target, at the own death,
    where more is decided than a pass, and in the own free action phase (R4.8). It is offered where a pass is."""

    async def play():
        host, wire, pick, met = seated("four_souls", 2, {}), Wire(), random.Random(1), set()
        host.enter(0, wire)
        host.stops[0], passed = ["always"], None
        while not host.table.over:
            table, view, turn = host.table, host.table.viewers[0].view, host.table.viewers[0].now.turn
            action, chooses = pick.choice(table.legal()), table.asked == 0 and len(table.legal()) > 1
            if chooses:
                own, acting, about = facts(0, view)
                window = is_priority(view) and not (own and acting and not view["stack"])
                dies = "death" if view["players"][0]["dying"] else "target"
                why = (dies if about["target"] else "passed") if window else "free" if is_priority(view) else "choice"
                why = why if turn == passed else "turn" if passed else "first"
                assert (host._answer is None) == (why == "passed")
                met.add(why)
            if chooses and why != "passed":
                host.send_all()
                assert wire.now["keep_passing"] == window
                number = wire.now["number"]
                host.hear(
                    0,
                    {"do": "keep_passing", "number": number}
                    if window
                    else {"do": "answer", "number": number, "action": action},
                    wire,
                )
                action, passed = host._answer.result().action, turn if window else None
            elif chooses:
                action = (await host._person(0)).action
            assert not chooses or not window or action == PASS
            table.take(action)
            host._expect()
        assert met == {"first", "target", "death", "free", "choice", "passed", "turn"}

    asyncio.run(play())


def test_keep_passing__only_where_one_may_pass():
    """Neither a free action phase nor a question of a game without passes can be passed; new stops end it."""

    async def play():
        host, wire, pick = seated("four_souls", 2, {}), Wire(), random.Random(1)
        host.enter(0, wire)
        while host.table.asked != 0 or host._passing(0, ()) is not None or len(host.table.legal()) < 2:
            step(host, pick.choice(host.table.legal()))
        host._expect()
        with pytest.raises(ValueError, match="this question cannot be passed"):
            host.hear(0, {"do": "keep_passing", "number": wire.now["number"]}, wire)
        while host._passing(0, ()) is None or host.table.asked != 0 or host._answer is None:
            step(host, pick.choice(host.table.legal()))
        host.hear(0, {"do": "keep_passing", "number": wire.now["number"]}, wire)
        turn = host.table.viewers[0].now.turn
        step(host, host._answer.result().action)
        while host.table.asked != 0 or len(host.table.legal()) < 2:
            step(host, PASS if PASS in host.table.legal() else pick.choice(host.table.legal()))
        assert host._answer is None and host.table.viewers[0].now.turn == turn
        host.hear(0, {"do": "stops", "stops": ["always"]}, wire)
        assert host._answer is not None and wire.now["choices"]
        castles = seated("castles_of_caleira", 2, {})
        castles.enter(0, wire)
        assert not wire.now["keep_passing"]

    asyncio.run(play())


def test_walk__is_offered_and_taken_step_by_step():
    """A far tile has a number above those of all actions; who sends it takes the steps of the way, the later ones without being asked."""

    async def play():
        host, wire = seated("betrayal", 3, {}), Wire()
        while host.table.asked != 0 or not host.table.walks(0):
            step(host, host.table.legal()[0])
        host.enter(0, wire)
        assert wire.now["far"][0] == [host.table.game.num_actions, "walk to Kitchen (2 steps)", "", ["tile:Kitchen"]]
        host._expect()
        host.hear(0, {"do": "answer", "number": wire.now["number"], "action": host.table.game.num_actions}, wire)
        host._take(host._answer.result().action)
        assert host._passing(0) in host.table.legal() and host._answer is None
        host._take((await host._person(0)).action)
        assert host.table.viewers[0].view["players"][0]["tile"] == "Kitchen" and host._passing(0) is None

    asyncio.run(play())
