"""Crowded tables on which effects answer effects: one player has them, and whatever is free to choose is aimed at that player."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.actions import KIND_OF_ACTION, PASS, RANGES, YES, ActionKind
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.language.codes import AbilityFlag, Deck, Event, Head
from fs_env.core.four_souls.scenario import Placed, Scenario, Seat
from fs_env.core.four_souls.state import Question

OWNER = 0
SEATS = range(RANGES["player"].start, RANGES["player"].stop)  # oneself first, then the seats to the left
NEEDED = ("diplopia", "modeling_clay", "the_battery")
"""Cards that make a second one of an item, and let it be done again."""
HP = ("dinner", "breakfast", "meat", "lard", "the_dead_cat")
"""Hit points: without them a chain of damage is short."""
SPARKS = ("bomb", "gold_bomb", "the_tower", "pills_red", "pills_black", "chaos", "death_tarot", "curse_of_pain")
"""Loot cards that begin something."""


class Peak(NamedTuple):
    """The extremes of a game: most objects at once, with their cards, and most pushed with nothing voluntary between them."""

    objects: int
    pushes: int
    outcome: int
    cards: tuple[str, ...]


def answers(ability: int) -> bool:
    return T.AB_HEAD[ability] in (Head.WHEN, Head.INSTEAD) and T.AB_EVENT[ability] != Event.NOTHING


def answers_harm(ability: int) -> bool:
    """Whether an ability answers damage, or answers anything with damage."""
    about = T.AB_EVENT[ability] in (Event.DAMAGE_TAKEN, Event.DAMAGE_DEALT)
    return answers(ability) and (about or bool(T.AB_FLAGS[ability] & AbilityFlag.DAMAGES))


def cards_with(test: Callable[[int], bool], *decks: Deck) -> list[str]:
    found = []
    for card in range(T.N_CARDS):
        first = int(T.C_AB0[card])
        if T.C_DECK[card] in decks and any(test(a) for a in range(first, first + int(T.C_ABN[card]))):
            found.append(T.IDS[card])
    return found


def is_one(flag: int) -> Any:
    return lambda name: bool(T.C_FLAGS[T.CARD_ID[name]] & flag)


def crowd(seed: int) -> Scenario:
    """A position of two to four players; the owner has items that answer, and loot cards to begin with."""
    draw = random.Random(seed)
    test, least, most = (answers, 6, 30) if seed % 2 == 0 else (answers_harm, 3, 8)
    trinket, monster, curse = is_one(T.CardFlag.TRINKET), is_one(T.CardFlag.MONSTER), is_one(T.CardFlag.CURSE)
    items = cards_with(test, Deck.TREASURE, Deck.STARTING) + [c for c in cards_with(test, Deck.LOOT) if trinket(c)]
    items = [card for card in items if card not in HP and card not in NEEDED]
    others = cards_with(answers if seed % 2 == 0 else lambda a: True, Deck.MONSTER)
    draw.shuffle(items)
    draw.shuffle(others)
    own = [*NEEDED, *HP, *items[: draw.randint(least, most)]]
    monsters = [card for card in others if monster(card)][: draw.randint(2, 12)]
    curses = [card for card in others if curse(card)][: draw.randint(0, 4)]
    hand = [card for card in SPARKS if card in T.CARD_ID and T.C_DECK[T.CARD_ID[card]] == Deck.LOOT]
    rest = [Seat(items=[card]) for card in items[-draw.randint(1, 3) :] if card not in own]
    owner = Seat(items=own, hand=hand, curses=curses, coins=24, extra_plays=len(hand))
    return Scenario(
        players=[owner, *(rest or [Seat()])],
        monsters=[Placed(card) for card in monsters],
        shop=["empty"],
        sets=("base", "gold", "plus"),
        seed=seed,
    )


def chosen(S: Any, draw: random.Random) -> int:
    """An answer that keeps things going: something rather than a pass, yes rather than no, the owner rather than others."""
    legal = np.sort(GAME.legal(S)).tolist()
    about = int(S["question"][0])
    if about == Question.PRIORITY:
        active = [action for action in legal if action != PASS]
        return draw.choice(active) if active and draw.random() < 0.4 else legal[0]
    if about == Question.MAY and draw.random() < 0.9:
        return int(YES)
    at_owner = SEATS[(OWNER - GAME.to_act(S)) % int(S["n_players"][0])]
    if about in (Question.TARGET, Question.PICK) and draw.random() < 0.9:
        if at_owner in legal:
            return at_owner
        own = [action for action in legal if KIND_OF_ACTION[action] >= ActionKind.CHOOSE]
        return draw.choice(own or legal)
    return draw.choice(legal)


def play(seed: int, decisions: int) -> Peak:
    draw = random.Random(~seed)
    S = crowd(seed).start().S
    most, pushes, cards = 0, 0, ()
    record = S.view(np.ndarray)[0]
    for _ in range(decisions):
        if GAME.to_act(S) < 0:
            break
        GAME.step(S, chosen(S, draw))
        pushes = max(pushes, int(record["pushes"]))
        kinds = record["objects"]["kind"]
        count = int(np.count_nonzero(kinds))
        if count > most:
            sources, numbers = np.unique(record["objects"]["src"][kinds != 0], return_counts=True)
            order = np.argsort(-numbers)
            most, cards = count, tuple(T.IDS[T.INST_CARD[i]] for i in sources[order] if i >= 0)
    return Peak(most, pushes, GAME.outcome(S), cards)
