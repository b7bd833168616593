"""All cards of Four Souls for their gallery."""

from __future__ import annotations

from fs_env.core.four_souls.cards import all_cards, card_rows
from fs_env.core.four_souls.language.check import nodes_in
from fs_env.core.four_souls.language.verb import Step
from fs_env.drawing.four_souls.card import description, face
from fs_env.drawing.part import Cards, Entry

DECKS = {
    "character": "Characters",
    "starting_item": "Starting items",
    "loot": "Loot deck",
    "treasure": "Treasure deck",
    "monster": "Monster deck",
    "bonus_soul": "Bonus souls",
    "room": "Rooms",
}
"""Deck -> its heading, in the order of the pages."""
SET_NAMES = {
    "base": "Base game",
    "gold": "Gold Box",
    "plus": "Four Souls+",
    "rooms": "Second edition",
    "own": "Own rooms",
}
"""Set -> its name."""
ABOUT = (
    "The texts are generated from the programs that play them. Names and numbers are those of the printed cards, drawings and "
    "texts are this project's own. A number on a die is what an attack roll must reach; a flash marks what is paid for by "
    "turning the card."
)


def verbs_by_card() -> dict[str, list[str]]:
    return {
        card.id: sorted({node.verb.name for node in nodes_in(card.abilities) if isinstance(node, Step)})
        for _, card in all_cards()
    }


def faces() -> Cards:
    names = {card.id: card.name for _, card in all_cards()}
    starts = {card.id: names.get(card.start) for _, card in all_cards()}
    rows = [{**row, "start": starts[row["id"]]} for row in card_rows()]
    verbs = verbs_by_card()
    entries = [Entry(row["id"], face(row), description(row), row["deck"], row["set"], verbs[row["id"]]) for row in rows]
    sets = {name: SET_NAMES.get(name, name) for name in dict.fromkeys(row["set"] for row in rows)}
    return Cards(ABOUT, DECKS, sets, entries)
