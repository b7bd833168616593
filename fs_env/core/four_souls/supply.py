"""Whether the decks have the cards that the setup deals (R1, R21) and the souls that a win takes (R18.1)."""

from __future__ import annotations

from collections.abc import Mapping

from fs_env.core.four_souls.language.codes import Deck
from fs_env.core.four_souls.tables import (
    BONUS_SOULS,
    C_COUNT,
    C_DECK,
    C_FLAGS,
    C_FOLD,
    C_SET,
    C_SOULS,
    CARD_ID,
    CardFlag,
)

SLOTS = 2  # shop slots, and monster slots (R1.4, R1.5)
START_CARDS = 3  # loot cards of each player (R1.10)
DRAFT_SIZE = 3  # treasures among which Eden's starting item is chosen (R1.11)
ROUNDS = 2  # of the open draft (R21.1)
SOULS_TO_WIN = 4  # R18.1


def shortage(chosen: Mapping[str, int], text: Mapping[str, str]) -> str | None:
    """Which cards the decks lack with these options, as a sentence; None if they have enough."""
    held_out, players = chosen["held_out"], chosen["num_players"]
    count = (chosen["sets"] >> C_SET & 1) * C_COUNT
    edens = players if chosen["eden_only"] else int(count[CARD_ID["eden"]])
    if held_out:
        count[(C_FOLD > 0) & ((C_FOLD == abs(held_out)) == (held_out > 0))] = 0
    treasures = edens - 1 + DRAFT_SIZE if edens else 0
    if chosen["draft"]:  # the card that no player takes in the first round can be shown again in the second
        treasures = max(treasures, edens + ROUNDS * players + 1)
    souls = (count * C_SOULS)[C_DECK <= Deck.MONSTER].sum() + chosen["bonus_souls"] * len(BONUS_SOULS)
    table = text["num_players"]
    needs = (
        (count[C_DECK == Deck.LOOT].sum(), START_CARDS * players, "loot cards", f"{table} (R1.10)", "fewer players"),
        (
            count[C_DECK == Deck.TREASURE].sum(),
            SLOTS + treasures,
            "treasure cards",
            f"{text['draft']} with {table} (R1.4, R1.11, R21.8)",
            "draft=none",
        ),
        (count[C_FLAGS & CardFlag.MONSTER > 0].sum(), SLOTS, "monsters", "the setup (R1.5)", ""),
        (souls, SOULS_TO_WIN, "souls", f"a win (R18.1), {text['bonus_souls']}", "bonus_souls=1"),
    )
    for has, needed, cards, purpose, remedy in needs:
        if has < needed:
            return (
                f"{text['sets']} with {text['held_out']} has {has} {cards}, and {needed} are needed for {purpose}: "
                f"choose more sets, another held_out{remedy and ' or '}{remedy}"
            )
    return None
