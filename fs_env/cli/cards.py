"""Lists the cards of the games with numbers and rules text, or finds one by a part of its name."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import Any

from fs_env.cli.arguments import names_in
from fs_env.cli.output import STDOUT, check_target, write_json, write_pages
from fs_env.core.checks import unknown
from fs_env.registry.games import GAMES, load_game

FEW = 8  # cards that are shown in full where several have the name
NUMBERED = "id name set deck kind count hp evasion attack souls rewards text confidence".split()
"""Columns of the rows of Four Souls; other games leave most of them empty."""
LIGHT = ("four_souls", "castles_of_caleira", "betrayal")
"""Games whose names, sets and decks of cards are known before anything large is imported."""
SENTENCE = re.compile(r"(^|[.?!] )([a-z])")


def describe(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "name", nargs="*", metavar="NAME", help="a part of a name: show the cards that have it (default: all cards)"
    )
    parser.add_argument("--game", metavar="ID", help='id of the game, or "package.module:NAME" (default: all games)')
    parser.add_argument("--missing", action="store_true", help="list published cards that are not implemented yet")
    parser.add_argument(
        "--sets", metavar="NAME,...", help="only cards of these sets, such as base,gold,plus (default: all)"
    )
    parser.add_argument("--deck", metavar="NAME", help="only cards of this deck, such as loot or event (default: all)")
    parser.add_argument("--pages", metavar="FOLDER", help="write a Markdown page for each deck to this folder instead")
    parser.add_argument(
        "--json",
        nargs="?",
        const=STDOUT,
        metavar="FILE",
        help="write the cards as JSON to a file, or to standard output without FILE",
    )


def refuse(args: argparse.Namespace) -> None:
    games = list(GAMES) if args.game is None else [args.game]
    if args.pages is None and set(games) <= set(LIGHT):
        chosen(args, [row for game in games for row in light_rows(game, named=bool(args.name))])


def run(args: argparse.Namespace) -> int:
    if args.pages is not None:
        if args.name or args.game:
            raise ValueError(f"--pages writes all cards: leave out {' '.join(args.name) or f'--game {args.game}'!r}")
        from fs_env.cli.card_pages import card_pages

        print(write_pages(args.pages, card_pages()))
        return 0
    check_target(args.json)
    games = list(GAMES) if args.game is None else [load_game(args.game).name]
    rows = chosen(args, [row for game in games for row in rows_of(game)])
    if args.json is not None:
        write_json(args.json, rows)
    else:
        show(rows, args.missing, totals=not args.name)
    return 0


def chosen(args: argparse.Namespace, every: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows that the arguments name. Raises ValueError for a set, a deck or a name that no row has."""
    rows = [] if args.missing else every
    rows = keep(rows, "set", None if args.sets is None else names_in(args.sets), every)
    rows = keep(rows, "deck", None if args.deck is None else [args.deck], every)
    return named(rows, " ".join(args.name)) if args.name else rows


def light_rows(game: str, named: bool) -> list[dict[str, Any]]:
    """The cards of a game of `LIGHT` without facts and texts; if not `named`, rows that have all of its sets and decks."""
    found: list[tuple[str, str | None, str]]
    if game == "four_souls":
        from fs_env.core.four_souls.cards import DECKS, all_cards, packages
        from fs_env.core.four_souls.language.card_kinds import CardGroup

        if named:
            found = [(card.name, group, DECKS[CardGroup(card.group)]) for group, card in all_cards()]
        else:
            found = [("", group, deck) for group in packages() for deck in DECKS.values()]
    elif game == "castles_of_caleira":
        from fs_env.core.castles_of_caleira.cards import CARDS

        found = [(card.name, None, "deck") for card in CARDS]
    else:
        from fs_env.core.betrayal.content import adventurers, events, omens, original_items, original_tiles, packs
        from fs_env.core.betrayal.content.documented_tiles import BUILDINGS, STREETS

        decks: dict[str, Sequence[Any]] = {
            "event": events.EVENTS,
            "item": original_items.ITEMS,
            "omen": omens.OMENS,
            "adventurer": adventurers.ADVENTURERS,
        }
        found = [(card.name, None, deck) for deck, cards in decks.items() for card in cards]
        tiles = (*packs.START, *BUILDINGS, *STREETS, *original_tiles.CATACOMBS)
        found += [(tile.name, None, tile.kind.name.lower()) for tile in tiles]
    return [{"name": name, "set": group, "deck": deck, "facts": "", "text": ""} for name, group, deck in found]


def rows_of(game: str) -> list[dict[str, Any]]:
    from fs_env.drawing.gallery import entry_at
    from fs_env.narration.card_texts import cards_of, facts

    if game == "four_souls":
        from fs_env.core.four_souls.cards import card_rows

        return [{"game": game, **row, "facts": facts(row)} for row in card_rows()]
    rows = []
    for card in cards_of(game):
        drawn = entry_at(game, card.name, card.name)
        known = {"name": card.name, "text": card.text, "id": drawn and drawn.id, "deck": drawn and drawn.deck}
        rows.append({"game": game, **dict.fromkeys(NUMBERED), **known, "facts": card.facts})
    return rows


def keep(
    rows: list[dict[str, Any]], column: str, values: list[str] | None, every: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    if values is None:
        return rows
    known = {str(row[column]) for row in every if row[column] is not None}
    if not known:
        raise ValueError(
            f"--{column}{'s' if column == 'set' else ''} {','.join(values)}: the cards of this game have no {column}s"
        )
    for value in values or [""]:
        if value not in known:
            raise ValueError(unknown(column, value, known))
    return [row for row in rows if row[column] in values]


def named(rows: list[dict[str, Any]], part: str) -> list[dict[str, Any]]:
    from fs_env.narration.card_texts import CardWords, find_cards, unclear

    cards = [CardWords(row["name"], row["facts"], row["text"] or "") for row in rows]
    found = find_cards(cards, part)
    names = {card.name for card in found}
    if not 0 < len(names) <= FEW:
        raise ValueError(unclear(cards, part, found))
    return [row for row in rows if row["name"] in names]


def show(rows: list[dict[str, Any]], missing: bool, totals: bool = True) -> None:
    from rich.console import Console
    from rich.padding import Padding
    from rich.text import Text

    from fs_env.registry.games import manifest_of

    console = Console(highlight=False)
    place = None
    for row in rows:
        if place != (row["game"], row["set"], row["deck"]):
            place = (row["game"], row["set"], row["deck"])
            about = (row["deck"] or "cards").replace("_", " "), row["set"] and f"({row['set']})"
            console.rule(f"{manifest_of(row['game']).title}: {' '.join(filter(None, about))}", align="left")
        console.print(Text.assemble((row["name"], "bold"), "  ", (row["facts"], "dim")))
        if row["text"]:
            console.print(Padding(Text(sentences(row["text"])), (0, 0, 0, 4), expand=False))
    if totals and not rows:
        console.print(f"0 cards{' missing' if missing else ''}")
    elif totals:
        for game in dict.fromkeys(row["game"] for row in rows):
            here = [row for row in rows if row["game"] == game]
            copies = sum(row["count"] or 0 for row in here)
            words = f"{len(here)} cards{' missing' if missing else ''}{f', {copies} copies' if copies else ''}"
            console.print(f"{manifest_of(game).title}: {words}")


def sentences(text: str) -> str:
    """A rules text with capitals and a full stop: some games write theirs as parts of sentences."""
    whole = SENTENCE.sub(lambda begin: begin[1] + begin[2].upper(), text)
    return whole if whole.endswith((".", "!", "?")) else f"{whole}."
