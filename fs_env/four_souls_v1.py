"""Four Souls (first edition) as a PettingZoo AEC environment, and for Gymnasium.

    from fs_env import four_souls_v1

    env = four_souls_v1.env(num_players=2)
    env.reset(seed=42)
    for seed, agent in enumerate(env.agents):
        env.action_space(agent).seed(seed)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

Importing `fs_env` also registers the environment with PettingZoo, as `fs_env/four_souls_v1`:
`pettingzoo.make("aec", "fs_env/four_souls_v1", num_players=3)`.

It is registered with Gymnasium too, as `FourSouls/FourSouls-v1`: one seat against named opponents, alone or many
games at once (see `seat_env` and `vector_env`):

    gymnasium.make("FourSouls/FourSouls-v1", opponents=["heuristic"])
    gymnasium.make_vec("FourSouls/FourSouls-v1", num_envs=256, vectorization_mode="vector_entry_point", num_players=4)

Version history:
    v1: no damage at 0 HP; only loops without an exit are drawn, items are used at most 100 times a turn; knowledge
        of hidden cards ends where another seat moves them in secret; corrections of single cards. Networks and games
        recorded before do not carry over. Since its first release several effects on the same next event all apply to it,
        uses of an item are counted by player, and an attack that bartering has made payable must be declared.
    v0: first release.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, TypedDict, Unpack

from fs_env.core.four_souls.options import OPTIONS
from fs_env.envs.interface import DEFAULTS, SEAT_DEFAULTS, Learner, ManyGames, OneGame, View, suggesting, taking
from fs_env.envs.keywords import make_aec, make_seat, make_vector, metadata_of

if TYPE_CHECKING:
    from fs_env.core.machine.declare.features import CardFeatures, CardPlaces
    from fs_env.envs.aec import GameAEC
    from fs_env.envs.seat import GameSeatEnv
    from fs_env.envs.vector import GameVectorEnv

__all__ = ["card_features", "card_places", "env", "metadata", "raw_env", "seat_env", "vector_env"]

CardSet = Literal["base", "gold", "plus"]
First = Literal["cain", "random", "seat_0", "seat_1", "seat_2", "seat_3"]
metadata = metadata_of("four_souls_v1")


class Options(TypedDict, total=False):
    """Options of the game in every Gymnasium environment; `env` describes them."""

    sets: Iterable[CardSet]
    bonus_souls: bool
    max_decisions: int | None
    variant: Literal["rivals", "solo", "cooperative"]
    draft: Literal["none", "two", "mini"]
    eden_only: bool
    first_player: First
    simultaneous_deaths: Literal["rules", "faq"]
    open_hands: bool
    bartering: bool
    rooms: bool
    held_out: int
    passes: Literal["none", "concerned", "routine", "all"]
    observation: Literal["flat", "tokens", "sparse"]


class SeatOptions(Options, Learner, OneGame, total=False):
    """Keywords of `seat_env`."""


class VectorOptions(Options, Learner, View, ManyGames, total=False):
    """Keywords of `vector_env`."""


@suggesting
def env(
    num_players: int = 2,
    sets: Iterable[CardSet] = ("base",),
    bonus_souls: bool = True,
    max_decisions: int | None = None,
    variant: Literal["rivals", "solo", "cooperative"] = "rivals",
    draft: Literal["none", "two", "mini"] = "none",
    eden_only: bool = False,
    first_player: First = "cain",
    simultaneous_deaths: Literal["rules", "faq"] = "rules",
    open_hands: bool = False,
    bartering: bool = False,
    rooms: bool = False,
    held_out: int = 0,
    *,
    skip_forced: bool = False,
    passes: Literal["none", "concerned", "routine", "all"] = "none",
    observation: Literal["flat", "tokens"] = "flat",
    mask_in: Literal["both", "observation", "info"] = "both",
    copy: bool = True,
    illegal: Literal["error", "lose"] = "error",
    max_episode_steps: int | None = None,
    render_mode: Literal["human", "ansi", "rgb_array"] | None = None,
) -> GameAEC:
    """Four Souls for two to four players; `GameAEC` describes how it behaves.

    Args:
        num_players: seats (R1).
        sets: names of the card sets in the game, in any order: "base", "gold" (Gold Box), "plus" (Four Souls+). With only
            "gold" or "plus", games of three or four players are long: souls can be spread so that no player reaches four,
            above all without `bonus_souls`, when "gold" has seven and "plus" twelve, and `max_decisions` ends such games.
        bonus_souls: whether bonus souls are in the game (R1.7, R19).
        max_decisions: decisions after which the game is truncated; the game's own limit when None.
        variant: "rivals"; "solo", one person plays two characters against an eight-sided die (R21.2); "cooperative", two
            persons do (R21.7).
        draft: treasures drafted before the first turn, two for each player: "none"; "two", for two players (R21.1); "mini",
            for any number (R21.8), with two players the same draft.
        eden_only: whether all players play Eden and draft a starting item (R21.8, R1.11).
        first_player: who takes the first turn: "cain", Cain's player or else a random one (R1.12), "random", or a seat.
        simultaneous_deaths: when a monster and a player die at once: "rules", the player's death resolves first (R6.4), or
            "faq", the monster's (A06).
        open_hands: whether all players see all hands, for teaching.
        bartering: whether players may pay each other for favours (R16).
        rooms: whether the deck of rooms is in the game (R20); rooms belong to the second edition.
        held_out: cards left out of the decks, to measure play with cards that training never saw: 0, none; 1 to 5, one
            of five equal parts of the loot, treasure and monster cards with a single copy; -1 to -5, all of these parts but
            that one. Options that leave too few cards for the deal or the draft, or too few souls for a win, are refused.
        passes: the rule by which agents pass inside `step` and `reset` without being asked: "none"; "concerned", in every
            window but those in the agent's own turn, those with a roll, combat damage or what another one has played on
            top of the stack, and those in which it, or something of its own, is a target; "routine", in its own turn too,
            while something that it did itself resolves, where its attack hits or another's misses, before its rolls and
            at the end; "all", in every window but those in its own turn with nothing on the stack. "passed" in an agent's
            info counts its passes since its last decision.
        skip_forced, observation, mask_in, copy, illegal, max_episode_steps, render_mode: as in `GameAEC`.

    Raises:
        ValueError: a value out of range or an unknown name.
        TypeError: an unknown option, or a value of the wrong kind.
    """
    return make_aec("four_souls_v1", "four_souls", OPTIONS, locals())


raw_env = env  # PettingZoo's wrappers check the order of calls; `GameAEC` does it itself, four times as fast


@taking(SeatOptions, env, SEAT_DEFAULTS)
def seat_env(**options: Unpack[SeatOptions]) -> GameSeatEnv:
    """One seat of Four Souls against named opponents, for Gymnasium; `GameSeatEnv` describes how it behaves.

    Args:
        options: those of the game as in `env`, all others as in `GameSeatEnv`; errors are those of `env`.
    """
    return make_seat("four_souls", OPTIONS, options)


@taking(VectorOptions, env, DEFAULTS)
def vector_env(num_envs: int = 1, **options: Unpack[VectorOptions]) -> GameVectorEnv:
    """Many games of Four Souls at once, for Gymnasium; `GameVectorEnv` describes how it behaves.

    Args:
        num_envs: number of games.
        options: those of the game as in `env`, all others as in `GameVectorEnv`; errors are those of `env`.
    """
    return make_vector("four_souls", OPTIONS, {"num_envs": num_envs, **options})


def card_features() -> CardFeatures:
    """Features of each card, what is printed on it and what its program does, as numbers for embeddings.

    Returns:
        `matrix`: float32, (cards, features), read-only, a row for each card of all sets; `cards` and `columns` name its
        rows and columns. Rows never change: later sets add rows at the end. Observations show a card as its row
        + 1, with 0 for none: `padded[x]` is the row of such a number x; "shop" shows the row + 2. The columns of the flat
        observation's sections name their cards by id. The columns of the matrix are described in
        `fs_env.core.four_souls.observation.card_features`.
    """
    from fs_env.core.four_souls.observation.card_features import card_features as features

    return features()


def card_places() -> CardPlaces:
    """Which card each number of the flat observation is about and which one an action names, for networks in which the same card means
    the same in every zone.

    Returns:
        `cards`: int64, (numbers,), the row of `card_features` of the card that has this place, -1 for none; `plus`: int64,
        (numbers,), what was added to the row in numbers whose value is a card, 0 for others; `actions`: int64, (actions,), the
        row of the card that an action names, -1 for none.
    """
    from fs_env.core.four_souls.observation.card_places import card_places as places

    return places()
