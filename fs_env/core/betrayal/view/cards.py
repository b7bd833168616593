"""Events, items, omens, tiles and adventurers with their texts, generated from the rows of the content."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fs_env.core.betrayal import tables as T
from fs_env.core.betrayal.content.adventurers import ADVENTURERS, POWERS
from fs_env.core.betrayal.language.codes import Harm, Symbol, Trait, Who
from fs_env.core.betrayal.language.rows import Event, Possession, Tile, Use
from fs_env.core.betrayal.language.words import acts, english, harm_word, word

WHOM = {
    Who.DRAWER: "",
    Who.EVERYONE: "everybody: ",
    Who.CITY: "everybody in the city: ",
    Who.CATACOMB: "everybody in the catacombs: ",
    Who.STREET: "everybody on a street: ",
    Who.BUILDING: "everybody in a building: ",
}
FORBIDDEN = (("drop", "dropped"), ("trade", "traded"), ("steal", "stolen"))


def texts() -> Iterator[tuple[str, str, str]]:
    for event in T.EVENTS:
        yield event.name, "event", event_text(event)
    for card in T.POSSESSIONS:
        kind = "event that is kept as a weapon" if card is T.RUNES_CARD else "item" if card in T.ITEMS else "omen"
        if card is not T.RUNES_CARD:
            yield card.name, f"{kind}{'' if card.use == Use.OTHER else f', {card.use.name.lower()}'}", card_text(card)
    for tile in T.TILES:
        yield tile.name, f"{tile.kind.name.lower()} tile", tile_text(tile)
    for row in ADVENTURERS:
        tracks = "; ".join(
            f"{word(trait)} {track}, from the {'first second third fourth fifth sixth seventh eighth'.split()[start - 1]}"
            for trait, (track, start) in zip(Trait, (row.might, row.speed, row.knowledge, row.sanity), strict=True)
        )
        yield row.name, f"{row.race} {row.calling}", f"{tracks}. {': '.join(POWERS[row.power])}"


def event_text(event: Event) -> str:
    parts = [f"{WHOM[Who(event.who)]}{english(event.text)}"]
    for words, program in (
        ("on entering its tile", event.entering),
        ("on its tile or at the start of your turn", event.opening),
        ("at the end of a turn on its tile", event.ending),
        ("at the end of your turns", event.at_end),
    ):
        if acts(program):
            parts.append(f"{words}: {english(program)}")
    if event.special:
        parts.append(event.special)
    return sentences(parts)


def sentences(parts: Sequence[str]) -> str:
    """Parts of a text behind one another, each but the first with a capital letter."""
    return ". ".join([*parts[:1], *(f"{part[0].upper()}{part[1:]}" for part in parts[1:])])


def card_text(card: Possession) -> str:
    parts = []
    if card.use == Use.WEAPON:
        words = f"attack with {word(card.attack)}"
        words += f" instead of Might ({word(card.attack)} defence, {harm_word(card.attack)} damage)" * bool(card.attack)
        words += f", {card.dice} more {'die' if card.dice == 1 else 'dice'}" * bool(card.dice)
        words += f", add {card.bonus} to the result" * bool(card.bonus) + ", along a line of sight" * card.distance
        parts.append(words)
    for trait, n in card.gains.items():
        parts.append(f"{'gain' if n > 0 else 'lose'} {abs(n)} {word(trait)} while you control it")
    parts += [f"{n} more {'die' if n == 1 else 'dice'} in rolls of {word(trait)}" for trait, n in card.rolls.items()]
    parts += [f"take {n} less {Harm(kind).name.lower()} damage" for kind, n in card.armor.items()]
    if acts(card.program):
        parts.append(f"once in your turn {english(card.program)}")
    if card.special:
        parts.append(card.special)
    if card.spent:
        parts.append("discard it after use")
    no = [past for name, past in FORBIDDEN if not getattr(card, name)]
    if no:
        parts.append(f"cannot be {', '.join(no[:-1]) + ' or ' if no[1:] else ''}{no[-1]}")
    return "; ".join(parts)


def tile_text(tile: Tile) -> str:
    colours = zip(("north", "east", "south", "west"), tile.doors.split(), strict=True)
    doors = ", ".join(f"{side} {colour}" for side, colour in colours if colour != "none")
    parts = [f"doors: {doors}"]
    if tile.symbol != Symbol.NOTHING:
        parts.append(f"its first visitor draws an {tile.symbol.name.lower()}")
    if acts(tile.leaving):
        parts.append(f"on leaving {english(tile.leaving)}")
    if acts(tile.ending):
        parts.append(f"if your turn ends here {english(tile.ending)}")
    if tile.stairs:
        parts.append(f"stairs to the {tile.stairs}, 2 spaces")
    if tile.grate:
        parts.append("a grate to the Catacomb Landing, 1 space, one way")
    return "; ".join(parts)
