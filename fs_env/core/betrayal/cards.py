"""Events, items, omens, tiles and adventurers with their texts, generated from the rows of the content."""

from __future__ import annotations

from collections.abc import Iterator

from fs_env.core.betrayal.codes import Harm, Symbol, Trait, Who
from fs_env.core.betrayal.content.adventurers import ADVENTURERS
from fs_env.core.betrayal.language.rows import Event, Possession, Power, Tile, Use
from fs_env.core.betrayal.language.words import acts, english, word
from fs_env.core.betrayal.tables import EVENTS, ITEMS, POSSESSIONS, RUNES_CARD, TILES

POWERS = {
    Power.RECKLESS_ATTACK: "before an attack you may add 2 dice; take 1 die of physical damage after it",
    Power.PROTECTION: "when somebody else on your tile takes damage you may take it instead",
    Power.ELDRITCH_BLAST: "you may attack with Sanity; if you win you may also move the defender by 1 space",
    Power.HUNTERS_MARK: "place your mark under an opponent in line of sight: 1 more in attacks against that one",
    Power.WILD_SHAPE: "once per game gain 2 in a trait and lose 1 in another",
    Power.CUNNING_ACTION: "opponents do not slow you down",
    Power.DEVOTION: "once in a turn an event tile that you discover has no symbol for you",
    Power.HEALING_WORD: "twice per game an adventurer on your tile gains 1 in a trait below its starting value",
    Power.BARDIC_INSPIRATION: "give your token to an adventurer within 3 tiles, who may return it to add 1 to a roll",
    Power.FLURRY_OF_BLOWS: "after an attack you may roll a die: 0 hurts you by 1, otherwise it hurts the same defender by so much",
    Power.MAGIC_MISSILE: "you may attack with Knowledge, also on an adjacent tile, where losing costs nothing",
    Power.WILD_MAGIC: "you may attack with Knowledge or Sanity; then a die of 0 takes 1 off the result",
}
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
    """Name, kind and text of every card, tile and adventurer."""
    for event in EVENTS:
        yield event.name, "event", event_text(event)
    for card in POSSESSIONS:
        kind = "event that is kept as a weapon" if card is RUNES_CARD else "item" if card in ITEMS else "omen"
        if card is not RUNES_CARD:
            yield card.name, f"{kind}{'' if card.use == Use.OTHER else f', {card.use.name.lower()}'}", card_text(card)
    for tile in TILES:
        yield tile.name, f"{tile.kind.name.lower()} tile", tile_text(tile)
    for row in ADVENTURERS:
        tracks = "; ".join(
            f"{word(trait)} {track}, from the {'first second third fourth fifth sixth seventh eighth'.split()[start - 1]}"
            for trait, (track, start) in zip(Trait, (row.might, row.speed, row.knowledge, row.sanity), strict=True)
        )
        power = row.power.name.replace("_", " ").capitalize()
        yield row.name, f"{row.race} {row.calling}", f"{tracks}. {power}: {POWERS[row.power]}"


def event_text(event: Event) -> str:
    """What an event does."""
    parts = [f"{WHOM[Who(event.who)]}{english(event.text)}"]
    for words, program in (
        ("on entering its tile", event.entering),
        ("on its tile or at the start of your turn", event.opening),
        ("at the end of a turn on its tile", event.ending),
        ("at the end of your turns", event.at_end),
    ):
        if acts(program):
            parts.append(f"{words}: {english(program)}")
    return ". ".join(parts)


def card_text(card: Possession) -> str:
    """What an item or an omen does."""
    parts = []
    if card.use == Use.WEAPON:
        more = "".join(
            (
                f", {card.dice} more {'die' if card.dice == 1 else 'dice'}" if card.dice else "",
                f", {card.bonus} more" if card.bonus else "",
                ", along a line of sight" if card.distance else "",
            )
        )
        parts.append(f"attack with {word(card.attack)}{more}")
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
    """What a tile does, and where its doors are as it is printed."""
    doors = ", ".join(
        f"{side} {colour}"
        for side, colour in zip(("north", "east", "south", "west"), tile.doors.split(), strict=True)
        if colour != "none"
    )
    parts = [f"doors: {doors}"]
    if tile.symbol != Symbol.NOTHING:
        parts.append(f"its first visitor draws an {tile.symbol.name.lower()}")
    if acts(tile.leaving):
        parts.append(f"on leaving {english(tile.leaving)}")
    if acts(tile.ending):
        parts.append(f"if your turn ends here {english(tile.ending)}")
    if tile.stairs:
        parts.append(f"stairs to the {tile.stairs}")
    if tile.grate:
        parts.append("a grate to the Catacomb Landing")
    return "; ".join(parts)
