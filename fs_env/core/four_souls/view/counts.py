"""Numbers of this turn, and what the viewer knows or can see that others know of hidden cards, as plain data."""

from __future__ import annotations

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.language.codes import Deck
from fs_env.core.four_souls.observation.schema import FIRST_MONSTER, FIRST_TREASURE
from fs_env.core.four_souls.state import Zone
from fs_env.core.four_souls.view.sight import DECKS, Plain, Sight
from fs_env.core.machine.table.secrets import MEMBER


def of_player(sight: Sight, p: int) -> Plain:
    values = sight.values
    last, last_attack = values("history")[p]
    return {
        "rolls": values("rolls")[p],
        "attack_rolls": values("attack_rolls")[p],
        "coin_gains": values("gains")[p],
        "attacks_made": values("fought")[p],
        "last_roll": last or None,
        "last_attack_roll": last_attack or None,
        "must_attack": bool(values("must_attack")[p]),
        **of_unit(sight, p),
    }


def of_unit(sight: Sight, u: int) -> Plain:
    """Changes to a player or a monster this turn: bonuses, damage, deaths that were prevented."""
    values = sight.values
    return {
        "hp_bonus": values("boost_hp")[u],
        "attack_bonus": values("boost_atk")[u],
        "evasion_bonus": values("boost_evasion")[u],
        "damage_events": values("damaged")[u],
        "damage_points": values("damage_sum")[u],
        "near_deaths": values("would_die")[u],
        "saved_hp": values("saved_hp")[u] if values("dying")[u] else 0,
    }


def among(sight: Sight) -> dict[str, list[str]]:
    """Cards that the viewer knows to be in one of several places, by deck, in alphabetical order."""
    found: dict[str, list[str]] = {deck: [] for deck in DECKS}
    if sight.viewer is None:
        return found
    for inst in (sight.record["mix"] >> 4 * sight.viewer & MEMBER).nonzero()[0]:
        deck = Deck.LOOT if inst < FIRST_TREASURE else Deck.TREASURE if inst < FIRST_MONSTER else Deck.MONSTER
        found[DECKS[deck]].append(T.IDS[T.INST_CARD[inst]])
    return {deck: sorted(cards) for deck, cards in found.items()}


def known_to_others(sight: Sight) -> list[Plain]:
    """For each other seat the cards of the viewer's hand, and the places of decks from the top, that it was seen to see."""
    viewer = sight.viewer
    if viewer is None:
        return []
    witnessed, own = sight.record["witnessed"], sight.cards_in(Zone.HAND, viewer)
    decks_down = [sight.record["deck"][d][: sight.record["n_deck"][d]][::-1] for d in range(len(DECKS))]
    found = []
    for q in range(sight.seats):
        if q == viewer:
            continue
        decks = {name: ((witnessed[deck] >> q & 1).nonzero()[0] + 1).tolist() for name, deck in zip(DECKS, decks_down)}
        hand = sorted(T.IDS[T.INST_CARD[inst]] for inst in own if witnessed[inst] >> q & 1)
        found.append({"player": q, "hand": hand, "decks": decks})
    return found


def noted(counts: Plain) -> list[str]:
    """The numbers of `of_player` or `of_unit` that are not as usual, in words."""
    words = {
        "rolls": "rolls",
        "attack_rolls": "attack rolls",
        "coin_gains": "coin gains",
        "attacks_made": "attacks made",
        "last_roll": "last roll",
        "last_attack_roll": "last attack roll",
        "hp_bonus": "hit point bonus",
        "attack_bonus": "attack bonus",
        "evasion_bonus": "evasion bonus",
        "damage_events": "times damaged",
        "damage_points": "damage taken",
        "near_deaths": "times it would die",
        "saved_hp": "hit points before dying",
    }
    lines = [f"{text} {counts[name]}" for name, text in words.items() if counts.get(name)]
    return lines + ["must attack"] * bool(counts.get("must_attack"))
