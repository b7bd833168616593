"""Four Souls: how cards are numbered, and the token observation."""

from __future__ import annotations

from enum import IntEnum

from fs_env.cli.observation_pages import numbered

CARDS = """## How cards are numbered

A card is shown as its id + 1, and 0 means no card. Ids number all cards of all sets in one list: {blocks}, rooms after them. `hand`,
`known`, `shown` and `loot` have an entry for each loot card in the order of the ids; `cards` continues with the others.

`fs_env.four_souls_v1.card_features()` describes the cards for embeddings: a float32 matrix with a row per card and
{features} named columns, computed from the printed numbers and the programs. `card_features().padded[x]` is the row for a
number x that an observation shows as card + 1, and zeros for 0. `card_places()` says which card each number of the
flat observation is about, by its place or by its value, and which one an action names."""
TOKENS = """## The token observation

`observation="tokens"`: an int16 table of {rows} rows and {columns} columns, one row for each visible thing, computed from the
flat observation. `sort` says what a row is. The first columns mean the same in every row and are 0 where they do not apply;
the numbers `n0`, `n1`, ... depend on the sort and have the meaning of the flat columns of the same name."""


def codes() -> list[type[IntEnum]]:
    """Enums that the words of columns name, though no column has them as its codes."""
    from fs_env.core.four_souls.language.codes import Ref

    return [Ref]


def names() -> dict[str, dict[int, str]]:
    from fs_env.core.four_souls import tables as T
    from fs_env.core.four_souls.cards import card_rows

    found = {row["id"]: row["name"] for row in card_rows()}
    return {"card": numbered(found[card] for card in T.IDS)}


def chapters() -> list[str]:
    """How cards are numbered, and the token observation."""
    from fs_env.core.four_souls import tables as T
    from fs_env.core.four_souls.observation.card_features import card_features
    from fs_env.core.four_souls.observation.tokens import TOKENS as TABLE

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
        TOKENS.format(rows=TABLE.shape[0], columns=TABLE.shape[1]),
        TABLE.markdown(),
    ]


def stretches(numbers: list[int]) -> str:
    """Ascending numbers as text: "0 to 3, 7 to 9"."""
    first = [n for n in numbers if n - 1 not in numbers]
    last = [n for n in numbers if n + 1 not in numbers]
    return ", ".join(f"{a} to {b}" if a < b else f"{a}" for a, b in zip(first, last))
