"""Betrayal at Baldur's Gate as a PettingZoo AEC environment, three to six players.

    from fs_env import betrayal_v3

    env = betrayal_v3.env(num_players=4)
    env.reset(seed=42)
    for seed, agent in enumerate(env.agents):
        env.action_space(agent).seed(seed)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

What is documented of the game is played as documented; catacombs, items, haunts and the haunt chart, of which nothing or
little is known, are content of our own: see docs/look_up/rules/betrayal.md.

Version history:
    v3: a new traitor chooses which events that still hamper it end, and may be freed from the Wererat Bite too; the active player
        rolls first for the Explosive Runes, the Sound of Looming Doom and the Pipes of Haunting; haunt 111 with six players begins
        with four monsters instead of five. Games recorded before do not carry over.
    v2: twelve haunts of our own instead of six, all of them longer and with other numbers, another chart over them; how many wards
        an adventurer has left is seen. Games recorded before do not carry over.
    v1: each player takes a card and a side of it; a traitor may ignore events that others draw and those on tiles, a
        hidden one may reveal at any time; corrections of single cards, tiles and powers. Games recorded before do not carry over.
    v0: first release.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, TypedDict, Unpack

from fs_env.core.betrayal.options import OPTIONS
from fs_env.envs.interface import DEFAULTS, SEAT_DEFAULTS, Learner, ManyGames, OneGame, View, suggesting, taking
from fs_env.envs.keywords import make_aec, make_seat, make_vector, metadata_of

if TYPE_CHECKING:
    from fs_env.envs.aec import GameAEC
    from fs_env.envs.seat import GameSeatEnv
    from fs_env.envs.vector import GameVectorEnv

__all__ = ["env", "metadata", "raw_env", "seat_env", "vector_env"]

Pack = Literal["documented", "original", "haunts"]
Haunt = Literal["7", "101", "102", "103", "104", "105", "106", "107", "108", "109", "110", "111", "112"]
metadata = metadata_of("betrayal_v3")


class Options(TypedDict, total=False):
    """Options of the game in every Gymnasium environment; `env` describes them."""

    packs: Iterable[Pack]
    haunt_roll: Literal["end", "immediate"]
    any_orientation: bool
    open_haunts: bool
    haunt: int
    adventurer_cards: Literal["chosen", "dealt"]
    played: Iterable[Haunt]
    max_decisions: int | None
    passes: Literal["none"]
    observation: str


class SeatOptions(Options, Learner, OneGame, total=False):
    """Keywords of `seat_env`."""


class VectorOptions(Options, Learner, View, ManyGames, total=False):
    """Keywords of `vector_env`."""


@suggesting
def env(
    num_players: int = 4,
    packs: Iterable[Pack] = ("documented", "original", "haunts"),
    haunt_roll: Literal["end", "immediate"] = "end",
    any_orientation: bool = False,
    open_haunts: bool = False,
    haunt: int = 0,
    adventurer_cards: Literal["chosen", "dealt"] = "chosen",
    played: Iterable[Haunt] = (),
    max_decisions: int | None = None,
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
    """Betrayal at Baldur's Gate for three to six players; `GameAEC` describes how it behaves.

    Args:
        num_players: seats (R4).
        packs: content: what is documented of the game, catacombs and items of our own for what is not, and haunts of our
            own with their chart, without which every haunt is number 7.
        haunt_roll: the haunt roll is at the end of the turn (0, "end") or as soon as the omen is drawn (1, "immediate")
            (A7).
        any_orientation: whether a new tile may be turned in every way that does not seal the level, or only in those that
            join most doors (A3).
        open_haunts: whether all players see the objectives of both sides (A20).
        haunt: the haunt of this game instead of the one of the chart: 0 by the chart, 1 haunt 7, 2 to 13 ours, 101 to 112.
        adventurer_cards: each player takes one of the cards that are left and a side of it (0, "chosen"), or a side of a
            random card (1, "dealt") (R5).
        played: haunts already played, which the chart passes over: the next nearest omen tile counts, then further omens
            (R62); one that `haunt` names is played all the same.
        max_decisions: decisions after which the game is truncated; the game's own limit when None.
        skip_forced, passes, observation, mask_in, copy, illegal, max_episode_steps, render_mode: as in `GameAEC`.

    Raises:
        ValueError: a value out of range or an unknown name.
        TypeError: an unknown option, or a value of the wrong kind.
    """
    return make_aec("betrayal_v3", "betrayal", OPTIONS, locals())


raw_env = env  # PettingZoo's wrappers check the order of calls; `GameAEC` does it itself, four times as fast


@taking(SeatOptions, env, SEAT_DEFAULTS)
def seat_env(**options: Unpack[SeatOptions]) -> GameSeatEnv:
    """One seat of Betrayal at Baldur's Gate against named opponents, for Gymnasium; `GameSeatEnv` describes how it behaves.

    Args:
        options: those of the game as in `env`, all others as in `GameSeatEnv`; errors are those of `env`.
    """
    return make_seat("betrayal", OPTIONS, options)


@taking(VectorOptions, env, DEFAULTS)
def vector_env(num_envs: int = 1, **options: Unpack[VectorOptions]) -> GameVectorEnv:
    """Many games of Betrayal at Baldur's Gate at once, for Gymnasium; `GameVectorEnv` describes how it behaves.

    Args:
        num_envs: number of games.
        options: those of the game as in `env`, all others as in `GameVectorEnv`; errors are those of `env`.
    """
    return make_vector("betrayal", OPTIONS, {"num_envs": num_envs, **options})
