"""Solo play of Four Souls (R21.2 to R21.9): one person plays two characters against an eight-sided die.

The die starts at 8. It drops by one when both characters have finished a turn, and when one dies in its own turn. Four souls of
both characters together win; the game is lost when the die reaches 0. There are no opponents, so that this is an environment of
a single agent. For Gymnasium:

    env = gymnasium.make("FourSouls/Solo-v0")
    env = gymnasium.make_vec("FourSouls/Solo-v0", num_envs=256, vectorization_mode="vector_entry_point")

The reward is 0 until the game ends: then 1 if it was won, -1 if it was lost, 0 if it was drawn or ran into the limit of decisions.
Observations are those of the character that has to decide; both hands are open. Their section `solo` has the number on the die
and the souls.

As a PettingZoo AEC environment it has one agent, "player_0", which answers for both characters:

    from fs_env import solo_v0

    env = solo_v0.env()

It is `four_souls_v1` with `variant="solo"`. The cooperative form for two agents (R21.7), with a shared reward, is
`four_souls_v1.env(variant="cooperative")`.

Version history:
    v0: first release.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, TypedDict, Unpack

from fs_env.core.four_souls.options import OPTIONS, Variant
from fs_env.envs.interface import DEFAULTS, SEAT_DEFAULTS, ManyGames, OneGame, suggesting, taking
from fs_env.envs.keywords import make_aec, make_seat, make_vector, metadata_of
from fs_env.four_souls_v1 import CardSet, First, card_features

if TYPE_CHECKING:
    from fs_env.envs.aec import GameAEC
    from fs_env.envs.seat import GameSeatEnv
    from fs_env.envs.vector import GameVectorEnv

__all__ = ["card_features", "env", "metadata", "raw_env", "seat_env", "vector_env"]

metadata = metadata_of("solo_v0")


class Options(TypedDict, total=False):
    """Options of the game in every Gymnasium environment; `env` describes them."""

    sets: Iterable[CardSet]
    bonus_souls: bool
    max_decisions: int | None
    draft: Literal["none", "two", "mini"]
    eden_only: bool
    first_player: First
    simultaneous_deaths: Literal["rules", "faq"]
    rooms: bool
    held_out: int
    passes: Literal["none", "concerned", "all"]
    observation: Literal["flat", "tokens", "sparse"]


class SeatOptions(Options, OneGame, total=False):
    """Keywords of `seat_env`."""


class VectorOptions(Options, ManyGames, total=False):
    """Keywords of `vector_env`."""


@suggesting
def env(
    sets: Iterable[CardSet] = ("base",),
    bonus_souls: bool = True,
    max_decisions: int | None = None,
    draft: Literal["none", "two", "mini"] = "none",
    eden_only: bool = False,
    first_player: First = "cain",
    simultaneous_deaths: Literal["rules", "faq"] = "rules",
    rooms: bool = False,
    held_out: int = 0,
    *,
    skip_forced: bool = False,
    passes: Literal["none", "concerned", "all"] = "none",
    observation: Literal["flat", "tokens"] = "flat",
    mask_in: Literal["both", "observation", "info"] = "both",
    copy: bool = True,
    illegal: Literal["error", "lose"] = "error",
    max_episode_steps: int | None = None,
    render_mode: Literal["human", "ansi", "rgb_array"] | None = None,
) -> GameAEC:
    """Four Souls for one person with two characters; `GameAEC` describes how it behaves.

    Args:
        sets, bonus_souls, max_decisions, draft, eden_only, first_player, simultaneous_deaths, rooms, held_out, passes:
            as in `four_souls_v1.env`.
        skip_forced, observation, mask_in, copy, illegal, max_episode_steps, render_mode: as in `GameAEC`.

    Raises:
        ValueError: a value out of range or an unknown name.
        TypeError: an unknown option, or a value of the wrong kind.
    """
    return make_aec("solo_v0", "four_souls", OPTIONS, locals(), variant=Variant.SOLO)


raw_env = env  # PettingZoo's wrappers check the order of calls; `GameAEC` does it itself, four times as fast


@taking(SeatOptions, env, SEAT_DEFAULTS)
def seat_env(**options: Unpack[SeatOptions]) -> GameSeatEnv:
    """Four Souls for one person with two characters, for Gymnasium; `GameSeatEnv` describes how it behaves.

    Args:
        options: those of the game as in `env`, all others as in `GameSeatEnv`; errors are those of `env`.
    """
    return make_seat("four_souls", OPTIONS, options, variant=Variant.SOLO)


@taking(VectorOptions, env, DEFAULTS)
def vector_env(num_envs: int = 1, **options: Unpack[VectorOptions]) -> GameVectorEnv:
    """Many games of Four Souls for one person at once, for Gymnasium; `GameVectorEnv` describes how it behaves.

    Args:
        num_envs: number of games.
        options: those of the game as in `env`, all others as in `GameVectorEnv`; errors are those of `env`.
    """
    return make_vector("four_souls", OPTIONS, {"num_envs": num_envs, **options}, variant=Variant.SOLO)
