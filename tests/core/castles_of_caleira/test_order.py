"""Where each name stands in the vector: networks and stored observations depend on it, and new numbers come at its end."""

from __future__ import annotations

from fs_env.core.castles_of_caleira.observation.schema import SCHEMA

ORDER = {
    "num_players": 0,
    "to_act": 1,
    "turn_player": 2,
    "question": 3,
    "effect": 4,
    "effect_kind": 5,
    "picked": 6,
    "partner": 7,
    "offer": 8,
    "deck_size": 9,
    "pieces_played": 10,
    "hand": 11,
    "hand_sizes": 20,
    "out": 24,
    "discard": 28,
    "deck_top": 37,
    "pieces": 40,
    "pending": 130,
    "held": 148,
    "deck_known_to": 184,
    "deck_known": 185,
    "decisions_left": 186,
    "options": 187,
}
"""Section to its first place."""
COLUMNS = {
    "pieces": "owner kind lies suppressed seen_by",
    "held": "kind held_by since",
    "options": "spire_multi market useless_targets",
}


def test_order__of_sections_and_columns():
    """Sections and their columns stand where they always stood."""
    assert {section.name: section.offset for section in SCHEMA.sections} == ORDER and SCHEMA.size == 190
    found = {section.name: " ".join(column.name for column in section.columns) for section in SCHEMA.sections}
    assert {name: words for name, words in found.items() if words} == COLUMNS
