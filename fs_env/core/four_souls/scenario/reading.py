"""Reads a position: seats by number, the stack as text, where a card is, the facts that tests check."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

import numpy as np

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.actions import ATTACK_TOP, BUY_TOP, PLAYER, action_text
from fs_env.core.four_souls.language.codes import NONE
from fs_env.core.four_souls.references import decode
from fs_env.core.four_souls.scenario.names import ZONE_WORDS, id_of, name_of
from fs_env.core.four_souls.state import PLAYERS, Favour, Outcome, Phase, Question, Zone
from fs_env.core.four_souls.view.objects import object_plain
from fs_env.core.four_souls.view.sight import Plain, Sight
from fs_env.core.four_souls.view.words import SLOTS_OF

PHRASES = {
    "loot": "play {card}",
    "activated": "activate {card}",
    "paid": "pay for {card}",
    "trigger": "trigger {card}",
    "event": "event {card}",
    "loot_step": "loot {n}",
    "roll": "roll {n} for {card}",
    "branch": "result of {card}",
    "purchase": "buy {card}",
    "attack": "attack {card}",
    "combat": "combat damage {n} to {whom}",
    "monster_death": "death of {card}",
    "monster_card": "card of {card}",
    "reward": "reward of {card}",
    "held_damage": "held damage to {whom}",
    "held_gain": "held gain of {n}",
    "roll_bonus": "bonus {n:+d} of {card}",
}
"""Objects on the stack as a test names them: the verb of the action that made it, else a noun, and one card or number.

They cannot be derived from other texts. Those of actions belong to ids, and not every object has one: an item that shows
another card is activated without its own id. The texts of the view contain more: card, event, roll and amount.
"""
OUTCOMES = {outcome: outcome.name.lower() for outcome in Outcome}


def printed(card: str | None) -> str:
    return "nothing" if card is None else T.NAMES[T.CARD_ID[card]]


class ObjectText(str):
    """An object of the stack as text, with the ids of its card and of the cards that it aims at."""

    cards: tuple[str, ...]

    def __new__(cls, words: str, cards: Iterable[str]) -> Self:
        built = super().__new__(cls, words)
        built.cards = tuple(cards)
        return built


class Reader:
    """Read access to one state by plain names; numbers come out as Python integers."""

    def __init__(self, S: Any) -> None:
        self.S = S

    def number(self, name: str, *place: int) -> int:
        return int(self.S[name][(0, *place)])

    def filled(self, name: str, count: str, *place: int) -> list[int]:
        return self.S[name][(0, *place)][: self.number(count, *place)].tolist()

    def cell(self, table: str, column: str, k: int, *place: int) -> int:
        return int(self.S[table][column][(0, k, *place)])

    # Decisions.

    @property
    def asked(self) -> int | None:
        seat = self.number("asked")
        return None if seat == NONE else seat

    @property
    def question(self) -> str:
        """The subject of the decision: "priority", "target", "mode", "may", ..., "nothing" when the game is over."""
        return "nothing" if self.asked is None else Question(self.number("question")).name.lower()

    def question_text(self) -> str:
        if self.asked is None:
            return f"the game is over ({OUTCOMES[Outcome(self.number('outcome'))]})"
        source = self.number("asking_card")
        return f"player {self.asked}: {self.question}" + (f" for {name_of(source)}" if source != NONE else "")

    def words(self, action: int) -> str:
        if PLAYER <= action < PLAYER + PLAYERS:
            return f"choose player {(self.number('asked') + action - PLAYER) % self.number('n_players')}"
        return action_text(action)

    # Things.

    def plain(self, r: int) -> Plain:
        return object_plain(Sight(self.S, None), r)

    def thing(self, ref: int) -> str:
        return "nothing" if ref < 0 else self.reference_text(Sight(self.S, None).reference(ref))

    def reference_text(self, given: Plain) -> str:
        sort = given["sort"]
        if sort == "player":
            return f"player {given['player']}"
        if sort == "deck":
            return f"the {given['deck']} deck"
        if sort == "discard":
            return f"the {given['deck']} discard pile"
        if sort == "slot":
            return f"monster slot {given['slot']}"
        if sort == "card":
            return printed(given["card"])
        if sort == "attack":
            return "the attack"
        if given["kind"] is None:
            return "an object that has left the stack"
        return self.object(Sight(self.S, None).object_of(given["number"]))

    def objects(self) -> list[int]:
        return self.filled("stack", "n_stack")

    def stack(self) -> list[ObjectText]:
        return [ObjectText(self.object(r), self.named(r)) for r in self.objects()]

    def named(self, r: int) -> list[str]:
        """Ids of the cards that an object of the stack names: its own and those it is about or aims at."""
        refs = [self.cell("objects", "it", r), *(self.cell("objects", "reg", r, k) for k in range(4))]
        parts = [decode(ref) for ref in refs]
        source = self.cell("objects", "src", r)
        return self.ids(([source] if source != NONE else []) + [part.number for part in parts if part.sort == "card"])

    def object(self, r: int) -> str:
        built = self.plain(r)
        about, kind = built["about"], built["kind"]
        if kind in ("player_death", "penalty"):
            return f"{'death' if kind == 'player_death' else 'penalty'} of {self.reference_text(about)}"
        if kind == "refill":
            return f"refill {SLOTS_OF[built['deck']]} slot {built['slot']}"
        whom = "nothing" if about is None else self.reference_text(about)
        on_deck = about is None or about["sort"] == "deck"
        what = PHRASES[kind].format(card=printed(built["card"]), n=built["n"] or 0, whom=whom)
        if kind == "roll" and built["attack_roll"]:
            what = f"attack roll {built['n'] or 0}"
        if kind in ("purchase", "attack") and on_deck:
            what = action_text(BUY_TOP if kind == "purchase" else ATTACK_TOP)
        mode = f" ({built['mode']})" if built["mode"] is not None else ""
        targets = ", ".join(self.reference_text(target) for target in built["targets"])
        return f"player {built['player']}: {what}{mode}" + (f" -> {targets}" if targets else "")

    # Facts.

    def ids(self, insts: list[int]) -> list[str]:
        return ["empty" if inst == NONE else id_of(inst) for inst in insts]

    def in_front(self, p: int, zone: Zone) -> list[int]:
        """Instances of a zone of a player, in order of arrival where the rules keep one."""
        found = self.filled("play", "n_play") if zone in (Zone.ITEM, Zone.CURSE) else self.lying(zone)
        return [inst for inst in found if self.zone(inst) == zone and self.number("owner", inst) == p]

    def lying(self, zone: Zone) -> list[int]:
        return np.flatnonzero(self.S["zone"][0] == zone).tolist()

    def zone(self, inst: int) -> Zone:
        return Zone(self.number("zone", inst))

    def place(self, inst: int) -> str:
        owner, zone = self.number("owner", inst), self.zone(inst)
        whose = ""
        if owner != NONE and zone in (Zone.HAND, Zone.ITEM, Zone.CURSE, Zone.SOUL, Zone.CHARACTER):
            whose = f" of player {owner}"
        elif owner != NONE and zone in (Zone.SHOP, Zone.ACTIVE, Zone.COVERED, Zone.ROOM):
            whose = f" slot {owner}"
        return ZONE_WORDS[zone] + whose

    def player(self, p: int) -> dict[str, Any]:
        facts: dict[str, Any] = {
            name: self.number(name, p)
            for name in (
                *("coins", "hp", "max_hp", "plays_used", "extra_plays", "attacks_used", "extra_attacks"),
                *("deck_attacks", "purchases_used", "skip_turns", "extra_turns", "price", "kept", "broken"),
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
        facts["character"] = T.IDS[self.number("face", self.number("character", p))]
        facts["turned"] = bool(self.number("turned", self.number("character", p)))
        return facts

    def slot_of(self, inst: int) -> int | None:
        return self.number("owner", inst) if self.zone(inst) == Zone.ACTIVE else None

    def monster(self, inst: int) -> dict[str, Any]:
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
        owner, zone = self.number("owner", inst), self.zone(inst)
        slotted = zone in (Zone.SHOP, Zone.ACTIVE, Zone.COVERED, Zone.ROOM)
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
            "bonus_souls": self.ids(self.lying(Zone.BONUS)),
            "rooms": self.ids(self.filled("room", "n_rooms")),
            "room_discard": self.ids(self.filled("room_pile", "n_room_pile")[::-1]),
            "dice": self.filled("die", "n_die"),
            "decisions": self.number("decisions"),
            "d8": self.number("d8"),
            "turns_finished": self.number("turns_finished"),
            "promises": self.promises(),
        }

    def promises(self) -> list[str]:
        rows = self.S["promises"][0]
        return [
            f"player {row['promiser']}: {Favour(int(row['favour'])).name.lower()} for player {row['payer']}"
            for row in rows[rows["favour"] != 0]
        ]
