"""The options of a game of Four Souls, in the order in which `setup` reads them, and which of them exclude each other."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from fs_env.core.four_souls.cards import FOLDS, SETS, all_cards
from fs_env.core.machine.declare.options import Option


class Draft(IntEnum):
    """Which treasures are drafted before the first turn (R21.1, R21.8)."""

    NONE = 0
    TWO = 1  # two players, three cards a round
    MINI = 2  # one card more than players each round


class First(IntEnum):
    """Who takes the first turn (R1.12)."""

    CAIN = 0  # Cain's player, else a random one
    RANDOM = 1
    SEAT_0 = 2
    SEAT_1 = 3
    SEAT_2 = 4
    SEAT_3 = 5


class Deaths(IntEnum):
    """In which order a monster and a player that die at the same time do so (R6.4, R14.8, A06)."""

    RULES = 0  # the monster's death is pushed first, so the player's resolves first (R6.4)
    FAQ = 1  # the monster's death resolves first


class Variant(IntEnum):
    """The relation of the players to each other (R21)."""

    RIVALS = 0
    SOLO = 1  # one person plays both characters (R21.2)
    COOPERATIVE = 2  # two persons win or lose together (R21.7)


def _words(codes: type[IntEnum]) -> tuple[str, ...]:
    return tuple(code.name.lower() for code in codes)


OPTIONS = (
    Option("num_players", 2, 2, 4, "seats (R1)"),
    Option("bonus_souls", 1, 0, 1, "whether bonus souls are in the game (R1.7, R19)"),
    Option("max_decisions", 50_000, 1, 2_000_000_000, "decisions after which the game is truncated"),
    Option(
        "sets",
        1,
        1,
        (1 << len(SETS)) - 1,
        'names of the card sets in the game, in any order: "base", "gold" (Gold Box), "plus" (Four Souls+). '
        'With only "gold" or "plus", games of three or four players are long: souls can be spread so that no player reaches four, '
        'above all without `bonus_souls`, when "gold" has seven and "plus" twelve, and `max_decisions` ends such games',
        SETS,
        noun="card set",
    ),
    Option(
        "variant",
        0,
        0,
        max(Variant),
        '"rivals"; "solo", one person plays two characters against an eight-sided die (R21.2); "cooperative", two '
        "persons do (R21.7)",
        words=_words(Variant),
    ),
    Option(
        "draft",
        0,
        0,
        max(Draft),
        'treasures drafted before the first turn, two for each player: "none"; "two", for two players (R21.1); "mini", for '
        "any number (R21.8), with two players the same draft",
        words=_words(Draft),
    ),
    Option("eden_only", 0, 0, 1, "whether all players play Eden and draft a starting item (R21.8, R1.11)"),
    Option(
        "first_player",
        0,
        0,
        max(First),
        'who takes the first turn: "cain", Cain\'s player or else a random one (R1.12), "random", or a seat',
        words=_words(First),
    ),
    Option(
        "simultaneous_deaths",
        0,
        0,
        max(Deaths),
        'when a monster and a player die at once: "rules", the player\'s death resolves first (R6.4), or "faq", the monster\'s (A06)',
        words=_words(Deaths),
    ),
    Option("open_hands", 0, 0, 1, "whether all players see all hands, for teaching"),
    Option("bartering", 0, 0, 1, "whether players may pay each other for favours (R16)"),
    Option("rooms", 0, 0, 1, "whether the deck of rooms is in the game (R20); rooms belong to the second edition"),
    Option(
        "held_out",
        0,
        -FOLDS,
        FOLDS,
        "cards left out of the decks, to measure play with cards that training never saw: 0, none; 1 to 5, one of five equal "
        "parts of the loot, treasure and monster cards with a single copy; -1 to -5, all of these parts but that one. Options that leave "
        "too few cards for the deal or the draft, or too few souls for a win, are refused",
    ),
)
At = IntEnum("At", [option.name.upper() for option in OPTIONS], start=0)  # type: ignore[misc]
"""Where `setup` finds an option."""


def conflict(chosen: Mapping[str, int]) -> str | None:
    players, variant, first = chosen["num_players"], Variant(chosen["variant"]), First(chosen["first_player"])
    at_table = f"num_players={players}"
    if variant != Variant.RIVALS and players != 2:
        return f'variant="{variant.name.lower()}" has two characters (R21.2), not {at_table}: choose num_players=2'
    if variant == Variant.SOLO and chosen["bartering"]:
        return 'variant="solo" allows no trade between its characters (R21.5): choose bartering=0, or variant="cooperative"'
    if chosen["draft"] == Draft.TWO and players != 2:
        return f'draft="two" is for two players (R21.1), not {at_table}: choose draft="mini"'
    if first >= First.SEAT_0 and first - First.SEAT_0 >= players:
        seats = f'"seat_0" to "seat_{players - 1}"'
        return f'first_player="{first.name.lower()}" does not exist with {at_table}: choose {seats}, "cain" or "random"'
    if chosen["eden_only"] and not chosen["sets"] & _sets_of("eden"):
        return f'eden_only=1 needs the character Eden: add "{SETS[_sets_of("eden").bit_length() - 1]}" to sets'
    if chosen["sets"] & 1 and not chosen["held_out"]:
        return None  # the base set has enough cards for all other options
    from fs_env.core.four_souls.supply import shortage  # imports the card tables

    return shortage(chosen, {option.name: f"{option.name}={option.text_of(chosen[option.name])}" for option in OPTIONS})


def _sets_of(card: str) -> int:
    return sum(1 << SETS.index(name) for name, found in all_cards() if found.id == card)


def options_in(s: Any) -> dict[str, int]:
    """The options that a state keeps and that shape what is still to come; the others only shape the deal."""
    stored = {
        "variant": s["variant"],
        "simultaneous_deaths": s["deaths"],
        "bartering": s["bartering"],
        "rooms": s["rooms"],
    }
    if s["variant"] != Variant.SOLO:  # one person sees both hands without it
        stored["open_hands"] = s["open_hands"]
    return {name: int(value) for name, value in stored.items()}


def cooperative(chosen: Mapping[str, int]) -> bool:
    """Whether the players win or lose together (R21.6)."""
    return Variant(chosen["variant"]) != Variant.RIVALS


def single_agent(chosen: Mapping[str, int]) -> bool:
    """Whether one person plays all characters (R21.2)."""
    return Variant(chosen["variant"]) == Variant.SOLO
