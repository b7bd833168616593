"""Observations of Four Souls written by hand: a position as one seat sees it, without a game behind it."""

from __future__ import annotations

import numpy as np

from fs_env.arena.agent import SeatView
from fs_env.core.four_souls import actions as A
from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.state import Ask, Obj, Phase, RowFlag, Shape, Zone

CHARACTERS = ("isaac", "cain", "maggy", "judas")


def card(name: str) -> int:
    """The number of a card from its id."""
    return T.CARD_ID[name]


class Position:
    """Two players, no monsters, own action phase; every method adds something and returns the position."""

    def __init__(self, players: int = 2, ap: int = 0, turn: int = 5) -> None:
        self.observation = np.zeros(GAME.layout.size, np.int16)
        self.mask = np.zeros(GAME.num_actions, np.int8)
        self.parts = GAME.layout.views(self.observation)
        self.players = players
        self.parts["decision"][:] = 0
        self.parts["decision"][[0, 1, 3, 6, 10, 11]] = (
            Ask.PRIORITY + 1,
            Shape.PRIORITY,
            Phase.ACTION,
            ap,
            players,
            turn,
        )
        for k in range(players):
            character = card(CHARACTERS[k])
            self.player(k, hp=2, max_hp=2, atk=1, coins=3, hand=3, attacks=1 if k == ap else 0, price=10)
            self.parts["players"][k, [0, 9, 13]] = (1, character + 1, 1)
            self._card(character, Zone.CHARACTER, k + 1)
        for bonus in range(T.BONUS0, T.BONUS0 + T.N_BONUS):
            self._card(bonus, Zone.OUT, 0)

    def _card(self, number: int, zone: int, who: int, turned: int = 0) -> None:
        self.parts["cards"][:3, number - T.N_LOOT] = (zone, who, turned)

    def player(self, k: int, **numbers: int) -> Position:
        """Sets numbers of a player, seats counted from the own one."""
        at = {"coins": 1, "hp": 2, "max_hp": 3, "atk": 4, "hand": 5, "souls": 6, "dying": 8}
        at |= {"own_play": 11, "attacks": 15, "price": 19, "shield": 20}
        for name, n in numbers.items():
            self.parts["players"][k, at[name]] = n
        return self

    def item(self, k: int, name: str, turned: bool = False) -> Position:
        """An item of a player."""
        self._card(card(name), Zone.ITEM, k + 1, int(turned))
        return self

    def soul(self, k: int, name: str) -> Position:
        """A soul card of a player."""
        self._card(card(name), Zone.SOUL, k + 1)
        self.parts["players"][k, 6] += 1
        return self

    def bonus(self) -> Position:
        """The three bonus souls are still to be had."""
        for number in range(T.BONUS0, T.BONUS0 + T.N_BONUS):
            self._card(number, Zone.BONUS, 0)
        return self

    def in_hand(self, *names: str) -> Position:
        """Loot cards in the own hand."""
        for name in names:
            self.parts["hand"][card(name)] += 1
        self.parts["players"][0, 5] = self.parts["hand"].sum()
        return self

    def monster(self, name: str, slot: int = 0, hp: int | None = None, attacked: bool = False) -> Position:
        """An active monster with its printed numbers."""
        c = card(name)
        full = int(T.C_HP[c])
        row = (1, c + 1, full if hp is None else hp, full, int(T.C_ATK[c]), int(T.C_EVASION[c]), int(attacked), 0)
        self.parts["slots"][slot, : len(row)] = row
        self._card(c, Zone.ACTIVE, slot + 1)
        if attacked:
            self.parts["decision"][5] = 1
        return self

    def stack(self, kind: Obj, ctrl: int, name: str | None, n: int = 0, target: tuple[int, int] = (0, 0)) -> Position:
        """Puts an object below those already there."""
        place = int(self.parts["decision"][12])
        flags = RowFlag.ATTACK_ROLL if kind == Obj.ROLL and name and T.C_FLAGS[card(name)] & T.CardFlag.MONSTER else 0
        source = 0 if name is None else card(name) + 1
        self.parts["stack"][place, :8] = (kind, ctrl + 1, source, 0, n, flags, *target)
        self.parts["decision"][12] = place + 1
        return self

    def ask(self, ask: Ask, shape: Shape, name: str | None = None) -> Position:
        """Another question than priority, put by a card."""
        self.parts["decision"][:3] = (ask + 1, shape, 0 if name is None else card(name) + 1)
        return self

    def legal(self, *actions: int) -> SeatView:
        """The view in which these actions are legal."""
        self.mask[list(actions)] = 1
        return SeatView(GAME, 0, self.players, self.observation, self.mask)


def play(name: str) -> int:
    """Playing a loot card."""
    return A.PLAY + card(name)


def activate(name: str) -> int:
    """Activating an item."""
    return int(A.TAP_ID[card(name)])


def attack(name: str) -> int:
    """Attacking a monster."""
    return int(A.ATTACK_ID[card(name)])


def buy(name: str) -> int:
    """Buying an item of the shop."""
    return A.BUY + card(name) - int(A.CARD_OF_ACTION[A.BUY])


def choose(name: str) -> int:
    """Choosing a card."""
    return A.CHOOSE + card(name)
