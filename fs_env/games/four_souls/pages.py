"""What the generated pages show of Four Souls: how cards are numbered, the token observation, action ids by card."""

from __future__ import annotations

from collections.abc import Sequence

from fs_env.cli.actions_page import id_table
from fs_env.cli.card_pages import SET_NAMES
from fs_env.cli.card_pages import TITLES as DECKS
from fs_env.cli.markdown import table
from fs_env.cli.part import Pages, numbered
from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.actions import CARD_OF_ACTION, TABLE, action_text
from fs_env.core.four_souls.cards import card_rows
from fs_env.core.four_souls.language.codes import Ref
from fs_env.core.four_souls.observation.card_features import card_features
from fs_env.core.four_souls.observation.facts import FACTS, LEFT_OUT
from fs_env.core.four_souls.observation.tokens import TOKENS as TOKEN_TABLE
from fs_env.core.machine.run.game import Game

CARDS = """## How cards are numbered

A card is shown as its id + 1, and 0 means no card. Ids number all cards of all sets in one list: {blocks}, rooms after them. `hand`,
`known`, `shown` and `loot` have an entry for each loot card in the order of the ids; `cards` continues with the others.

`fs_env.four_souls_v1.card_features()` describes the cards for embeddings: a float32 matrix with a row per card and
{features} named columns, computed from the printed numbers and the programs. `card_features().padded[x]` is the row for a
number x that an observation shows as card + 1, and zeros for 0. `card_places()` returns the card of each number of the
flat observation is about, by its place or by its value, and which one an action names."""
TOKENS = """## The token observation

`observation="tokens"`: an int16 table of {rows} rows and {columns} columns, one row for each visible thing, computed from the
flat observation. `sort` is the kind of a row. The first columns mean the same in every row and are 0 where they do not apply;
the numbers `n0`, `n1`, ... depend on the sort and have the meaning of the flat columns of the same name."""
ACTIONS = """Conditions about a card refer to its current text: an item that has become another one keeps the ids of its
printed name, but has the effects of the other. A question with a single option is not asked; the option is taken. Only
priority is always asked, even if only passing is legal."""
VERBS = {"play": "play", "activate": "activate", "pay": "pay for", "buy": "buy", "attack": "attack", "choose": "choose"}
"""Range -> the text of its ids before the name of the card."""


def card_names() -> dict[int, str]:
    found = {row["id"]: row["name"] for row in card_rows()}
    return numbered(found[card] for card in T.IDS)


def chapters() -> list[str]:
    blocks = {
        "loot": T.LOOT_CARDS,
        "treasures": T.TREASURES,
        "monster deck": T.MONSTER_CARDS,
        "characters": T.CHARACTERS,
        "starting items": T.STARTING_ITEMS,
        "bonus souls": T.BONUS_SOULS,
    }
    ids = ", ".join(f"{name} {stretches(cards.tolist())}" for name, cards in blocks.items())
    return [
        CARDS.format(blocks=ids, features=len(card_features().columns)),
        TOKENS.format(rows=TOKEN_TABLE.shape[0], columns=TOKEN_TABLE.shape[1]),
        TOKEN_TABLE.markdown(),
    ]


def stretches(numbers: list[int]) -> str:
    first = [n for n in numbers if n - 1 not in numbers]
    last = [n for n in numbers if n + 1 not in numbers]
    return ", ".join(f"{a} to {b}" if a < b else f"{a}" for a, b in zip(first, last))


def action_ids(game: Game, ranges: Sequence[str]) -> list[str]:
    return [ACTIONS, *ranges, "## Ids without a card", id_table(game, skip=set(VERBS)), *card_tables()]


def card_tables() -> list[str]:
    """The ids that name cards, a table for each deck and a row for each card; column head and name give the text of an id."""
    ids: dict[int, dict[str, list[int]]] = {}
    for name in VERBS:
        for action in TABLE.ranges[name].ids:
            card = int(CARD_OF_ACTION[action])
            if card >= 0:
                ids.setdefault(card, {}).setdefault(name, []).append(action)
    decks = {row["id"]: row["deck"] for row in card_rows()}
    by_deck: dict[str, list[int]] = {}
    for card in sorted(ids):
        by_deck.setdefault(decks[T.IDS[card]], []).append(card)
    words = ["## Ids that name a card", "The text of an id is the head of its column followed by the name of the card."]
    for deck, here in by_deck.items():
        columns = [name for name in VERBS if any(name in ids[card] for card in here)]
        rows = []
        for card in here:
            name = action_text(ids[card]["choose"][0]).removeprefix("choose ")
            cells = [", ".join(map(str, ids[card].get(column, ()))) for column in columns]
            rows.append([name, SET_NAMES.get(T.PACKAGES[T.C_SET[card]], T.PACKAGES[T.C_SET[card]]), *cells])
        words.append(f"### [{DECKS[deck]}](../cards/{deck}.md)")
        words.append(table(["card", "set", *(VERBS[name] for name in columns)], rows, right=range(2, 2 + len(columns))))
    return words


PAGES = Pages(
    facts=FACTS,
    left_out=LEFT_OUT,
    names={"card": card_names()},
    codes=(Ref,),
    chapters=chapters,
    actions=TABLE,
    action_ids=action_ids,
)
