"""Where legal actions lie: a place exists in the drawing, and the card there is the one that the action names."""

from __future__ import annotations

import random
import re
from collections import Counter
from html import unescape

import pytest

from fs_env.drawing import draw_view
from fs_env.drawing.part import drawing_of
from fs_env.registry.games import load_game

MARK = re.compile(r'<g data-place="([^"]*)"(?: data-card="([^"]*)")?(?: transform="[^"]*")?>')
NOWHERE = re.compile(
    r"pass|done|yes|no|mode|number|offer|accept|decline|option|put back|choose no further|\d+¢|choose (no|further)|"
    r"barter|cents|favour|-?\d+$|the (first|second)|end the turn|Might|Speed|Knowledge|Sanity|attack with|go |reveal"
)
GAMES = {
    "castles_of_caleira": ({}, 400),
    "four_souls": ({"sets": 7, "rooms": 1}, 1_500),
    "betrayal": ({"haunt": 1}, 600),
}
KINDS = {
    "castles_of_caleira": {"hand", "piece", "player"},
    "four_souls": {"hand", "item", "shop", "slot", "player", "deck"},
    "betrayal": {"tile", "card", "player", "adventurer"},
}
ALIKE = 3  # decisions with one question and one kind of choices that are drawn


def decisions(name, seed=7):
    """Decisions of random games, `ALIKE` of each kind: seat, legal actions, view, and card by place of its drawing."""
    options, most = GAMES[name]
    seen: Counter[object] = Counter()
    game, pick = load_game(name), random.Random(seed)
    S = game.new()
    game.setup(S, seed=seed, num_players=3, **options)
    for _ in range(most):
        if game.to_act(S) < 0:
            seed += 1
            game.setup(S, seed=seed, num_players=3, **options)
        seat, legal = game.to_act(S), game.legal(S).tolist()
        if len(legal) > 1:
            view = game.to_json(S, player=seat)
            kind = view["decision"]["question"], *sorted({game.action_text(action).split()[0] for action in legal})
            seen[kind] += 1
            if seen[kind] <= ALIKE:
                marks = MARK.findall(draw_view(name, view, marked=True).body())
                yield game, seat, legal, view, {unescape(place): unescape(card) for place, card in marks}
        game.step(S, pick.choice(legal))


@pytest.mark.parametrize("name", GAMES)
def test_places__hold_the_card_of_the_action(name):
    """Nearly every action that names something on the table has a place in the drawing, and a card there has its name."""
    found = missing = 0
    kinds, places_of = set(), drawing_of(name).locations
    for game, seat, legal, view, shown in decisions(name):
        for action in legal:
            text = game.action_text(action)
            places = [place for place in places_of(view, seat, action) if place in shown]
            for place in places:
                kinds.add(place.partition(":")[0])
                card, kind = shown[place], place.partition(":")[0]
                if kind in ("hand", "shop", "room", "soul", "adventurer") and card and "option" not in text:
                    assert card.split(" as ")[0] in text, (text, place, card)
            if places:
                found += 1
            elif not NOWHERE.match(text):
                missing += 1
    assert found > 50 and missing < 0.2 * found, (found, missing)
    assert KINDS[name] <= kinds
