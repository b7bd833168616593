"""A state as one reader may see it: cards and references by name, without anything hidden (A45)."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.language.codes import NONE, Deck
from fs_env.core.four_souls.references import decode
from fs_env.core.four_souls.state import Obj, Zone
from fs_env.core.machine.declare.fields import one_record, plain_record

Plain = dict[str, Any]

NOBODY = -1  # a viewer who knows only what is visible to all seats
DECKS = tuple(deck.name.lower() for deck in (Deck.LOOT, Deck.TREASURE, Deck.MONSTER))
_OF_PLAYER = (Zone.HAND, Zone.ITEM, Zone.CURSE, Zone.SOUL, Zone.CHARACTER)
_CHARACTER = int(Zone.CHARACTER)  # a member of an enum is slow to get
_OF_SLOT = (Zone.SHOP, Zone.ACTIVE, Zone.COVERED, Zone.ROOM)


PRINTED = tuple(T.IDS[card] for card in T.INST_CARD.tolist())
"""The id of the card printed on each instance."""


class _Rows(dict[str, Any]):
    """Fields as lists, each read once; they must not be changed."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self._fields = fields

    def __missing__(self, name: str) -> Any:
        found = self[name] = self._fields[name].tolist()
        return found


class Sight:
    """One state as one viewer may see it.

    Args:
        record: `S[e]`, or an array of length 1.
        viewer: a seat, None for everything, NOBODY for what is visible to all.
    """

    def __init__(self, record: Any, viewer: int | None) -> None:
        self.record = plain_record(one_record(record))
        fields = dict(zip(self.record.dtype.names, self.record.item(), strict=True))  # one by one takes far longer
        self.number, self.values = fields.__getitem__, _Rows(fields).__getitem__
        self.seats = self.number("n_players")
        self.viewer = viewer
        self.face = self.values("face")
        self.zone = self.values("zone")
        self.owner = self.values("owner")
        self.known = self._known_cards()

    def first(self, name: str, count: str) -> Any:
        return self.values(name)[: self.number(count)]

    def _known_cards(self) -> list[bool]:
        zone, seen = self.record["zone"], self.record["seen"]
        if self.viewer is None:
            return [True] * len(zone)
        shown = (zone != Zone.DECK) & (zone != Zone.HAND)
        if self.viewer == NOBODY:
            everybody = (1 << self.seats) - 1
            return (shown | (seen & everybody == everybody)).tolist()
        own = (zone == Zone.HAND) & (self.record["owner"] == self.viewer)
        return (shown | own | (seen >> self.viewer & 1 != 0)).tolist()

    def card(self, inst: int) -> str | None:
        return PRINTED[inst] if inst != NONE and self.known[inst] else None

    def public_card(self, inst: int) -> str | None:
        """The card id of an instance that was shown to all, wherever it is now; a character is what it shows (R21.8)."""
        if inst == NONE:
            return None
        return T.IDS[self.face[inst]] if self.zone[inst] == _CHARACTER else PRINTED[inst]

    def shows(self, inst: int) -> str | None:
        """The id of the card that the instance copies, None if it copies none (R22)."""
        shown = None if inst == NONE or self.zone[inst] == _CHARACTER else T.IDS[self.face[inst]]
        return None if shown == PRINTED[inst] else shown

    def cards_in(self, zone: Zone, owner: int) -> list[int]:
        return ((self.record["zone"] == zone) & (self.record["owner"] == owner)).nonzero()[0].tolist()

    def object_of(self, uid: int) -> int:
        objects = self.record["objects"]
        return next((r for r in self.first("stack", "n_stack") if objects[r]["uid"] == uid), NONE)

    def reference(self, ref: int, named: bool = False) -> Plain:
        """A reference as plain data (see `plain`); with `named`, a hidden card is named because the legal actions name it too."""
        sort, number = decode(ref)
        if sort == "player":
            return {"sort": sort, "player": number}
        if sort in ("deck", "discard"):
            return {"sort": sort, "deck": DECKS[number]}
        if sort == "slot":
            return {"sort": sort, "slot": number, "card": self.public_card(int(self.record["slot"][number]))}
        if sort == "card":
            return self._card_reference(number, named)
        if sort == "attack":
            return {"sort": sort, "card": self.public_card(self.number("attacked"))}
        return self._object_reference(number)

    def _card_reference(self, inst: int, named: bool) -> Plain:
        if not named and not self.known[inst]:
            return {"sort": "card", "card": None, "shows": None, "zone": None, "player": None, "slot": None}
        zone = Zone(self.zone[inst])
        return {
            "sort": "card",
            "card": self.public_card(inst),
            "shows": self.shows(inst),
            "zone": zone.name.lower(),
            "player": self.owner[inst] if zone in _OF_PLAYER else None,
            "slot": self.owner[inst] if zone in _OF_SLOT else None,
        }

    def _object_reference(self, uid: int) -> Plain:
        r = self.object_of(uid)
        if r == NONE:
            return {"sort": "object", "number": uid, "kind": None, "player": None, "card": None}
        found = self.record["objects"][r]
        return {
            "sort": "object",
            "number": uid,
            "kind": Obj(int(found["kind"])).name.lower(),
            "player": int(found["controller"]),
            "card": self.public_card(int(found["src"])),
        }

    def reference_or_none(self, ref: int) -> Plain | None:
        return None if ref == NONE else self.reference(ref)
