"""Where each name stands in the flat vector; a change here needs a higher version and a line in the changelog."""

from __future__ import annotations

import numpy as np

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.language.card_kinds import CardKind
from fs_env.core.four_souls.observation.schema import SCHEMA

OBJECT = (
    "kind owner card mode number flags target_sort target second_target_sort second_target event_number event_amount "
    "third_target_sort third_target fourth_target_sort fourth_target"
)
DECKS = "loot treasure monster"
ENDS = "from_top from_bottom"
TERMS = "favour promiser payer whom item object cents"
ORDER = {
    "decision": "question shape card phase ending attacking active_player priority_player asked passes players turn stack "
    "options decisions_left bonus_souls fights forced",
    "players": "present coins hp max_hp attack hand souls dead dying character turned own_play extra_plays character_open "
    "attacks_used attacks deck_attacks purchases_used purchases price shield roll_bonus extra_turns skipped_turns "
    "loot_souls last_roll last_attack_roll must_attack attacks_made",
    "hand": "",
    "known": "",
    "loot": "discarded elsewhere",
    "slots": "exists card hp max_hp attack evasion attacked dying must_be_attacked was_attacked",
    "shop": "",
    "decks": f"cards discarded {DECKS}",
    "top": DECKS,
    "stack": OBJECT,
    "looked": "",
    "trinkets": " ".join(card.id for card in T.CARDS if card.kind == CardKind.TRINKET),
    "changed": "card shows eternal counters",
    "counters": "cambion_conception bum_bo_item tech_x the_poop the_dead_cat the_bone",
    "covered": "covered next_below",
    "resolving": OBJECT,
    "effects": "",
    "obligations": "additional what or_else",
    "lasting": "kind whom number card",
    "counts": "loot_plays_used rolls attack_rolls coin_gains",
    "units": "hp_bonus attack_bonus evasion_bonus damage_events damage_points near_deaths saved_hp damage_coming",
    "shown": "",
    "waiting": "kind owner card effect",
    "subjects": "subject_sort subject slot dealer_sort dealer dealer_card",
    "endings": "until made_by effect object_sort object",
    "borrowed": "",
    "progress": "frame instruction step count playing pushes first_choice_sort first_choice second_choice_sort second_choice "
    "third_choice_sort third_choice fourth_choice_sort fourth_choice",
    "choices": "choice_sort choice",
    "among": "",
    "cards": "zone owner",
    "turned": "",
    "deck_places": "",
    "watched": f"{DECKS} {ENDS}",
    "piles": DECKS,
    "loot_places": ENDS,
    "options": "variant simultaneous_deaths open_hands bartering rooms",
    "solo": "d8 souls turns_to_drop",
    "rooms": "exists card turned counters",
    "room_deck": "cards discarded exchange",
    "room_pile": "",
    "offer": f"{TERMS} maker counter",
    "promises": f"{TERMS} turns tested",
    "barter": "offers kept broken",
}


def test_order__of_sections_and_columns():
    assert {s.name: " ".join(c.name for c in s.columns) for s in SCHEMA.sections} == ORDER
    assert [s.name for s in SCHEMA.sections] == list(ORDER)
    assert [s.offset for s in SCHEMA.sections[1:]] == [s.stop for s in SCHEMA.sections[:-1]]


def test_order__in_the_record_is_that_of_the_vector():
    """A number has one place, whether it is found as a field of the record or by the index of its column."""
    flat = np.arange(SCHEMA.size, dtype=np.int16)
    record, views = SCHEMA.record(flat), SCHEMA.views(flat)
    for section in SCHEMA.sections:
        for name in SCHEMA.dtype[section.name].base.names or ():
            assert np.array_equal(record[section.name][name], section.take(views[section.name], name)), (
                section.name,
                name,
            )
