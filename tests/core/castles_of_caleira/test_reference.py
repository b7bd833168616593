"""The naive reference itself: what holds in every game of it, and figures of random play. Its rules are those of the compiled game,
which `test_differential` compares with it and `test_cards`, `test_turns` and `test_ending` compare with the book."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

import pytest

from tests.core.castles_of_caleira.pieces import COPIES, OPTIONS, SPIRE, TREBUCHET, Deal
from tests.core.castles_of_caleira.reference import Reference

PLAYERS = (2, 3, 4)
GAMES = 6000  # random games a player count
PUBLISHED_GAMES = 20_000
PUBLISHED = {
    2: {"turns": 17.4, "decisions": 26.7, "effects": 10.2, "spire": 0.090},
    3: {"turns": 17.4, "decisions": 27.4, "effects": 10.2, "spire": 0.086},
    4: {"turns": 15.6, "decisions": 23.8, "effects": 9.1, "spire": 0.076},
}
"""Section 8 of the rules: means of 20,000 games of uniformly random legal play, to one decimal (the share to 0.1 %)."""
SURE = 4.5  # standard errors; a true mean lies farther away once in 150,000 trials


def assert_published(players: int, rows: Mapping[str, Sequence[float]]) -> None:
    """Means agree with the published ones within the errors of both samples.

    Those are rounded: half a unit of the last place is added to SURE standard errors of the difference between our
    sample and one of PUBLISHED_GAMES games.
    """
    for name, values in rows.items():
        error = statistics.pstdev(values) * math.sqrt(1 / len(values) + 1 / PUBLISHED_GAMES)
        mean, published = statistics.fmean(values), PUBLISHED[players][name]
        rounding = 0.0005 if name == "spire" else 0.05
        assert abs(mean - published) <= SURE * error + rounding, f"{name}: {mean:.3f}, published {published}"


def play_on(game: Reference, rng: Random) -> Reference:
    """The same game at its end, after random answers."""
    while not game.over:
        game.step(rng.choice(game.legal))
    return game


def test_wrong_deals_actions_and_options_are_refused() -> None:
    """A deal must have the 18 cards, an action must be legal, an option must exist."""
    with pytest.raises(ValueError, match="not the 18 cards"):
        Deal(0, ((SPIRE, SPIRE), (TREBUCHET, TREBUCHET)), ())
    with pytest.raises(ValueError, match="not among the legal actions"):
        Reference(2, None, Deal.shuffled(2, Random(1))).step(("play", SPIRE, "up"))
    with pytest.raises(ValueError, match="the options are"):
        Reference(2, {"spire_multi": "never"})


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("choice", range(4))
def test_every_card_is_always_in_one_place(players: int, choice: int) -> None:
    """R27 and the bound of section 8: 18 cards at every decision under all options, below 100 decisions, and an end."""
    options = {name: values[choice >> k & 1] for k, (name, values) in enumerate(list(OPTIONS.items())[:2])}
    options["useless_targets"] = choice in (0, 3)
    rng = Random(choice)
    for _ in range(60):
        game = Reference(players, options, Deal.shuffled(players, rng))
        while not game.over:
            held = [card.name for hand in game.hands for card in hand]
            cards = [*held, *(card.name for card in game.deck), *game.removed, *game.discard]
            assert Counter(cards + [piece.name for piece in game.pieces if piece.standing]) == COPIES
            assert game.to_act not in game.out and game.legal and len(set(game.legal)) == len(game.legal)
            game.step(rng.choice(game.legal))
        assert game.decisions < 100 and game.winners and game.fallen not in game.winners


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_random_play_has_the_published_figures(players: int) -> None:
    """Section 8: mean turns, decisions with a choice, effects and share of Spire endings.

    An effect is every card that came face up, also one that does nothing then, as long as the game continues.
    """
    rng = Random(players)
    rows: dict[str, list[float]] = {name: [] for name in PUBLISHED[players]}
    for _ in range(GAMES):
        game = play_on(Reference(players, None, Deal.shuffled(players, rng)), rng)
        rows["turns"].append(game.turns)
        rows["decisions"].append(game.free_decisions)
        rows["effects"].append(sum(game.happened[what] for what in ("resolved", "skipped", "blank")))
        rows["spire"].append(game.fallen is not None)
    assert_published(players, rows)
