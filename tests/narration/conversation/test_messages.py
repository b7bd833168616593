"""Messages: every action can be answered, cards are told when they should be, budgets hold, snapshots continue."""

from __future__ import annotations

import json
import random

import pytest

from fs_env.core.betrayal.actions import RANGES
from fs_env.narration.conversation.conversation import Conversation
from fs_env.narration.conversation.message import card_line
from fs_env.narration.conversation.position import joined
from fs_env.narration.legal_actions import bare, different
from fs_env.registry.games import GAMES, load_game

SEATS = {"four_souls": 2, "castles_of_caleira": 3, "betrayal": 3}
LONG = {"four_souls": 250, "castles_of_caleira": 60, "betrayal": 60}  # decisions


def messages(name: str, decisions: int, seed: int = 4, **how):
    """The conversation of whoever is asked at each choice of a random game, and the game."""
    game, pick = load_game(name), random.Random(seed)
    S = game.new()
    game.setup(S, seed=seed, num_players=SEATS[name])
    seats = [Conversation(game, seat, **how) for seat in range(SEATS[name])]
    for _ in range(decisions):
        for one in seats:
            one.see(S)
        if game.to_act(S) < 0:
            return
        legal = game.legal(S).tolist()
        if len(legal) > 1:
            yield seats[game.to_act(S)], game, S
        game.step(S, pick.choice(legal))


def doors_after(game, S, action):
    """The doors of the tile that is laid after a rotation, by side."""
    there, laid = game.clone(S), game.to_json(S)["laying"]["tile"]
    game.step(there, action)
    return str(next(tile["doors"] for tile in game.to_json(there)["tiles"] if tile["tile"] == laid))


@pytest.mark.parametrize("name", GAMES)
def test_messages__every_action_is_understood(name):
    """Each legal action by its number, as JSON, by its words, and by its number alone, since the words of no action are a number."""
    asked = 0
    for one, game, S in messages(name, LONG[name], cards="never"):
        message = one.message()
        offered, legal = [action.action for action in message.actions], sorted(game.legal(S).tolist())
        if name != "betrayal" or legal[0] not in RANGES["facing"]:  # each different rotation of a tile is offered once
            assert offered == legal
        else:
            turned = [doors_after(game, S, action) for action in legal]
            assert [doors_after(game, S, action) for action in offered] == list(dict.fromkeys(turned))
        for n, action in enumerate(message.actions, 1):
            assert f"\n[{n}] {action.words}" in message.text
            thought = f"<think>[{n % len(message.actions) + 1}]?</think>"
            replies = [f"So be it: [{n}]", json.dumps({"action": n}), json.dumps({"action": action.words}), str(n)]
            replies += [action.words, f" {action.words.upper()}. ", thought + action.words, f"Answer: {action.words}"]
            for reply in replies:
                assert one.parse(reply) == action.action
            assert not bare(action.words).isdecimal()
        asked += 1
    assert asked > 10


@pytest.mark.parametrize("name", GAMES)
def test_messages__are_told_to_you(name):
    """The seat is "you" everywhere, the others have their names, no player is a number; the question is asked once."""
    names = ("Ann", "Bob", "Cy")[: SEATS[name]]
    for one, _, _ in messages(name, LONG[name] // 2, names=names, cards="never"):
        text = one.message().text
        assert names[one.seat] not in text and "player_" not in text and "you" in text
        assert text.count(one.message().question) == 1 and "options" not in text


@pytest.mark.parametrize("name", ["four_souls", "betrayal"])
def test_messages__cards(name):
    """Rules of cards are told once to a seat, or always, or never."""
    told, repeated = [set(), set(), set()], 0
    ways = [messages(name, 60, cards=cards) for cards in ("once", "always", "never")]
    for (once, _, _), (always, _, _), (never, _, _) in zip(*ways, strict=True):
        lines = [card_line(card) for card in once.message().cards]
        assert all(line in once.message().text for line in lines)
        assert not told[once.seat] & set(lines)
        told[once.seat] |= set(lines)
        everything = {card_line(card) for card in always.message().cards}
        assert set(lines) <= everything <= told[once.seat]
        repeated += len(everything) > len(lines)
        assert never.message().cards == () and "\nCards\n" not in never.message().text
        assert all(card.name in always.message().text for card in always.message().cards)
    assert repeated > 10 and sum(map(len, told)) > 30


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("budget", [1, 900, 2000])
def test_messages__budget(name, budget):
    """No message is longer, unless only the question and the actions are left; what was left out is said. Rules of cards
    that were left out are told when there is room."""
    shortened = 0
    for one, _, _ in messages(name, 30, budget=budget):
        message = one.message()
        last = f"Question: {message.question}\n" + "\n".join(
            f"[{n}] {action.words}" for n, action in enumerate(message.actions, 1)
        )
        assert message.text.endswith(last)
        assert len(message.text) <= budget or not (message.news or message.view or message.cards)
        assert bool(message.shortened) == ("Omitted to fit the limit of length" in message.text)
        assert all(what in message.text for what in message.shortened)
        shortened += bool(message.shortened)
    assert shortened > 0 or budget == 2000


def test_messages__a_budget_leaves_the_least_important_out_first():
    """Old events before rules of cards, these before what is known of the position, and that before what is new in it."""
    kinds, left_out = ("event", "card", "unchanged", "line"), set()
    for (one, _, _), (whole, _, _) in zip(
        messages("four_souls", 120, budget=1100), messages("four_souls", 120), strict=True
    ):
        short, full = one.message(), whole.message()
        found = [kind for kind in kinds if any(f" {kind}" in what for what in short.shortened)]
        assert short.news == full.news[len(full.news) - len(short.news) :]
        if "unchanged" in found:
            assert short.cards == () and len(short.news) <= 3
        if short.cards and len(full.news) > 3:
            assert len(short.news) == 3 or "card" not in found
        assert short.question == full.question and short.actions == full.actions
        left_out |= {*found}
    assert left_out == {*kinds}


@pytest.mark.parametrize("name", GAMES)
def test_conversation__snapshot(name):
    """A conversation continues from its snapshot with the same messages, taken before or after the message was read."""
    game, pick, other = load_game(name), random.Random(2), None
    S = game.new()
    game.setup(S, seed=2, num_players=SEATS[name])
    one = Conversation(game, 0, budget=1500)
    for k in range(60):
        for each in filter(None, (one, other)):
            each.see(S)
        legal = game.legal(S).tolist()
        if game.to_act(S) < 0:
            break
        if other is not None:
            assert other.snapshot() == one.snapshot()
        if game.to_act(S) == 0 and len(legal) > 1:
            if k % 2:
                one.message()
            kept = json.loads(json.dumps(one.snapshot()))
            if other is not None:
                assert other.message() == one.message()
            other = Conversation.restored(game, kept, S)
            assert other.message() == one.message()
        game.step(S, pick.choice(legal))
    assert other is not None


def test_conversation__mistakes():
    """Who is not asked has no message; arguments are checked."""
    game = load_game("castles_of_caleira")
    S = game.new()
    game.setup(S, seed=3, num_players=2)
    one = Conversation(game, 1 - game.to_act(S))
    with pytest.raises(RuntimeError, match="call see first"):
        one.message()
    one.see(S)
    with pytest.raises(RuntimeError, match=f"seat {1 - one.seat} is"):
        one.message()
    with pytest.raises(ValueError, match="always, once, never"):
        Conversation(game, 0, cards="twice")
    with pytest.raises(ValueError, match="budget 0"):
        Conversation(game, 0, budget=0)
    with pytest.raises(ValueError, match="passes"):
        Conversation(game, 0, passes="concerned")


def test_different():
    """Choices that would be compared as equal are numbered, the others stay."""
    assert different(["pass", "buy Fly", "Buy fly!"]) == ["pass", "buy Fly (number 1)", "Buy fly! (number 2)"]


def test_joined():
    """Lines that were broken are whole again; lines that are indented for another reason stay."""
    long = "shop      " + "word " * 22 + "last"
    assert joined(f"{long}\n          more\n          again") == f"{long} more\n          again"
    assert joined("room      The Shop\n          its text") == "room      The Shop\n          its text"
