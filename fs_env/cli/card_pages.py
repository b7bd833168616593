"""The pages of docs/cards: every card with its numbers and the rules text made from its program, one page a deck."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fs_env.cli.output import write_page

TITLES = {
    "character": "Characters",
    "starting_item": "Starting items",
    "loot": "Loot deck",
    "treasure": "Treasure deck",
    "monster": "Monster deck",
    "bonus_soul": "Bonus souls",
}
SET_NAMES = {"base": "Base game", "gold": "Gold Box", "plus": "Four Souls+"}
COLUMNS = {  # column of the card rows -> heading; a page has those in which any of its cards has something to say
    "name": "card",
    "kind": "kind",
    "start": "starting item",
    "count": "copies",
    "hp": "HP",
    "evasion": "evasion",
    "attack": "attack",
    "souls": "souls",
    "rewards": "rewards",
    "text": "text",
}
RIGHT = ("count", "hp", "evasion", "attack", "souls")
INDEX = "README.md"
NOTE = "Made by `make docs` from the programs of the cards: changes belong there, not here."


def card_pages() -> dict[str, str]:
    """File name -> text of each page, the index among them."""
    from fs_env.core.four_souls.cards import all_cards, card_rows

    names = {card.id: card.name for _, card in all_cards()}
    starts = {card.id: names.get(card.start) for _, card in all_cards()}
    rows = [{**row, "start": starts[row["id"]]} for row in card_rows()]
    return {INDEX: index(rows)} | {f"{deck}.md": deck_page(rows, deck) for deck in TITLES}


def write_pages(folder: str | Path) -> list[str]:
    """Writes the pages that have changed into a folder and returns their names; each is complete or untouched.

    Raises:
        ValueError: there is no such folder.
    """
    place = Path(folder)
    if not place.is_dir():
        raise ValueError(f"{folder}: there is no such folder; make it first")
    return [name for name, text in card_pages().items() if write_page(place / name, text)]


def index(rows: list[dict[str, Any]]) -> str:
    """Links to the decks, and how many cards of each set they hold."""
    sets = list(dict.fromkeys(row["set"] for row in rows))
    head = ["deck", *(SET_NAMES.get(name, name) for name in sets), "all"]
    body = []
    for deck, title in TITLES.items():
        counts = [copies(row for row in rows if row["deck"] == deck and row["set"] == name) for name in sets]
        body.append([f"[{title}]({deck}.md)", *map(str, counts), str(sum(counts))])
    words = [
        "# Cards of Four Souls",
        NOTE,
        "Numbers and names are those of the printed cards; the text says in this project's words what the program of a "
        "card does. *Activate* turns a charged item sideways as the cost, *pay* names another cost, and the results of a "
        "*roll* stand before what they bring. A number that a die *shows* can still be changed; one that a roll *ends on* "
        "cannot. A *trinket* is a loot card that stays in play as an item of the player who played it. A *curse* goes in "
        "front of a player the active player chooses and is discarded when that player dies. An *eternal* item cannot be "
        "destroyed, stolen or paid with. What the cards leave open is settled in [rulings](../rulings.md).",
        "Cards, every copy counted:",
        table(head, body, right=range(1, len(head))),
        f"{len(rows)} different cards, {copies(rows)} in all.",
    ]
    return "\n\n".join(words) + "\n"


def deck_page(rows: list[dict[str, Any]], deck: str) -> str:
    """One deck, a table for each set."""
    here = [row for row in rows if row["deck"] == deck]
    words = [f"# {TITLES[deck]}", NOTE]
    columns = [column for column in COLUMNS if column != "kind" or len({row["kind"] for row in here}) > 1]
    columns = [column for column in columns if column != "count" or copies(here) > len(here)]
    for name in dict.fromkeys(row["set"] for row in here):
        cards = [row for row in here if row["set"] == name]
        shown = [column for column in columns if any(row[column] is not None for row in cards)]
        right = [place for place, column in enumerate(shown) if column in RIGHT]
        body = [[cell(row[column]) for column in shown] for row in cards]
        words += [
            f"## {SET_NAMES.get(name, name)}",
            table([COLUMNS[column] for column in shown], body, right),
            f"{len(cards)} different cards, {copies(cards)} in all.",
        ]
    return "\n\n".join(words) + "\n"


def copies(rows: Any) -> int:
    """Cards, every copy counted."""
    return sum(row["count"] for row in rows)


def cell(value: Any) -> str:
    """A value in a table; each ability of a text on a line of its own."""
    words = "" if value is None else str(value)
    return words.replace("|", "\\|").replace(" / ", "<br>").replace("_", " ")


def table(head: list[str], body: list[list[str]], right: Any) -> str:
    """A Markdown table; the columns of `right` are aligned to the right."""
    rule = ["---:" if place in right else "---" for place in range(len(head))]
    return "\n".join(f"| {' | '.join(line)} |".replace("  |", " |") for line in (head, rule, *body))
