"""What a position says to a reader: seats by number, the stack in words, where a card is, the facts tests look at."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.actions import BUY_TOP, PLAYER, action_text
from fs_env.core.four_souls.language.codes import NONE, Ref
from fs_env.core.four_souls.scenario.names import DECKS, ZONE_WORDS, id_of, name_of
from fs_env.core.four_souls.state import PLAYERS, Obj, ObjectFlag, Outcome, Phase, Question, Zone

OUTCOMES = {outcome: outcome.name.lower() for outcome in Outcome}


class Told(str):
    """An object of the stack in words, which knows the ids of its card and of the cards it aims at."""

    cards: tuple[str, ...]

    def __new__(cls, words: str, cards: Iterable[str]) -> Self:
        """The words; ``cards`` are ids."""
        made = super().__new__(cls, words)
        made.cards = tuple(cards)
        return made


class Reader:
    """Read access to one state by plain names; numbers come out as Python integers."""

    def __init__(self, S: Any) -> None:
        self.S = S

    def number(self, name: str, *place: int) -> int:
        """One number of the state."""
        return int(self.S[name][(0, *place)])

    def filled(self, name: str, count: str, *place: int) -> list[int]:
        """The filled part of a list of the state."""
        return [int(x) for x in self.S[name][(0, *place)][: self.number(count, *place)]]

    def cell(self, table: str, column: str, row: int, *place: int) -> int:
        """One number of a row of a table."""
        return int(self.S[table][column][(0, row, *place)])

    # Decisions.

    @property
    def asked(self) -> int | None:
        """The seat that must decide, None when the game is over."""
        seat = self.number("asked")
        return None if seat == NONE else seat

    @property
    def question(self) -> str:
        """What the decision is about: "priority", "target", "mode", "may", ..., "nothing" when the game is over."""
        return "nothing" if self.asked is None else Question(self.number("question")).name.lower()

    def question_text(self) -> str:
        """The pending decision in words."""
        if self.asked is None:
            return f"the game is over ({OUTCOMES[Outcome(self.number('outcome'))]})"
        source = self.number("asking_card")
        return f"player {self.asked}: {self.question}" + (f" for {name_of(source)}" if source != NONE else "")

    def words(self, action: int) -> str:
        """The words of an action, seats by number."""
        if PLAYER <= action < PLAYER + PLAYERS:
            return f"choose player {(self.number('asked') + action - PLAYER) % self.number('n_players')}"
        return action_text(action)

    # Things.

    def thing(self, ref: int) -> str:
        """A reference in words."""
        if ref < 0:
            return "nothing"
        if ref < Ref.DECK:
            return f"player {ref}"
        if ref < Ref.PILE:
            return f"the {DECKS[ref - Ref.DECK]} deck"
        if ref < Ref.SLOT:
            return f"the {DECKS[ref - Ref.PILE]} discard pile"
        if ref < Ref.CARD:
            return f"monster slot {ref - Ref.SLOT}"
        if ref < Ref.STACK:
            return name_of(ref - Ref.CARD)
        if ref == Ref.STACK:
            return "the attack"
        for row in self.rows():
            if self.cell("objects", "uid", row) == ref - Ref.STACK:
                return self.object(row)
        return "an object that has left the stack"

    def rows(self) -> list[int]:
        """Rows of the stack, bottom first."""
        return self.filled("stack", "n_stack")

    def stack(self) -> list[Told]:
        """The stack in words, bottom first: the last entry resolves next."""
        return [Told(self.object(row), self.named(row)) for row in self.rows()]

    def named(self, row: int) -> list[str]:
        """Ids of the cards that an object of the stack names: its own and its targets."""
        refs = [self.cell("objects", "it", row), *(self.cell("objects", "reg", row, k) for k in range(4))]
        insts = [ref - Ref.CARD for ref in refs if Ref.CARD <= ref < Ref.STACK]
        source = self.cell("objects", "src", row)
        return [id_of(inst) for inst in ([source] if source != NONE else []) + insts]

    def object(self, row: int) -> str:
        """One object of the stack in words, with its targets."""
        kind = Obj(self.cell("objects", "kind", row))
        it = self.cell("objects", "it", row)
        n = self.cell("objects", "n", row)
        slot = self.cell("objects", "slot", row)
        card = name_of(self.cell("objects", "src", row))
        if kind in (Obj.PLAYER_DEATH, Obj.PENALTY):
            return f"{'death' if kind == Obj.PLAYER_DEATH else 'penalty'} of player {it}"
        if kind == Obj.REFILL:
            return f"refill {'shop' if n == 1 else 'monster'} slot {slot}"
        attack = bool(self.cell("objects", "flags", row) & ObjectFlag.ATTACK_ROLL)
        what = {
            Obj.LOOT: f"play {card}",
            Obj.ACTIVATED: f"activate {card}",
            Obj.PAID: f"pay for {card}",
            Obj.TRIGGER: f"trigger {card}",
            Obj.EVENT: f"event {card}",
            Obj.LOOT_STEP: f"loot {n}",
            Obj.ROLL: f"attack roll {n}" if attack else f"roll {n} for {card}",
            Obj.BRANCH: f"result of {card}",
            Obj.PURCHASE: f"buy {card}" if it >= Ref.CARD else action_text(BUY_TOP),
            Obj.ATTACK: f"attack {card}" if it >= Ref.CARD else "attack the top of the monster deck",
            Obj.COMBAT: f"combat damage {n} to {self.thing(it)}",
            Obj.MONSTER_DEATH: f"death of {card}",
            Obj.MONSTER_CARD: f"card of {card}",
            Obj.REWARD: f"reward of {card}",
            Obj.HELD_DAMAGE: f"held damage to {self.thing(it)}",
            Obj.HELD_GAIN: f"held gain of {n}",
            Obj.ROLL_BONUS: f"bonus {n:+d} of {card}",
        }[kind]
        own_target = kind in (Obj.PURCHASE, Obj.ATTACK, Obj.HELD_DAMAGE, Obj.HELD_GAIN)
        refs = [] if own_target else [self.cell("objects", "reg", row, k) for k in range(4)]
        targets = ", ".join(self.thing(ref) for ref in refs if ref != NONE)
        mode = self.cell("objects", "mode", row)
        letter = f" ({'abc'[mode]})" if mode != NONE and kind != Obj.ROLL else ""
        return f"player {self.cell('objects', 'controller', row)}: {what}{letter}" + (
            f" -> {targets}" if targets else ""
        )

    # Facts.

    def ids(self, insts: list[int]) -> list[str]:
        """Ids of instances; "empty" for NONE."""
        return ["empty" if inst == NONE else id_of(inst) for inst in insts]

    def in_front(self, p: int, zone: Zone) -> list[int]:
        """Instances of a zone of a player, in order of arrival where the rules keep one."""
        found = [inst for inst in self.filled("play", "n_play") if self.zone(inst) == zone]
        if zone not in (Zone.ITEM, Zone.CURSE):
            found = [inst for inst in range(T.N_INSTANCES) if self.zone(inst) == zone]
        return [inst for inst in found if self.number("owner", inst) == p]

    def zone(self, inst: int) -> Zone:
        return Zone(self.number("zone", inst))

    def place(self, inst: int) -> str:
        """Where an instance is, in words."""
        owner, zone = self.number("owner", inst), self.zone(inst)
        whose = ""
        if owner != NONE and zone in (Zone.HAND, Zone.ITEM, Zone.CURSE, Zone.SOUL, Zone.CHARACTER):
            whose = f" of player {owner}"
        elif owner != NONE and zone in (Zone.SHOP, Zone.ACTIVE, Zone.COVERED):
            whose = f" slot {owner}"
        return ZONE_WORDS[zone] + whose

    def player(self, p: int) -> dict[str, Any]:
        """What can be said about a seat."""
        facts: dict[str, Any] = {
            name: self.number(name, p)
            for name in (
                *("coins", "hp", "max_hp", "plays_used", "extra_plays", "attacks_used", "extra_attacks"),
                *("deck_attacks", "purchases_used", "skip_turns", "extra_turns", "price"),
            )
        }
        facts["attack"] = self.number("atk", p)
        facts["dead"] = bool(self.number("dead", p))
        facts["dying"] = bool(self.number("dying", p))
        facts["hand"] = self.ids(self.filled("hand", "n_hand", p))
        facts["items"] = self.ids(self.in_front(p, Zone.ITEM))
        facts["curses"] = self.ids(self.in_front(p, Zone.CURSE))
        facts["soul_cards"] = self.ids(self.in_front(p, Zone.SOUL))
        facts["souls"] = self.number("souls", p)
        facts["character"] = id_of(self.number("character", p))
        facts["turned"] = bool(self.number("turned", self.number("character", p)))
        return facts

    def slot_of(self, inst: int) -> int | None:
        """The monster slot of an active monster, None when it is not active."""
        return self.number("owner", inst) if self.zone(inst) == Zone.ACTIVE else None

    def monster(self, inst: int) -> dict[str, Any]:
        """What can be said about an active monster."""
        k = self.number("owner", inst)
        covered, below = [], self.number("under", inst)
        while below != NONE:
            covered.append(below)
            below = self.number("under", below)
        return {
            "slot": k,
            "hp": self.number("hp", PLAYERS + k),
            "max_hp": self.number("max_hp", PLAYERS + k),
            "attack": self.number("atk", PLAYERS + k),
            "evasion": min(6, max(1, self.number("evasion", PLAYERS + k))),
            "attacked": bool(self.number("attacking")) and self.number("attacked") == inst,
            "dying": bool(self.number("dying", PLAYERS + k)),
            "covered": self.ids(covered),
        }

    def card(self, inst: int) -> dict[str, Any]:
        """What can be said about any card."""
        owner, zone = self.number("owner", inst), self.zone(inst)
        slotted = zone in (Zone.SHOP, Zone.ACTIVE, Zone.COVERED)
        seated = zone in (Zone.HAND, Zone.ITEM, Zone.CURSE, Zone.SOUL, Zone.CHARACTER)
        return {
            "zone": ZONE_WORDS[zone],
            "owner": owner if seated else None,
            "slot": owner if slotted else None,
            "turned": bool(self.number("turned", inst)),
            "counters": self.number("counters", inst),
            "eternal": bool(self.number("eternal", inst)),
            "shows": T.IDS[self.number("face", inst)],
            "known": [p for p in range(self.number("n_players")) if self.number("seen", inst) >> p & 1],
        }

    def game(self) -> dict[str, Any]:
        """What can be said about the game as a whole."""
        attacked = self.number("attacked")
        seats = range(self.number("n_players"))
        return {
            "asked": self.asked,
            "question": self.question,
            "source": None if self.asked is None or (src := self.number("asking_card")) == NONE else id_of(src),
            "over": self.asked is None,
            "outcome": OUTCOMES[Outcome(self.number("outcome"))],
            "winners": [p for p in seats if self.number("winners") >> p & 1],
            "active": self.number("active_player"),
            "phase": Phase(self.number("phase")).name.lower(),
            "turn": self.number("turn"),
            "attacking": id_of(attacked) if self.number("attacking") else None,
            "stack": self.stack(),
            "monsters": self.ids(self.filled("slot", "n_slots")),
            "shop": self.ids(self.filled("shop", "n_shop")),
            "bonus_souls": self.ids([i for i in range(T.N_INSTANCES) if self.zone(i) == Zone.BONUS]),
            "dice": self.filled("die", "n_die"),
            "decisions": self.number("decisions"),
        }
