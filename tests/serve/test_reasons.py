"""Why a place of the table offers no choice: given exactly where there is none, and never wrong."""

from __future__ import annotations

import random
import re
from collections import Counter
from html import unescape

import pytest

from fs_env.core.castles_of_caleira.cards import NAMES as PIECES
from fs_env.core.four_souls.rules.numbers import PRICE
from fs_env.narration.four_souls.reasons import MISSING
from fs_env.narration.part import narration_of
from fs_env.registry.games import load_game
from fs_env.serve.table.viewer import Viewer

NAMES = ("Ann", "Bob", "Cy")
GAMES = {
    "castles_of_caleira": ({}, 120, 9, {"piece", "hand"}),
    "four_souls": ({"sets": 7, "rooms": 1}, 1_200, 1, {"shop", "slot", "item", "hand", "deck", "player", "room"}),
    "betrayal": ({"haunt": 1}, 500, 1, {"tile", "card", "player", "power"}),
}


def viewed(game, S, seat):
    viewer = Viewer(game, seat, NAMES)
    viewer.see(S)
    return viewer


def positions(name, options, steps, alike):
    """Positions of random games, so many of each kind of question and choices: state, the seat that is asked, its viewer, all places."""
    game, pick, seen, S = load_game(name), random.Random(3), Counter(), None
    for step in range(steps):
        if S is None or game.to_act(S) < 0:
            S = game.new()
            game.setup(S, seed=step, num_players=3, **options)
        seat, legal = game.to_act(S), game.legal(S).tolist()
        key = game.decision_text(S).split(" ", 3)[1:3], sorted({game.action_text(one).split(" ")[0] for one in legal})
        seen[str(key)] += len(legal) > 1
        if len(legal) > 1 and seen[str(key)] <= alike:
            viewer = viewed(game, S, seat)
            yield S, seat, viewer, sorted({*map(unescape, re.findall(r'data-place="([^"]+)"', viewer.draw().body()))})
        game.step(S, pick.choice(legal))


@pytest.mark.parametrize("name", GAMES)
def test_reason__of_every_place_without_a_choice_and_of_no_other(name):
    """A place has a reason exactly if no choice is there. A reason that the rules give for sure is given at no place of a legal action,
    and its numbers are those of the state; a seat that is not asked learns who is."""
    options, steps, alike, kinds = GAMES[name]
    without, sure = set(), 0
    for S, seat, viewer, places in positions(name, options, steps, alike):
        legal = {place for action in viewer.game.legal(S).tolist() for place in viewer.places(action)}
        choices = legal | {walk.place for walk in viewer.narrator.walks()}
        for place in places:
            why, known = viewer.why(place), narration_of(name).reasons(viewer.view, seat, place)
            assert (why == "") == (place in choices), (place, why)
            assert place not in legal or known is None or MISSING in known, (place, known)
            if why:
                sure += known is not None
                without.add(place.partition(":")[0])
                assert re.fullmatch(r"[^a-z].+[^.]\.", why), why
                check_numbers(name, S[0], seat, place, why)
        assert viewed(viewer.game, S, (seat + 1) % 3).why(places[0]) == f"{NAMES[seat]} chooses now."
    assert kinds <= without and sure > 60, (without, sure)


def check_numbers(name, record, seat, place, why):
    """Compares what a reason says of costs, attacks, purchases, spaces and pieces with the state itself."""
    numbers = [int(n) for n in re.findall(r"\d+", why)]
    kind, _, what = place.partition(":")
    if (
        name == "four_souls"
        and why.startswith("It costs")
        and "you have" in why
        and "¢" in why
        and kind in ("shop", "deck")
    ):
        price = PRICE if kind == "deck" else record["price"][seat]
        assert numbers == [price, record["coins"][seat]] and numbers[0] > numbers[1]
    if "no attacks left" in why:
        assert numbers[0] == record["attacks_used"][seat] >= record["own_attacks"][seat]
        assert record["extra_attacks"][seat] == 0
    if "no purchase left" in why:
        assert numbers == [record["purchases_used"][seat], record["own_purchases"][seat]] and numbers[0] >= numbers[1]
    if "while the stack is empty" in why:
        assert record["n_stack"] > 0
    if "is turned" in why and "character" in why:
        assert record["turned"][record["character"][seat]] == 1
    if name == "betrayal" and "you have moved" in why.lower():
        assert numbers[0] == record["seats"]["spent"][seat] and not record["seats"]["stopped"][seat]
    if name == "castles_of_caleira" and why.startswith("It is face "):
        piece = int(what) - 1
        assert ("face down" in why.partition(",")[0]) == bool(int(record["down"]) >> piece & 1)
        assert PIECES[record["kind"][record["effect"]]] in why
