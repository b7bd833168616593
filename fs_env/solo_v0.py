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
from typing import TYPE_CHECKING, Literal

from fs_env.core.four_souls.options import OPTIONS, Variant
from fs_env.envs.keywords import make_aec, make_seat, make_vector, metadata_of, suggesting
from fs_env.four_souls_v1 import CardSet, First, card_features

if TYPE_CHECKING:
    from gymnasium.vector import AutoresetMode

    from fs_env.envs.aec import GameAEC
    from fs_env.envs.seat import GameSeatEnv
    from fs_env.envs.vector import GameVectorEnv

__all__ = ["card_features", "env", "metadata", "raw_env", "seat_env", "vector_env"]

metadata = metadata_of("solo_v0")


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
        sets: names of the card sets in the game, in any order: "base", "gold" (Gold Box), "plus" (Four Souls+). With "gold"
            or "plus" alone games of three or four players are long: souls can lie so that nobody comes to four, above all
            without `bonus_souls`, when "gold" has seven and "plus" twelve, and `max_decisions` ends such games.
        bonus_souls: whether bonus souls are in the game (R1.7, R19).
        max_decisions: decisions after which the game is truncated; the game's own limit when None.
        draft: treasures drafted before the first turn, two for each player: "none"; "two", for two players (R21.1); "mini",
            for any number (R21.8), with two players the same draft.
        eden_only: whether everybody plays Eden and drafts a starting item (R21.8, R1.11).
        first_player: who takes the first turn: "cain", Cain's player or else a random one (R1.12), "random", or a seat.
        simultaneous_deaths: when a monster and a player die at once: "rules", the player's death resolves first (R6.4), or
            "faq", the monster's (A06).
        rooms: whether the deck of rooms is in the game (R20); rooms belong to the second edition.
        held_out: cards left out of the decks, to measure play with cards that training never saw: 0, none; 1 to 5, one
            of five equal parts of the loot, treasure and monster cards with a single copy; -1 to -5, all of
            these parts but that one. Options that leave too few cards for the deal or the draft,
            or too few souls for a win, are refused.
        skip_forced: True plays decisions with one legal action inside `step` and `reset`.
        passes: the rule by which agents pass inside `step` and `reset` without being asked: "none"; "concerned", in every
            window but those in the agent's own turn, those with a roll, combat damage or what another one has played on
            top of the stack, and those in which it, or something of its own, is a target; "all", in every window but those
            in its own turn with nothing on the stack. With a rule, "passed" in an agent's info counts what it has passed
            so since its last decision.
        observation: the name of an observation form of the game: "flat", or "tokens" where the game has it.
        mask_in: "both", "observation" or "info": where the mask is. With "info" observations are bare arrays.
        copy: True: the arrays of each decision belong to the caller and are never written again while anything refers to
            them or to a view of them. False: they are the environment's own buffers, valid until the next `step`.
        illegal: what an illegal action does: "error" raises IllegalAction and changes nothing; "lose" ends the game,
            terminated for all, with reward -1 for its agent, in whose info "illegal_action" is True (False in all others),
            and 0 for the others (-1 where all win or lose together), as PettingZoo's TerminateIllegalWrapper does: for
            tools that draw any id of the action space.
        max_episode_steps: steps of all agents together after which the game is truncated, as Gymnasium's TimeLimit does;
            None or -1: no limit.
        render_mode: None, "ansi" (`render` returns text), "rgb_array" (it returns pixels) or "human" (prints the position
            after `reset` and what changed after every step).

    Raises:
        ValueError: a value out of range or an unknown name.
        TypeError: an unknown option, or a value of the wrong kind.
    """
    return make_aec("solo_v0", "four_souls", OPTIONS, locals(), variant=Variant.SOLO)


raw_env = env  # PettingZoo's wrappers check the order of calls; `GameAEC` does it itself, four times as fast


@suggesting
def seat_env(
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
    observation: Literal["flat", "tokens", "sparse"] = "flat",
    skip_forced: bool = False,
    passes: Literal["none", "concerned", "all"] = "none",
    mask_in: Literal["both", "observation", "info"] = "observation",
    illegal: Literal["error", "lose"] = "lose",
    max_episode_steps: int | None = None,
    render_mode: Literal["human", "ansi", "rgb_array"] | None = None,
) -> GameSeatEnv:
    """Four Souls for one person with two characters, for Gymnasium; `GameSeatEnv` describes how it behaves.

    Args:
        sets, bonus_souls, max_decisions, draft, eden_only, first_player, simultaneous_deaths, rooms,
            held_out: as in `env`.
        observation, skip_forced, passes, mask_in, illegal, max_episode_steps, render_mode: as in `GameSeatEnv`.

    Raises:
        ValueError: a value out of range or an unknown name.
        TypeError: an unknown option, or a value of the wrong kind.
    """
    return make_seat("four_souls", OPTIONS, locals(), variant=Variant.SOLO)


@suggesting
def vector_env(
    num_envs: int = 1,
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
    observation: Literal["flat", "tokens", "sparse"] = "flat",
    skip_forced: bool = False,
    passes: Literal["none", "concerned", "all"] = "none",
    mask_in: Literal["both", "observation", "info"] = "observation",
    illegal: Literal["error", "lose"] = "error",
    max_episode_steps: int | None = None,
    render_mode: Literal["ansi", "rgb_array"] | None = None,
    copy: bool = True,
    threads: int | None = None,
    autoreset_mode: AutoresetMode | Literal["NextStep", "SameStep", "Disabled"] = "NextStep",
) -> GameVectorEnv:
    """Many games of Four Souls for one person at once, for Gymnasium; `GameVectorEnv` describes how it behaves.

    Args:
        num_envs: number of games.
        sets, bonus_souls, max_decisions, draft, eden_only, first_player, simultaneous_deaths, rooms,
            held_out: as in `env`.
        observation, skip_forced, passes, mask_in, illegal, max_episode_steps, render_mode, copy, threads, autoreset_mode:
            as in `GameVectorEnv`.

    Raises:
        ValueError: a value out of range or an unknown name.
        TypeError: an unknown option, or a value of the wrong kind.
    """
    return make_vector("four_souls", OPTIONS, locals(), variant=Variant.SOLO)
