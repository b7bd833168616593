"""What coins, cards, souls, lives and fights are worth in a position, always from the point of view of the own seat."""

from __future__ import annotations

from functools import cached_property, lru_cache

from fs_env.agents.heuristic import cards as C
from fs_env.agents.heuristic.board import Board, Monster, Row
from fs_env.agents.heuristic.fights import Outcome, chance
from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.language.codes import Event, Head, Op, Sel, Static, Whom
from fs_env.core.four_souls.state import Obj
from fs_env.core.four_souls.tables import CardFlag

NEXT_SOUL = (16.0, 18.0, 24.0, 150.0)
"""What the next soul is worth to a player with 0, 1, 2, 3 of them; the fourth wins."""
ENOUGH = 4
BONUS_COINS, BONUS_HAND, BONUS_GUPPY = (int(n) for n in T.BONUS_N)
BONUS_CARDS = tuple(range(int(T.BONUS0), int(T.BONUS0 + T.N_BONUS)))


def extra_by_number(card: int, statics: bool) -> dict[int, tuple[int, int]]:
    """For final numbers of attack rolls: (factor, addition) to the damage of a monster, or damage its text deals to the attacker."""
    out: dict[int, tuple[int, int]] = {}
    if statics:
        for k in range(int(T.C_ST0[card]), int(T.C_ST0[card] + T.C_STN[card])):
            if T.ST_WHOM[k] == Whom.THIS and T.ST_MOD[k] == Static.MULTIPLY_ON_ROLL:
                out[int(T.ST_N[k])] = (int(T.ST_M[k]), 0)
            elif T.ST_WHOM[k] == Whom.THIS and T.ST_MOD[k] == Static.ADD_DAMAGE_ON_ROLL:
                out[int(T.ST_N[k])] = (1, int(T.ST_M[k]))
        return out
    for a in C.of_head(card, Head.WHEN):
        if C.EVENT[a] != Event.VS_THIS or not C.OPS[a] & {Op.DAMAGE}:
            continue
        n = next(row[1] for row in C.rows(a) if row[0] == Op.DAMAGE)
        out.update({number: (0, n) for number in range(1, 7) if C.NUMBERS[a] >> number & 1})
    return out


MISS_EXTRA = [extra_by_number(card, True) for card in range(T.N_CARDS)]
TEXT_EXTRA = [extra_by_number(card, False) for card in range(T.N_CARDS)]
IMMUNE = [
    frozenset(
        int(T.ST_N[k])
        for k in range(int(T.C_ST0[card]), int(T.C_ST0[card] + T.C_STN[card]))
        if T.ST_MOD[k] == Static.IMMUNE_ROLL and T.ST_WHOM[k] == Whom.THIS
    )
    for card in range(T.N_CARDS)
]
THORNS: list[int] = [
    sum(
        row[1]
        for a in C.of_head(card, Head.WHEN)
        if C.EVENT[a] == Event.DAMAGE_TAKEN
        for row in C.rows(a)
        if row[0] == Op.DAMAGE and row[2] in C.ON_ITSELF
    )
    for card in range(T.N_CARDS)
]
"""Damage a monster deals back to its attacker when it is hit."""


@lru_cache(maxsize=50_000)
def harm(card: int, need: int, atk: int, monster_atk: int) -> dict[int, Outcome]:
    """What each final number of an attack roll does: (damage to the attacker, damage to the monster).

    Args:
        card: the monster.
        need: the number that hits, 1 to 6.
        atk: of the attacker, at least 0.
        monster_atk: of the monster, at least 0.
    """
    out = {}
    for n in range(1, 7):
        factor, more = MISS_EXTRA[card].get(n, (1, 0))
        text = TEXT_EXTRA[card].get(n, (0, 0))[1]
        if n >= need:
            dealt = 0 if n in IMMUNE[card] else atk
            out[n] = (text + (THORNS[card] if dealt else 0), dealt)
        else:
            out[n] = (text + monster_atk * factor + more, 0)
    return out


class Outlook:
    """Worth of things in one position. `part[k]` is +1 for the own seat and minus a share for every opponent."""

    def __init__(self, board: Board) -> None:
        self.board = board
        dread = [(1.0 + p.souls) ** 2 for p in board.players]
        others = sum(dread[1:]) or 1.0
        self.part = [1.0, *(-0.7 * d / others for d in dread[1:])]
        coins, hand, guppy = BONUS_CARDS
        self.bonus_open = (coins in board.bonus, hand in board.bonus, guppy in board.bonus)
        self.rewards: dict[int, float] = {}
        self.fighters: dict[int, tuple[int, int]] = {}
        self.deaths: dict[int, float] = {}

    # --- possessions --------------------------------------------------------------------------------------------------
    def soul(self, k: int, n: int = 1) -> float:
        """What n more souls are worth to player k."""
        have = self.board.players[k].souls
        return (
            sum([NEXT_SOUL[min(have + i, ENOUGH - 1)] for i in range(n)]) if n > 1 else NEXT_SOUL[min(have, ENOUGH - 1)]
        )

    def lost_soul(self, k: int) -> float:
        """What the loss of a soul costs player k."""
        return NEXT_SOUL[max(0, min(self.board.players[k].souls, ENOUGH) - 1)]

    def purse(self, k: int, coins: int) -> float:
        """What it is worth to player k to hold so many coins."""
        total = C.COIN * coins
        if self.bonus_open[0]:
            total += self.soul(k) * min(1.0, coins / BONUS_COINS) ** 3
        return total

    def hand(self, k: int, n: int) -> float:
        """What it is worth to player k to hold so many loot cards."""
        total = C.LOOT * min(n, BONUS_HAND)
        if self.bonus_open[1]:
            total += self.soul(k) * min(1.0, n / BONUS_HAND) ** 5
        return total

    def gain(self, k: int, coins: int) -> float:
        """What gaining (or losing) coins is worth to player k."""
        have = self.board.players[k].coins
        return self.purse(k, max(0, have + coins)) - self.purse(k, have)

    def draw(self, k: int, n: int) -> float:
        """What drawing (or discarding, at leisure) loot cards is worth to player k."""
        have = self.board.players[k].hand
        change = self.hand(k, max(0, have + n)) - self.hand(k, have)
        return change if n > 0 else 0.7 * change

    def item(self, k: int, card: int) -> float:
        """What an item is worth to player k."""
        worth = C.ITEM[card]
        if self.bonus_open[2] and C.FLAGS[card] & CardFlag.GUPPY and self.board.guppies(k) >= BONUS_GUPPY - 1:
            worth += self.soul(k)
        return worth

    def worst_item(self, k: int) -> float:
        """What player k loses by the destruction of an item of their choice."""
        mine = [C.ITEM[card] for card in self.board.players[k].items if not C.FLAGS[card] & CardFlag.ETERNAL]
        return min(mine, default=0.0)

    def death(self, k: int) -> float:
        """What dying costs player k (R13.4)."""
        if k not in self.deaths:
            self.deaths[k] = self.cost_of_death(k)
        return self.deaths[k]

    def cost_of_death(self, k: int) -> float:
        """Computes `death`."""
        player = self.board.players[k]
        if player.dead:
            return 0.0
        total = 1.5 + self.worst_item(k) - self.gain(k, -1) - self.draw(k, -1)
        if self.board.ap == k:
            total += 1.5
        for curse in player.curses:
            total -= 2.0
            if any(C.OPS[a] & {Op.LOSE_SOUL} for a in C.ABILITIES[curse]) and player.souls:
                total += 2.0 + self.lost_soul(k)
        return total

    # --- fights -------------------------------------------------------------------------------------------------------
    def fighting(self, k: int) -> tuple[int, int]:
        """What player k's cards add to attack rolls, and to the evasion of whom they attack."""
        if k not in self.fighters:
            self.fighters[k] = self.board.static_sum(k, Static.ROLLS_ATTACK), self.board.harder(k)
        return self.fighters[k]

    def win(
        self, k: int, monster: Monster, *, hp: int = 0, atk: int = 0, rolls: int = 0, hurt: int = 0, evasion: int = 0,
        shown: int | None = None,
    ) -> float:  # fmt: skip
        """Chance that player k wins a fight.

        Args:
            k: the attacker.
            monster: the monster.
            hp: change of the attacker's hit points.
            atk: change of the attacker's attack.
            rolls: change of the attacker's roll bonus.
            hurt: damage to the monster beforehand.
            evasion: change of the monster's evasion.
            shown: final number of an attack roll that is settled first.
        """
        player = self.board.players[k]
        always, harder = self.fighting(k)
        need = max(1, min(6, monster.evasion + evasion + harder))
        does = harm(monster.card, need, max(0, player.atk + atk), max(0, monster.atk))
        bonus = always + player.roll_bonus + rolls
        outcomes = tuple(sorted([does[max(1, min(6, n + bonus))] for n in range(1, 7)]))
        own, other = player.hp + player.shield + hp, monster.hp - hurt
        if shown is not None:
            own, other = own - does[shown][0], other - does[shown][1]
        return chance(max(0, own), max(0, other), outcomes)

    def reward(self, card: int) -> float:
        """What the death of a monster is worth: to the active player, as everything else from the own point of view."""
        if card not in self.rewards:
            ap, total = self.board.ap, 0.0
            if C.SOULS[card] > 0:
                total += self.part[ap] * self.soul(ap, C.SOULS[card])
            self.rewards[card] = total + self.texts(card)
        return self.rewards[card]

    def texts(self, card: int) -> float:
        """What rewards and on-death effects of a monster are worth; `Judge` reads its programs."""
        return self.part[self.board.ap] * sum(C.RATING[a] for a in C.of_head(card, Head.REWARD))

    def fight(self, k: int, monster: Monster, **changes: int | None) -> float:
        """What a fight of player k is worth before it is decided; takes the changes of `win`."""
        p = self.win(k, monster, **changes)  # type: ignore[arg-type]
        return p * self.reward(monster.card) - (1.0 - p) * self.part[k] * self.death(k)

    # --- what is under way --------------------------------------------------------------------------------------------
    @cached_property
    def roll(self) -> Row | None:
        """The attack roll on the stack."""
        return next((row for row in self.board.stack if row.attack_roll), None)

    def final(self, row: Row, n: int) -> int:
        """The number a roll will have that shows n, after the bonuses that wait above it (R9.3)."""
        waiting = sum(r.n for r in self.board.stack[: row.place] if r.kind == Obj.ROLL_BONUS and r.ctrl == row.ctrl)
        return max(1, min(6, n + waiting))

    @cached_property
    def coming(self) -> list[int]:
        """Damage that objects on the stack will deal to each player."""
        out = [0] * self.board.n_players
        for row in self.board.stack:
            if row.kind == Obj.COMBAT and row.targets[0][0] == 1:
                out[row.targets[0][1] - 1] += row.n
            elif row.kind in (Obj.LOOT, Obj.TAP, Obj.PAID, Obj.EVENT) and row.card >= 0:
                for a in C.of_head(row.card, *C.HEADS_ON_STACK[row.kind])[:1]:
                    for op, n, sel, *_ in C.rows(a) if Op.DAMAGE in C.OPS[a] else ():
                        if op == Op.DAMAGE:
                            for k in self.named(sel, row):
                                out[k] += int(C.amount(n))
        return out

    def named(self, sel: int, row: Row) -> list[int]:
        """The players an instruction of an object on the stack names."""
        if sel in (Sel.REG, Sel.REG + 1):
            sort, value = row.targets[sel - Sel.REG]
            return [value - 1] if sort == 1 else []
        if sel == Sel.ME:
            return [row.ctrl]
        if sel == Sel.EACH_PLAYER:
            return list(range(self.board.n_players))
        return self.board.others(row.ctrl) if sel == Sel.OTHERS else []

    @cached_property
    def coming_to_monster(self) -> int:
        """Combat damage on the stack against the attacked monster."""
        return sum(row.n for row in self.board.stack if row.kind == Obj.COMBAT and row.targets[0][0] in (3, 4))

    def turn(self, k: int, **changes: int | None) -> float:
        """What is ahead of player k in this turn: the running fight, or the best attack still open; takes the changes of `win`."""
        board, player = self.board, self.board.players[k]
        if player.dead or player.dying:
            return 0.0
        hp = int(changes.pop("hp", 0) or 0) - self.coming[k]
        if player.hp + player.shield + hp <= 0:
            return -self.part[k] * self.death(k)
        monster = board.attacked()
        if board.ap == k and monster is not None and not monster.dying:
            hurt = int(changes.pop("hurt", 0) or 0) + self.coming_to_monster
            if self.roll is not None and "shown" not in changes:
                changes["shown"] = self.final(self.roll, self.roll.n)
            return self.fight(k, monster, hp=hp, hurt=hurt, **changes)
        safety = 0.15 * self.part[k] * min(player.max_hp, player.hp + hp)
        if k == 0 and board.can_attack(0) and monster is None:
            changes = {key: value for key, value in changes.items() if key in ("atk", "rolls")}
            return safety + self.best_attack(hp=hp, **changes)
        return safety

    def best_attack(self, **changes: int | None) -> float:
        """What the best attack of the own seat is worth, 0 when none is worth making."""
        return max([0.0, *(self.fight(0, m, **changes) for m in self.targets())])

    def targets(self) -> list[Monster]:
        """The monsters that can be attacked."""
        return [m for m in self.board.monsters if not m.dying and not C.FLAGS[m.card] & CardFlag.UNATTACKABLE]

    @cached_property
    def here(self) -> list[float]:
        """`turn` of every player as things stand."""
        return [self.turn(k) for k in range(self.board.n_players)]

    def change(self, k: int, **changes: int | None) -> float:
        """What a change of player k's numbers is worth (see `win`)."""
        return self.turn(k, **changes) - self.here[k]
