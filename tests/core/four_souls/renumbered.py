"""Four Souls with other numbers, in its own process: ``python -m tests.core.four_souls.renumbered mixed``.

``mixed``: every card and every action that names a card has another number, the cards of a deck lie apart. ``later``: a
further set of cards comes that has no lines in the registry. The registry on disk stays as it is.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys

from fs_env.core.four_souls import cards, registry
from fs_env.core.four_souls.language.card_kinds import CardGroup
from fs_env.core.four_souls.language.cards import character_card, loot_card, monster_card, starting_item, treasure_card
from fs_env.core.four_souls.language.words import activated, active_player, coins, gain, paid, play

LATER = (
    loot_card("later_penny", "Later Penny", play(gain(1)), count=3),
    treasure_card("later_tool", "Later Tool", *(paid(coins(n), gain(n)) for n in range(1, 5))),
    treasure_card("later_thing", "A Penny!", activated(gain(1))),
    monster_card("later_fly", "Later Fly", (1, 2, 1), gain(1, active_player)),
    character_card("later_isaac", "Later Isaac", start="later_die"),
    starting_item("later_die", "Later Die", activated(gain(1))),
)
NAMING_NO_CARD = "pass done yes no mode number player deck buy_top attack_top empty_slot option".split()
GAMES = ("four_souls_2_base", "four_souls_4_base_gold_plus")
SECTIONS = "players hand known loot shown among decks trinkets cards turned deck_places counts units watched".split()
"""Sections of the flat observation; of those that show numbers of cards, the columns that do are left out."""


def mixed() -> registry.Registry:
    """The names in another order: a card of each deck by turns, each deck in its order; actions that name cards at random."""
    real = registry.registry()
    decks: dict[str, list[str]] = {}
    for _, card in cards.all_cards():
        decks.setdefault(cards.DECKS[CardGroup(card.group)], []).append(card.id)
    turns = sorted((k, deck, card_id) for deck, ids in decks.items() for k, card_id in enumerate(ids))
    fixed = [name for name in real.actions if name.partition(" ")[0] in NAMING_NO_CARD]
    others = [name for name in real.actions if name.partition(" ")[0] not in NAMING_NO_CARD]
    random.Random(0).shuffle(others)
    return registry.Registry(tuple(card_id for *_, card_id in turns), (*others[:400], *fixed, *others[400:]))


def change(how: str) -> None:
    """Makes the tables that are imported after this those of other numbers."""
    if how == "mixed":
        made = mixed()
        registry.registry = cards.registry = lambda: made  # type: ignore[assignment]
    else:
        first_sets = cards.cards_of
        cards.SETS = (*cards.SETS, "later")  # type: ignore[assignment]
        cards.cards_of = lambda name: list(LATER) if name == "later" else first_sets(name)
    cards.all_cards.cache_clear()


def games() -> str:
    """Golden games as they are told now; their words hold no numbers of cards or actions."""
    from fs_env.core.four_souls import game  # noqa: F401  # with the tables of all sets

    cards.SETS = cards.SETS[:3]  # of which there are golden games
    from tests.golden.four_souls import GOLDEN
    from tests.golden.transcript import transcript

    return "\n".join(transcript(golden) for golden in GOLDEN if golden.path.stem in GAMES)


def seen() -> str:
    """The seats' views in random games, in words: hashes of sections by name, of token rows with the id of the card."""
    from fs_env.core.four_souls import tables as T
    from fs_env.core.four_souls.game import GAME
    from fs_env.core.four_souls.observation.schema import SCHEMA
    from fs_env.core.four_souls.observation.tokens import COLUMNS, TOKENS

    at = [column.name for column in COLUMNS].index("card")
    plain = [k for k, column in enumerate(COLUMNS) if column.name in ("sort", "zone", "owner", "place", "copies")]
    ids = ["", *T.IDS]
    told, draw = [], random.Random(0)
    S = GAME.new()
    GAME.setup(S, seed=1, num_players=3, sets=7)
    for step in range(400):
        seat = GAME.to_act(S)
        if seat < 0:
            break
        if step % 20 == 0:
            shown = GAME.clone(S)
            if step % 40:
                shown["seen"] = 15  # every player has seen every card
            flat = GAME.observe(shown, seat)
            views, table = SCHEMA.views(flat), TOKENS.from_flat(flat)
            players = views["players"].copy()
            players[:, 9] = 0  # the character
            rows = [(ids[row[at]], *(int(row[k]) for k in plain)) for row in table.tolist()]
            parts = {name: views[name].tobytes() for name in SECTIONS} | {"players": players.tobytes()}
            parts["tokens"] = repr(rows).encode()
            told.append(" ".join(f"{name} {hashlib.md5(part).hexdigest()[:8]}" for name, part in parts.items()))
        GAME.step(S, draw.choice(sorted(GAME.legal(S).tolist(), key=GAME.action_text)))
    return "\n".join(told)


def numbers() -> str:
    from fs_env.core.four_souls.register import complete

    return complete().text()


if __name__ == "__main__":
    change(sys.argv[1])
    what = (numbers, games) if sys.argv[1] == "later" else (seen, games)
    json.dump({told.__name__: told() for told in what}, sys.stdout)
