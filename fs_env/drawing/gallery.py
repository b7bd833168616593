"""The gallery: every card of Four Souls drawn, on one page that needs nothing else; a set, a deck, a verb or words choose among them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from typing import Any

from fs_env.drawing.four_souls.card import HEIGHT, WIDTH, draw_card
from fs_env.drawing.web import fill, page_style

TEMPLATE = Path(__file__).with_name("gallery.html")
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


def verbs_by_card() -> dict[str, list[str]]:
    """Card -> the verbs of its program, by name."""
    from fs_env.core.four_souls.cards import all_cards
    from fs_env.core.four_souls.language.check import nodes_in
    from fs_env.core.four_souls.language.verb import Step

    return {
        card.id: sorted({node.verb.name for node in nodes_in(card.abilities) if isinstance(node, Step)})
        for _, card in all_cards()
    }


def gallery() -> str:
    """The page, HTML. `#bomb` at the end of its address leads to a card; `?deck=loot&verb=damage` chooses."""
    from fs_env.core.four_souls.cards import all_cards, card_rows

    names = {card.id: card.name for _, card in all_cards()}
    starts = {card.id: names.get(card.start) for _, card in all_cards()}
    rows = [{**row, "start": starts[row["id"]]} for row in card_rows()]
    verbs = verbs_by_card()
    used = sorted({verb for row in rows for verb in verbs[row["id"]]})
    sets = list(dict.fromkeys(row["set"] for row in rows))
    return fill(
        TEMPLATE.read_text(encoding="utf-8"),
        style=page_style(),
        sets=options((name, SET_NAMES.get(name, name)) for name in sets),
        decks=options(DECKS.items()),
        verbs=options((verb, verb.replace("_", " ")) for verb in used),
        count=str(len(rows)),
        cards="\n".join(section(rows, deck, verbs) for deck in DECKS),
    )


def options(values: Iterable[tuple[str, str]]) -> str:
    """The choices of a list, from values and their words."""
    return "".join(f'<option value="{escape(value)}">{escape(words)}</option>' for value, words in values)


def section(rows: list[dict[str, Any]], deck: str, verbs: Mapping[str, list[str]]) -> str:
    """A deck: its heading and its cards, set by set."""
    cards = "\n".join(article(row, verbs[row["id"]]) for row in rows if row["deck"] == deck)
    return f'<section><h2 id="{deck}-deck">{DECKS[deck]}</h2>\n<ul>\n{cards}\n</ul></section>'


def article(row: dict[str, Any], verbs: list[str]) -> str:
    """A card of the list; its words are its label."""
    canvas = draw_card(row)
    facts = f'data-set="{row["set"]}" data-deck="{row["deck"]}" data-verbs="{" ".join(verbs)}"'
    label = escape(f"{canvas.title} {SET_NAMES.get(row['set'], row['set'])}.")
    body = canvas.body().replace("\n", "")
    return (
        f'<li id="{escape(row["id"])}" {facts}><svg viewBox="0 0 {WIDTH:g} {HEIGHT:g}" class="fs-auto" role="img" '
        f'aria-label="{label}">{body}</svg></li>'
    )


__all__ = ["DECKS", "SET_NAMES", "gallery", "verbs_by_card"]
