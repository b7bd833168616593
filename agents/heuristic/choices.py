"""Answers to every question but priority: targets, modes, numbers, yes or no, and cards to keep or to give up."""

from __future__ import annotations

from collections.abc import Callable

from fs_env.agents.heuristic import cards as C
from fs_env.agents.heuristic.judge import Judge, Scene, Thing
from fs_env.agents.heuristic.verbs import draw_worth
from fs_env.core.four_souls import actions as A
from fs_env.core.four_souls.language.codes import NONE, Kind, Op
from fs_env.core.four_souls.state import Ask, Phase
from fs_env.core.four_souls.tables import CardFlag

UNITS = Kind.MONSTER | Kind.SLOT
STACKED = Kind.ROLL | Kind.STACK_ITEM | Kind.STACK_LOOT | Kind.STACK_DAMAGE | Kind.ATTACK


class Memory:
    """What the bot announced last: card, ability, mode and how many targets it named; and the targets it named for each card."""

    def __init__(self) -> None:
        self.card = self.ability = self.mode = NONE
        self.named = 0
        self.aims: dict[int, dict[int, int]] = {}

    def announce(self, card: int, ability: int) -> None:
        """A new announcement begins."""
        self.card, self.ability, self.mode, self.named = card, ability, NONE, 0
        self.aims.pop(card, None)


Answer = Callable[[Judge, list[int], Memory], int]


def highest(legal: list[int], worth: Callable[[int], float]) -> int:
    """The legal action worth most, the first of equals."""
    return max(legal, key=worth)


def card_worth(j: Judge, action: int) -> float:
    """What the card that an action names is worth to who has it."""
    card = int(A.CARD_OF_ACTION[action])
    if card == NONE:
        return 0.0
    if card < len(C.HAND):
        return C.HAND[card]
    return j.item(0, card) if card in j.board.owner else draw_worth(j, card)


def thing_of(j: Judge, action: int, kinds: int) -> Thing:
    """What an action names, for a filter of some kinds."""
    board = j.board
    if A.PLAYER <= action < A.DECK:
        return action - A.PLAYER
    if A.DECK <= action < A.PLAY:
        return ("deck", action - A.DECK)
    card = int(A.CARD_OF_ACTION[action])
    if card == NONE:
        return None
    if kinds & UNITS and (monster := board.monster(card)) is not None:
        return monster
    if kinds & STACKED:
        for row in board.stack:
            if row.card == card and j.row_fits(row, kinds, 0):
                return row
    return ("card", card)


def abilities(j: Judge, memory: Memory, ops: frozenset[int]) -> list[int]:
    """The abilities of the asking card that may be asking: the one just announced, else all with one of the verbs."""
    card = j.board.ask_card
    if card == NONE:
        return []
    if memory.card == card and memory.ability != NONE and C.OPS[memory.ability] & ops:
        return [memory.ability]
    return [a for a in C.ABILITIES[card] if C.OPS[a] & ops]


def resolving(j: Judge, ability: int, memory: Memory) -> Scene:
    """The scene of an ability that asks while it resolves: with the targets named for its card, else with the likely ones."""
    card = j.board.ask_card
    scene = Scene(0, card, mode=memory.mode if memory.card == card else NONE)
    aims = memory.aims.get(card, {})
    for register, filter, _ in C.TARGETS[ability]:
        if register in aims:
            scene.regs[register] = thing_of(j, aims[register], C.FILTER[filter][0])
    j.aimed(ability, scene)  # fills the registers that are still open
    return scene


def target(j: Judge, legal: list[int], memory: Memory) -> int:
    """A target: the one for which the effect is worth most."""
    card = j.board.ask_card
    if card != NONE and C.FLAGS[card] & CardFlag.CURSE:
        return highest(legal, lambda a: -j.part[a - A.PLAYER] if A.PLAYER <= a < A.DECK else -9.0)
    for ability in abilities(j, memory, frozenset({Op.TARGET})):
        if memory.card != card or memory.ability != ability:
            memory.announce(card, ability)
        asked = [(r, f) for r, f, m in C.TARGETS[ability] if m in (NONE, memory.mode)]
        if not asked:
            continue
        register, filter = asked[memory.named % len(asked)]
        aims = memory.aims.setdefault(card, {})
        scene = Scene(0, card, mode=memory.mode)
        for r, f in asked:
            if r in aims:
                scene.regs[r] = thing_of(j, aims[r], C.FILTER[f][0])
        values = {}
        for action in legal:
            made = scene.copy()
            made.regs[register] = thing_of(j, action, C.FILTER[filter][0])
            values[action] = j.effect(ability, made)
        aims[register] = highest(legal, values.__getitem__)
        memory.named += 1
        return aims[register]
    return legal[0]


def mode(j: Judge, legal: list[int], memory: Memory) -> int:
    """A mode: the one worth most."""
    for ability in abilities(j, memory, frozenset({Op.MODE})):
        chosen = highest(legal, lambda a: j.effect(ability, Scene(0, j.board.ask_card, mode=a - A.MODE)))  # noqa: B023
        memory.announce(j.board.ask_card, ability)
        memory.mode = chosen - A.MODE
        return chosen
    return legal[0]


def may(j: Judge, legal: list[int], memory: Memory) -> int:
    """Yes when what may be done is worth something."""
    total = 0.0
    for ability in abilities(j, memory, frozenset({Op.MAY})):
        scene = resolving(j, ability, memory)
        for place, row in enumerate(C.rows(ability), C.PC[ability]):
            if row[0] == Op.MAY:
                total += j.run(place + 1, row[2], scene.copy())
    return A.YES if total > 0 else A.NO


def number(j: Judge, legal: list[int], memory: Memory) -> int:
    """A number: the one for which what follows is worth most."""
    for ability in abilities(j, memory, frozenset({Op.NUMBER})):
        scene = resolving(j, ability, memory)
        for place, row in enumerate(C.rows(ability), C.PC[ability]):
            if row[0] == Op.NUMBER:
                values = {}
                for action in legal:
                    scene.numbers = {row[1]: (action - A.NUMBER + A.LOWEST_NUMBER,)}
                    values[action] = j.run(place + 1, None, scene.copy())
                return highest(legal, values.__getitem__)
    return legal[0]


def pick(j: Judge, legal: list[int], memory: Memory) -> int:
    """A choice on resolution: the one for which what follows is worth most."""
    for ability in abilities(j, memory, frozenset({Op.PICK})):
        scene = resolving(j, ability, memory)
        for place, row in enumerate(C.rows(ability), C.PC[ability]):
            kinds = C.FILTER[row[2]][0] if row[0] == Op.PICK else 0
            if row[0] == Op.PICK and not kinds & (Kind.HAND_CARD | Kind.DISCARDED | Kind.REVEALED):
                values = {a: j.with_register(scene, row[1], thing_of(j, a, kinds), place + 1) for a in legal}
                return highest(legal, values.__getitem__)
    return A.DONE if A.DONE in legal else choose_option(j, legal, memory)


def give_up(j: Judge, legal: list[int], memory: Memory) -> int:
    """The least useful own card, the best one where the cards are another player's."""
    cards = [int(A.CARD_OF_ACTION[a]) for a in legal if A.CARD_OF_ACTION[a] != NONE]
    mine = all(
        (j.board.hand[c] or j.board.trinkets[c]) if c < len(C.HAND) else j.board.owner.get(c) == 0 for c in cards
    )
    if A.DONE in legal:
        return A.DONE
    return highest(legal, lambda a: (-1.0 if mine else 1.0) * card_worth(j, a))


def choose_option(j: Judge, legal: list[int], memory: Memory) -> int:
    """The most useful card."""
    return highest(legal, lambda a: card_worth(j, a))


def order(j: Judge, legal: list[int], memory: Memory) -> int:
    """Cards going back: the first lies deepest. At the end of the own turn the next card is another player's."""
    sign = 1.0 if j.board.phase == Phase.END else -1.0
    return highest(legal, lambda a: sign * card_worth(j, a))


def slot(j: Judge, legal: list[int], memory: Memory) -> int:
    """A slot for a monster: an empty one, else that of the monster least worth attacking."""

    def worth(action: int) -> float:
        monster = j.board.monster(int(A.CARD_OF_ACTION[action]))
        return 0.0 if monster is None else j.fight(0, monster)

    return A.EMPTY_SLOT if A.EMPTY_SLOT in legal else highest(legal, lambda a: -worth(a))


def loot_source(j: Judge, legal: list[int], memory: Memory) -> int:
    """Use up the loot play first: the character can wait for another turn."""
    return A.NO


def vote(j: Judge, legal: list[int], memory: Memory) -> int:
    """Against the best item of another player."""

    def worth(action: int) -> float:
        card = int(A.CARD_OF_ACTION[action])
        owner = j.board.owner.get(card)
        return 0.0 if owner is None else -j.part[owner] * C.ITEM[card]

    return highest(legal, worth)


ANSWERS: dict[Ask, Answer] = {
    Ask.LOOT_SOURCE: loot_source,
    Ask.MODE: mode,
    Ask.TARGET: target,
    Ask.COST: give_up,
    Ask.MAY: may,
    Ask.NUMBER: number,
    Ask.PICK: pick,
    Ask.DISCARD: give_up,
    Ask.DESTROY: give_up,
    Ask.SOUL: give_up,
    Ask.HAND_LIMIT: give_up,
    Ask.GIVE: give_up,
    Ask.ORDER: order,
    Ask.SLOT: slot,
    Ask.VOTE: vote,
}
"""How each question is answered; the others take the most useful card."""
