"""The position as one seat sees it, read from the flat observation. Seats count from the own one (0) to the left."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.language.codes import NONE, Static, Whom
from fs_env.core.four_souls.state import Obj, Phase, RowFlag, Zone
from fs_env.core.four_souls.tables import CardFlag

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fs_env.arena.agent import SeatView

N_LOOT = int(T.N_LOOT)
MONSTERS = slice(int(T.MONSTER0) - N_LOOT, int(T.MONSTER0 + T.N_MONSTER) - N_LOOT)
BONUS_CARDS = range(int(T.BONUS0), int(T.BONUS0 + T.N_BONUS))
OUT, DECK, ITEM, CURSE, BONUS = int(Zone.OUT), int(Zone.DECK), int(Zone.ITEM), int(Zone.CURSE), int(Zone.BONUS)
WITH_PLAYERS = np.isin(np.arange(len(Zone)), (Zone.ITEM, Zone.CURSE, Zone.SOUL))
ST0: list[int] = T.C_ST0.tolist()
STN: list[int] = T.C_STN.tolist()
MOD: list[int] = T.ST_MOD.tolist()
ST_N: list[int] = T.ST_N.tolist()
ST_COND: list[int] = T.ST_COND.tolist()
WHOM: list[int] = T.ST_WHOM.tolist()
FLAGS: list[int] = T.C_FLAGS.tolist()


@dataclass
class Player:
    """The public facts of a player, with the items and curses that the observation shows."""

    coins: int
    hp: int
    max_hp: int
    atk: int
    hand: int
    souls: int
    dead: bool
    dying: bool
    character: int
    turned: bool
    own_play: bool
    attacks: int
    shield: int
    roll_bonus: int
    price: int
    items: list[int] = field(default_factory=list)
    curses: list[int] = field(default_factory=list)
    soul_cards: list[int] = field(default_factory=list)


@dataclass
class Monster:
    """The active monster of a slot."""

    slot: int
    card: int
    hp: int
    atk: int
    evasion: int
    attacked: bool
    dying: bool


@dataclass
class Row:
    """An object on the stack. Targets are (sort, value) as the observation says."""

    place: int
    kind: int
    ctrl: int
    card: int
    mode: int
    n: int
    flags: int
    targets: list[tuple[int, int]]

    @property
    def attack_roll(self) -> bool:
        """Whether it is an attack roll."""
        return self.kind == Obj.ROLL and bool(self.flags & RowFlag.ATTACK_ROLL)


class Board:
    """One decision: `Ask`, the asking card, the players, what lies where, the stack from its top."""

    def __init__(self, view: SeatView) -> None:
        parts = view.sections
        told = parts["decision"].tolist()
        self.ask, self.shape, self.ask_card = told[0] - 1, told[1], told[2] - 1
        self.phase, self.ending, self.attacking = told[3], told[4], told[5] == 1
        self.ap, self.n_players, self.turn = told[6], told[10], told[11]
        self.players = [self._player(p) for p in parts["players"][: self.n_players].tolist()]
        self.hand: list[int] = parts["hand"].tolist()
        self.trinkets: list[int] = parts["loot"][1].tolist()
        self.monsters = [
            Monster(k, m[1] - 1, m[2], m[4], m[5], m[6] == 1, m[7] == 1)
            for k, m in enumerate(parts["slots"].tolist())
            if m[0] == 1 and m[1] > 0
        ]
        self.shop = [c - 2 for c in parts["shop"].tolist() if c > 1]
        self.deck_size: list[int] = parts["decks"][0].tolist()
        self.top: list[int] = [c - 1 for c in parts["top"].tolist()]
        self.looked = [c - 1 for c in parts["looked"].tolist() if c > 0]
        self.stack = self._stack(parts["stack"][: told[12]].tolist())
        self._cards(parts["cards"].T)

    @staticmethod
    def _player(p: list[int]) -> Player:
        open_attacks = max(0, p[15] - p[14]) + p[16]
        facts = (p[1], p[2], p[3], p[4], p[5], p[6], p[7] == 1, p[8] == 1, p[9] - 1, p[13] == 0, p[11] == 1)
        return Player(*facts, open_attacks, p[20], p[21], p[19])

    @staticmethod
    def _stack(table: list[list[int]]) -> list[Row]:
        return [
            Row(i, r[0], r[1] - 1, r[2] - 1, r[3] - 1, r[4], r[5], [(r[6], r[7]), (r[8], r[9])])
            for i, r in enumerate(table)
            if r[0]
        ]

    def _cards(self, table: NDArray[np.int16]) -> None:
        zones = table[:, 0]
        self.table, self.zones = table, zones.tolist()
        self.owner: dict[int, int] = {}
        self.turned: set[int] = set()
        for k in WITH_PLAYERS[zones].nonzero()[0].tolist():
            zone, who, turned, _, _ = table[k].tolist()
            card, player = k + N_LOOT, self.players[who - 1]
            if zone == ITEM:
                player.items.append(card)
            elif zone == CURSE:
                player.curses.append(card)
            else:
                player.soul_cards.append(card)
            self.owner[card] = who - 1
            if turned:
                self.turned.add(card)
        self.bonus = {card for card in BONUS_CARDS if self.zones[card - N_LOOT] == BONUS}

    def deck_monsters(self) -> list[int]:
        """The cards that are in the monster deck, in no order that tells anything."""
        return [int(T.MONSTER0) + k for k in (self.table[MONSTERS, 0] == DECK).nonzero()[0].tolist()]

    def top_monster(self) -> int:
        """The top card of the monster deck, NONE when it is not known."""
        found = (self.table[MONSTERS, 4] == 1).nonzero()[0].tolist()
        return found[0] + int(T.MONSTER0) if found else NONE

    # --- short questions ----------------------------------------------------------------------------------------------
    def zone(self, card: int) -> int:
        """The zone of a card that is no loot card."""
        return self.zones[card - N_LOOT] if card >= N_LOOT else OUT

    def attacked(self) -> Monster | None:
        """The monster in the running attack."""
        return next((m for m in self.monsters if m.attacked), None) if self.attacking else None

    def monster(self, card: int) -> Monster | None:
        """The active monster that shows a card."""
        return next((m for m in self.monsters if m.card == card), None)

    def others(self, k: int) -> list[int]:
        """All seats but one."""
        return [j for j in range(self.n_players) if j != k]

    def static_sum(self, k: int, mod: Static) -> int:
        """The sum of a continuous modifier over the items of a player; conditions are taken as false."""
        return sum(
            ST_N[j]
            for card in self.players[k].items
            for j in range(ST0[card], ST0[card] + STN[card])
            if MOD[j] == mod and ST_COND[j] == 0
        )

    def harder(self, k: int) -> int:
        """What a player's items and curses add to the evasion of the monster they attack."""
        return sum(
            ST_N[j]
            for card in self.players[k].items + self.players[k].curses
            for j in range(ST0[card], ST0[card] + STN[card])
            if MOD[j] == Static.EVASION and WHOM[j] == Whom.MY_ATTACKED_MONSTER
        )

    def can_attack(self, k: int) -> bool:
        """Whether a player may still declare an attack this turn."""
        return self.ap == k and self.phase <= Phase.ACTION and self.ending == 0 and self.players[k].attacks > 0

    def guppies(self, k: int) -> int:
        """Guppy items of a player."""
        return sum(1 for card in self.players[k].items if FLAGS[card] & CardFlag.GUPPY)
