"""What to do with priority: the uses of cards, purchases, attacks, or passing."""

from __future__ import annotations

import random
from collections import Counter

from fs_env.agents.heuristic import cards as C
from fs_env.agents.heuristic.judge import Judge, Scene
from fs_env.agents.heuristic.verbs import draw_worth
from fs_env.core.four_souls import actions as A
from fs_env.core.four_souls.language.codes import NONE, Cost, Head, Op
from fs_env.core.four_souls.state import Obj, Phase
from fs_env.core.four_souls.tables import CardFlag

CARD: list[int] = A.CARD_OF_ACTION.tolist()
USES = (*A.RANGES["play"], *A.RANGES["activate"], *A.RANGES["pay"])
FIRST_USE, LAST_USE = min(USES), max(USES)
OWN_PLAYS = frozenset({Obj.LOOT, Obj.TAP, Obj.PAID})
DECK_PRICE = 10  # of the top of the treasure deck (R10.7)
SAMPLE = 20  # cards of the monster deck that stand for all of them
OFTEN_ENOUGH = 6  # uses of one card in one turn
PATIENT_TURNS = 40.0  # a game that drags on is worth more and more risk in attacks
WAIT_TO_ANSWER = 0.8  # what the character's loot play is worth for each card that may answer something
UNKNOWN_ATTACK = -0.5  # an attack on the top of the monster deck is also a risk nobody can see


def announced(action: int) -> int:
    """The ability that an action of a window announces, NONE when there is none."""
    card = CARD[action]
    if A.PLAY <= action < A.ACTIVATE:
        found = C.of_head(card, Head.PLAY)
        return found[0] if found else NONE
    if A.ACTIVATE <= action < A.PAY:
        return C.of_head(card, Head.TAP)[0]
    if A.PAY <= action < A.BUY:
        found = C.of_head(card, Head.PAID)
        k = action - int(A.PAY_ID[card])
        return found[k] if k < len(found) else NONE
    return NONE


def price_of(j: Judge, ability: int) -> float:
    """What the cost of an ability takes."""
    cost, n = C.COST[ability], C.COST_N[ability]
    if cost == Cost.COINS:
        return -j.gain(0, -n)
    if cost == Cost.DISCARD:
        return -j.draw(0, -n)
    if cost in (Cost.DESTROY_ITEMS, Cost.GIVE_ITEM):
        mine = sorted(C.ITEM[card] for card in j.board.players[0].items if not C.FLAGS[card] & CardFlag.ETERNAL)
        return sum(mine[:n]) + (3.0 if cost == Cost.GIVE_ITEM else 0.0)
    if cost == Cost.TAKE_DAMAGE:
        return -j.change(0, hp=-n)
    return 0.6 * n if cost == Cost.COUNTERS else 0.0


def price_of_play(j: Judge, card: int) -> float:
    """What it takes to play a loot card from the hand: a place in a hand that may become a soul, and the loot play."""
    board, own = j.board, j.board.players[0]
    price = j.hand(0, own.hand) - j.hand(0, own.hand - 1) - C.LOOT if j.bonus_open[1] else 0.0
    if own.own_play or (board.phase == Phase.END and (board.ap + 1) % board.n_players == 0):
        return price  # a play that would be lost
    answers = sum(n for other, n in enumerate(board.hand) if n and other != card and C.PATIENCE[other] >= 1.0)
    return price + WAIT_TO_ANSWER * min(2, answers)


def use(j: Judge, action: int) -> float:
    """What playing, activating or paying for a card is worth beyond keeping it."""
    card, ability = CARD[action], announced(action)
    if ability == NONE:
        return C.ITEM[card] - price_of_play(j, card) if A.PLAY <= action < A.ACTIVATE else 0.0
    worth = j.effect(ability, Scene(0, card)) - price_of(j, ability)
    if A.PLAY <= action < A.ACTIVATE:
        worth -= C.PATIENCE[card] + price_of_play(j, card)
    elif C.OPS[ability] & {Op.DESTROY_THIS_FIRST}:
        worth -= C.PATIENCE[card] + 0.5 * C.ITEM[card]
    return worth


def buy(j: Judge, action: int) -> float:
    """What a purchase is worth."""
    if action == A.BUY_TOP:
        return 0.9 * C.TREASURE + j.gain(0, -DECK_PRICE)
    return j.item(0, CARD[action]) + j.gain(0, -j.board.players[0].price)


def attack(j: Judge, action: int) -> float:
    """What an attack is worth."""
    board = j.board
    if action != A.ATTACK_TOP:
        monster = board.monster(CARD[action])
        return j.fight(0, monster) if monster is not None else 0.0
    if (known := board.top_monster()) != NONE:
        return draw_worth(j, known)
    unseen = board.deck_monsters()
    unseen = unseen[:: max(1, len(unseen) // SAMPLE)]
    return UNKNOWN_ATTACK + sum(draw_worth(j, card) for card in unseen) / len(unseen) if unseen else 0.0


def best_move(j: Judge, legal: list[int], used: Counter[int], draw: random.Random) -> int:
    """The best action with priority; uses of cards come before purchases, purchases before attacks.

    Args:
        j: weighs the position.
        legal: ids of the legal actions, ascending.
        used: how often each was chosen in this turn; what can be repeated for ever is not.
        draw: settles equal values.
    """
    must = legal[0] != A.PASS
    own_waits = any(row.ctrl == 0 and row.kind in OWN_PLAYS for row in j.board.stack)
    uses = [] if own_waits else [a for a in legal if FIRST_USE <= a <= LAST_USE and used[a] < OFTEN_ENOUGH]
    bought = [a for a in legal if A.BUY <= a <= A.BUY_TOP]
    attacks = [a for a in legal if A.ATTACK <= a <= A.ATTACK_TOP]
    for group, weigh, least in (
        (uses, use, 0.05),
        (bought, buy, 0.0),
        (attacks, attack, -j.board.turn / PATIENT_TURNS),
    ):
        if not group:
            continue
        values = [weigh(j, a) for a in group]
        top = max(values)
        if top > least or (must and group is attacks):
            same = [a for a, value in zip(group, values) if value > top - 1e-9]
            return same[0] if len(same) == 1 else draw.choice(same)
    return A.PASS if not must else legal[0]
