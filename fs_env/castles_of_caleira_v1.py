"""Castles of Caleira as a PettingZoo AEC environment.

    from fs_env import castles_of_caleira_v1

    env = castles_of_caleira_v1.env(num_players=2)
    env.reset(seed=42)
    for seed, agent in enumerate(env.agents):
        env.action_space(agent).seed(seed)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

Importing `fs_env` also registers the environment with PettingZoo, as `fs_env/castles_of_caleira_v1`:
`pettingzoo.make("aec", "fs_env/castles_of_caleira_v1", num_players=3)`.
It is registered with Gymnasium too, as `CastlesOfCaleira/CastlesOfCaleira-v1`: one seat against named opponents,
alone or many games at once.

    gymnasium.make("CastlesOfCaleira/CastlesOfCaleira-v1", opponents=["heuristic"])

Version history:
    v1: `spire_multi="continue"` drops the waiting effects of the loser only; `useless_targets=False` skips the second
        choice of a Watchtower if it could do nothing. Games under other options are the same.
    v0: first release.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict, Unpack

from fs_env.core.castles_of_caleira.options import OPTIONS
from fs_env.envs.interface import DEFAULTS, SEAT_DEFAULTS, Learner, ManyGames, OneGame, View, suggesting, taking
from fs_env.envs.keywords import make_aec, make_seat, make_vector, metadata_of

if TYPE_CHECKING:
    from fs_env.envs.aec import GameAEC
    from fs_env.envs.seat import GameSeatEnv
    from fs_env.envs.vector import GameVectorEnv

__all__ = ["env", "metadata", "raw_env", "seat_env", "vector_env"]

metadata = metadata_of("castles_of_caleira_v1")


class Options(TypedDict, total=False):
    """Options of the game in every Gymnasium environment; `env` describes them."""

    spire_multi: Literal["end", "continue"]
    market: Literal["choice", "random"]
    useless_targets: bool
    four_player_cards: Literal[16, 18]
    max_decisions: int | None
    deck: Literal["whole", "small"]
    passes: Literal["none"]
    observation: str


class SeatOptions(Options, Learner, OneGame, total=False):
    """Keywords of `seat_env`."""


class VectorOptions(Options, Learner, View, ManyGames, total=False):
    """Keywords of `vector_env`."""


@suggesting
def env(
    num_players: int = 2,
    spire_multi: Literal["end", "continue"] = "end",
    market: Literal["choice", "random"] = "choice",
    useless_targets: bool = True,
    four_player_cards: Literal[16, 18] = 16,
    max_decisions: int | None = None,
    deck: Literal["whole", "small"] = "whole",
    *,
    skip_forced: bool = False,
    passes: Literal["none"] = "none",
    observation: str = "flat",
    mask_in: Literal["both", "observation", "info"] = "both",
    copy: bool = True,
    illegal: Literal["error", "lose"] = "error",
    max_episode_steps: int | None = None,
    render_mode: Literal["human", "ansi", "rgb_array"] | None = None,
) -> GameAEC:
    """Castles of Caleira for two to four players; `GameAEC` describes how it behaves.

    Args:
        num_players: seats (R3).
        spire_multi: with 3 or 4 players a destroyed Princess Spire ends the game (0, "end"), or its owner is out and the
            others play on (1, "continue") (A1); effects that the owner triggered are dropped, those of the others continue
            (R23).
        market: the other player chooses the card that a Marketplace gets (0, "choice"), or it is drawn (1, "random") (A2).
        useless_targets: whether pieces may be chosen on which an effect does nothing (A6), and whether a Watchtower asks
            for a second piece where it could do nothing (A15).
        four_player_cards: with 4 players two cards are removed unseen (16), as in the publisher's rules, or none are (18),
            as in the rules of Board Game Arena: two players then have five turns, two have four (A13).
        max_decisions: decisions after which the game is truncated; no game has over 150; the game's own limit when None.
        deck: all 18 cards (0, "whole"), or with 2 players six of them (1, "small"): a Princess Spire, a Trebuchet, an
            Observatory and three Battlements; the others lie in the discard pile from the start, so a solver can visit the
            whole game (A16).
        skip_forced, passes, observation, mask_in, copy, illegal, max_episode_steps, render_mode: as in `GameAEC`.

    Raises:
        ValueError: a value out of range or an unknown name.
        TypeError: an unknown option, or a value of the wrong kind.
    """
    return make_aec("castles_of_caleira_v1", "castles_of_caleira", OPTIONS, locals())


raw_env = env  # PettingZoo's wrappers check the order of calls; `GameAEC` does it itself, four times as fast


@taking(SeatOptions, env, SEAT_DEFAULTS)
def seat_env(**options: Unpack[SeatOptions]) -> GameSeatEnv:
    """One seat of Castles of Caleira against named opponents, for Gymnasium; `GameSeatEnv` describes how it behaves.

    Args:
        options: those of the game as in `env`, all others as in `GameSeatEnv`; errors are those of `env`.
    """
    return make_seat("castles_of_caleira", OPTIONS, options)


@taking(VectorOptions, env, DEFAULTS)
def vector_env(num_envs: int = 1, **options: Unpack[VectorOptions]) -> GameVectorEnv:
    """Many games of Castles of Caleira at once, for Gymnasium; `GameVectorEnv` describes how it behaves.

    Args:
        num_envs: number of games.
        options: those of the game as in `env`, all others as in `GameVectorEnv`; errors are those of `env`.
    """
    return make_vector("castles_of_caleira", OPTIONS, {"num_envs": num_envs, **options})
