"""The games that the generic suite runs on: a game is enrolled by one line in `ENROLLED`."""

from __future__ import annotations

from typing import Any, NamedTuple

from fs_env.core.four_souls.cards import SETS
from fs_env.core.machine.run.game import load_game

ALL_SETS = (1 << len(SETS)) - 1
SLOW = {
    "check_mask_is_what_step_accepts": 120,
    "check_nothing_hidden_shows": 150,
    "check_resampled_states_play_on": 150,
    "check_redeals_look_the_same_to_all": 150,
}


class Enrolled(NamedTuple):
    """A game in the suite.

    Attributes:
        home: "package.module:NAME" of the `Game`.
        variants: options of `Game.setup`, one mapping a variant; each is checked with `seats`, as far as it has them.
        decisions: that a check visits, and
        sizes: the same for single checks.
        secrets: the module that tells which answers some seats must not see, empty where there are none; see
            `suite.check_secret_answers_show_nothing`.
        secret_decisions: that this check visits; three times as many on the slow shelf.
        seats: numbers of seats that are checked.
        flips: damaged snapshots that are tried in each variant.
        open: option with which answers do not stay secret: they show when a card is drawn for every player to see.
    """

    home: str
    variants: tuple[dict[str, int], ...] = ({},)
    decisions: int = 200
    sizes: dict[str, int] = {}
    secrets: str = ""
    secret_decisions: int = 6000
    open: str = ""
    flips: int = 60
    seats: tuple[int, ...] = (2, 3, 4)


ENROLLED: dict[str, Enrolled] = {
    "nim": Enrolled(
        "tests.core.machine.nim:GAME", ({"stones": 15, "max_decisions": 12},), 200, {"check_random_play": 20_000}
    ),
    "four_souls": Enrolled(
        "fs_env.core.four_souls.game:GAME",
        (
            {"sets": 1},
            {"sets": ALL_SETS},
            {"draft": 2, "eden_only": 1, "simultaneous_deaths": 1},
            {"open_hands": 1, "first_player": 1},
            {"sets": ALL_SETS, "variant": 1},
            {"sets": ALL_SETS, "variant": 2},
            {"sets": 1, "rooms": 1},
            {"sets": ALL_SETS, "bartering": 1},
        ),
        200,
        {"check_random_play": 100_000} | SLOW,
        secrets="tests.core.four_souls.secret_answers",
        flips=24,
        open="open_hands",
    ),
    "castles_of_caleira": Enrolled(
        "fs_env.core.castles_of_caleira.game:GAME",
        ({}, {"spire_multi": 1}, {"market": 1, "useless_targets": 0}, {"deck": 1}),
        200,
        {"check_random_play": 100_000},
        secrets="tests.core.castles_of_caleira.secret_answers",
        secret_decisions=2000,
    ),
    "betrayal": Enrolled(
        "fs_env.core.betrayal.game:GAME",
        ({}, {"haunt": 4}, {"packs": 3, "haunt_roll": 1, "any_orientation": 1, "open_haunts": 1}),
        200,
        {"check_random_play": 100_000, "check_words": 150} | SLOW,
        seats=(3, 6),
    ),
}


def cases() -> list[Any]:
    """(name, seats, options) of every variant, for `pytest.mark.parametrize`."""
    return [
        (name, players, options)
        for name, game in ENROLLED.items()
        for options in game.variants
        for players in game.seats
        if has_seats(game, players, options)
    ]


def has_seats(game: Enrolled, players: int, options: dict[str, int]) -> bool:
    """Whether a variant is played by so many."""
    try:
        load_game(game.home).option_values(num_players=players, **options)
    except ValueError as error:
        if f"num_players={players}" not in str(error):
            raise
        return False
    return True


def has_secrets(case: Any) -> bool:
    """Whether seats of a variant have secrets from each other: not where one person plays all of them, nor with open hands."""
    name, players, options = case
    game = ENROLLED[name]
    if not game.secrets or options.get(game.open):
        return False
    return not load_game(game.home).single_agent(num_players=players, **options)


def case_name(case: Any) -> str:
    """A case in words."""
    name, players, options = case
    return "-".join([name, str(players), *(f"{option}={value}" for option, value in options.items())])
