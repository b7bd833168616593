"""A pytest plugin (`-p tests.mutation.broken`): the tests play with one broken card, the mutant named by MUTANT.

It works in plain Python only (NUMBA_DISABLE_JIT=1): compiled code of broken cards must not get into the cache. The rules
text stays that of the unbroken card, so that no test fails because of words.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

from fs_env.core.four_souls import cards
from fs_env.core.four_souls.language import english
from fs_env.core.four_souls.language.nodes import Card
from tests.mutation.changes import CARDS, MutantError
from tests.mutation.mutants import named

VARIABLE = "MUTANT"


def play_with(name: str) -> None:
    """Replaces a card by the broken one; the card tables must not have been built yet."""
    if "fs_env.core.four_souls.tables" in sys.modules:
        raise MutantError("the card tables are built already; load this plugin with -p, before any test is read")
    if os.environ.get("NUMBA_DISABLE_JIT") != "1":
        raise MutantError("a broken card is played in plain Python only; set NUMBA_DISABLE_JIT=1")
    mutant = named(name)
    made, write = mutant.broken(), english.card_text
    entries = tuple((of, made if card.id == mutant.card_id else card) for of, card in cards.all_cards())

    def unbroken_text(card: Card, names: Mapping[str, str] | None = None) -> str:
        return write(CARDS.get(card.id, card), names)

    cards.all_cards = lambda: entries
    english.card_text = unbroken_text


if VARIABLE in os.environ:
    play_with(os.environ[VARIABLE])
