"""Cards by the names people use: an id, a printed name in any spelling, ``name#2`` for the second copy."""

from __future__ import annotations

from collections.abc import Container

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.actions import words_of
from fs_env.core.four_souls.state import Zone
from fs_env.core.machine.run.scenario import ScenarioError, near, slug

DECKS = ("loot", "treasure", "monster")
ZONES = {
    "out": Zone.OUT,
    "deck": Zone.DECK,
    "discard": Zone.PILE,
    "hand": Zone.HAND,
    "item": Zone.ITEM,
    "curse": Zone.CURSE,
    "shop": Zone.SHOP,
    "monster": Zone.ACTIVE,
    "covered": Zone.COVERED,
    "soul": Zone.SOUL,
    "stack": Zone.STACK,
    "beside": Zone.BESIDE,
    "character": Zone.CHARACTER,
    "bonus": Zone.BONUS,
    "revealed": Zone.REVEALED,
    "room": Zone.ROOM,
}
"""Words for the zones of the state."""
ZONE_WORDS = {zone: word for word, zone in ZONES.items()}
_ROOMS = set(T.ROOM_CARDS.tolist())


_LISTED = {words_of(card).casefold(): card for card in range(T.N_CARDS)}
_PRINTED: dict[str, list[int]] = {}
for _card, _name in enumerate(T.NAMES):
    if _card not in _ROOMS:
        _PRINTED.setdefault(slug(_name), []).append(_card)
_SHARED = set(_PRINTED)  # a name that a room shares with another card means that card
for _card in T.ROOM_CARDS.tolist():
    if slug(T.NAMES[_card]) not in _SHARED:
        _PRINTED.setdefault(slug(T.NAMES[_card]), []).append(_card)


def find_card(name: object, among: Container[int] = range(T.N_CARDS)) -> int | None:
    """The card kind that a name means, None if it means none; the part after ``#`` is ignored.

    Args:
        name: an id, the name under which actions list it, or either in another spelling; the first of these that fits.
        among: the cards that it can mean.

    Raises:
        ScenarioError: several cards have this printed name.
    """
    said = str(name).partition("#")[0].strip()
    key = slug(said)
    several: list[int] = []
    for named in ([T.CARD_ID.get(said)], [_LISTED.get(said.casefold())], [T.CARD_ID.get(key)], _PRINTED.get(key, [])):
        found = [card for card in named if card is not None and card in among]
        if len(found) == 1:
            return found[0]
        several = several or found
    if several:
        raise ScenarioError(f"{name!r} names several cards: use an id, {' or '.join(T.IDS[card] for card in several)}")
    return None


def card_of(name: object) -> int:
    """The card kind of a name; ScenarioError, with the nearest name, when there is none."""
    card = find_card(name)
    if card is None:
        key = slug(str(name).partition("#")[0])
        hint = near(key, [*T.IDS, *_PRINTED], "the command `fs-env cards` lists them")
        raise ScenarioError(f"{name!r} is not a card: expected the id or name of a card with a program; {hint}")
    return card


def copy_of(name: str) -> int | None:
    """The copy number after ``#``, from 1; None without one. ScenarioError when there is no such copy."""
    _, mark, number = name.partition("#")
    if not mark:
        return None
    copies = int(T.C_COUNT[card_of(name)])
    if not number.isdecimal() or not 1 <= int(number) <= copies:
        raise ScenarioError(f"{name!r}: expected a copy from #1 to #{copies}")
    return int(number)


def instances(name: str) -> range:
    """The instances that a name can mean: all copies, or the one given after ``#``."""
    low, copy = int(T.C_INST0[card_of(name)]), copy_of(name)
    return range(low, low + int(T.C_COUNT[card_of(name)])) if copy is None else range(low + copy - 1, low + copy)


def id_of(inst: int) -> str:
    return T.IDS[T.INST_CARD[inst]]


def name_of(inst: int) -> str:
    return T.NAMES[T.INST_CARD[inst]] if inst >= 0 else "nothing"
