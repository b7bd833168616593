"""Four Souls (first edition) as a PettingZoo AEC environment, and for Gymnasium.

    from fs_env import four_souls_v1

    env = four_souls_v1.env(num_players=2)
    env.reset(seed=42)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

Importing `fs_env` also enters the environment in PettingZoo's registry, as `fs_env/four_souls_v1`:
`pettingzoo.make("aec", "fs_env/four_souls_v1", num_players=3)`.

It enters them in Gymnasium's registry too, as `FourSouls/FourSouls-v1`: one seat against named opponents, alone or many
games at once (see `seat_env` and `vector_env`):

    gymnasium.make("FourSouls/FourSouls-v1", opponents=["heuristic"])
    gymnasium.make_vec("FourSouls/FourSouls-v1", num_envs=256, vectorization_mode="vector_entry_point", num_players=4)

Version history:
    v1: no damage at 0 HP; only loops that nobody can leave are drawn, items are used 100 times a turn at most; knowledge
        of hidden cards ends where another seat moves them in secret; corrections of single cards. Networks and games
        recorded before do not carry over.
    v0: first release.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from fs_env.envs.aec import RENDER_MODES, GameAEC
from fs_env.envs.options import SEAT_OPTIONS, VECTOR_OPTIONS, check_flag, check_known
from fs_env.envs.registry import load_game, unknown

if TYPE_CHECKING:
    from fs_env.core.machine.game import CardFeatures, Game
    from fs_env.envs.seat import GameSeatEnv
    from fs_env.envs.vector import GameVectorEnv

__all__ = ["card_features", "env", "metadata", "raw_env", "seat_env", "vector_env"]

NAME = __name__.rpartition(".")[2]
OPTIONS = (
    "num_players",
    "sets",
    "bonus_souls",
    "max_decisions",
    "skip_forced",
    "observation",
    "mask_in",
    "copy",
    "illegal",
    "max_episode_steps",
    "render_mode",
)
metadata = {**GameAEC.metadata, "name": NAME, "render_modes": list(RENDER_MODES)}

GAME_OPTIONS = ("sets", "bonus_souls", "max_decisions")


def raw_env(
    num_players: int = 2,
    sets: Iterable[str] = ("base",),
    bonus_souls: bool = True,
    max_decisions: int | None = None,
    skip_forced: bool = False,
    observation: str = "flat",
    mask_in: str = "both",
    copy: bool = True,
    illegal: str = "error",
    max_episode_steps: int | None = None,
    render_mode: str | None = None,
    **others: Any,
) -> GameAEC:
    """Four Souls for two to four players; how it behaves is told at `GameAEC`.

    Args:
        num_players: seats (R1).
        sets: names of the card sets in the game, in any order: "base", "gold" (Gold Box), "plus" (Four Souls+). "gold"
            alone has ten souls: among four players they can lie so that nobody comes to four, and `max_decisions` ends the
            game.
        bonus_souls: whether bonus souls are in the game (R19).
        max_decisions: decisions after which a game is truncated; the game's own limit when None.
        skip_forced: True plays decisions with one legal action inside `step` and `reset`.
        observation: "flat", an int16 vector in named sections; or "tokens", if the game has it.
        mask_in: "both", "observation" or "info": where the mask of legal actions is found.
        copy: False hands out the environment's own buffers, valid until the next step.
        illegal: "error" or "lose": what an action does that is not legal.
        max_episode_steps: steps after which a game is truncated, forced decisions under `skip_forced` not counted.
        render_mode: None, "ansi" or "human".
        others: none exist; the error names the nearest option.

    Raises:
        ValueError: a value out of range, or an unknown set, observation, place of the mask or render mode.
        TypeError: an unknown option, or a value of the wrong kind.
    """
    check_known(f"{NAME}.env", others, OPTIONS)
    game = load_game("four_souls")
    return GameAEC(
        game,
        num_players=num_players,
        game_options=game_options(game, sets, bonus_souls, max_decisions),
        skip_forced=skip_forced,
        observation=observation,
        mask_in=mask_in,
        copy=copy,
        illegal=illegal,
        max_episode_steps=max_episode_steps,
        render_mode=render_mode,
        name=NAME,
    )


def env(**options: Any) -> GameAEC:
    """The same as `raw_env`, with the same keyword arguments.

    PettingZoo's own environments add wrappers here that check the order of calls and the range of actions. `GameAEC`
    makes these checks itself; the wrappers would only take three quarters of its speed.
    """
    return raw_env(**options)


def card_features() -> CardFeatures:
    """What is printed on each card and what its program does, as numbers for embeddings.

    Returns:
        `matrix`: float32, (cards, features), read-only, a row for each card of all sets; `cards` and `columns` name its
        rows and columns. Observations show a card as its row + 1, with 0 for none: `padded[x]` is the row of such a
        number x. In the flat observation, the columns of "hand" and "loot" are the first rows in order, "cards" goes on
        where they end, and "shop" shows the row + 2. What the columns mean is told in `fs_env.core.four_souls.observation.card_features`.
    """
    from fs_env.core.four_souls.observation.card_features import card_features as features

    return features()


def seat_env(
    sets: Iterable[str] = ("base",), bonus_souls: bool = True, max_decisions: int | None = None, **options: Any
) -> GameSeatEnv:
    """One seat of Four Souls against named opponents, for Gymnasium; how it behaves is told at `GameSeatEnv`.

    Args:
        sets, bonus_souls, max_decisions: as in `raw_env`.
        options: num_players, seat, opponents, observation, skip_forced, illegal, max_episode_steps,
            render_mode: of `GameSeatEnv`.

    Raises:
        ValueError: a value out of range. TypeError: an unknown option, or a value of the wrong kind.
    """
    from fs_env.envs.seat import GameSeatEnv

    check_known(f"{NAME}.seat_env", options, (*GAME_OPTIONS, *SEAT_OPTIONS))
    game = load_game("four_souls")
    return GameSeatEnv(game, game_options=game_options(game, sets, bonus_souls, max_decisions), **options)


def vector_env(
    num_envs: int = 1,
    sets: Iterable[str] = ("base",),
    bonus_souls: bool = True,
    max_decisions: int | None = None,
    **options: Any,
) -> GameVectorEnv:
    """Many games of Four Souls at once, for Gymnasium; how it behaves is told at `GameVectorEnv`.

    Args:
        num_envs: number of games.
        sets, bonus_souls, max_decisions: as in `raw_env`.
        options: view, num_players, seat, opponents, observation, skip_forced, copy, threads, illegal,
            max_episode_steps, autoreset_mode, render_mode: of `GameVectorEnv`.

    Raises:
        ValueError: a value out of range. TypeError: an unknown option, or a value of the wrong kind.
    """
    from fs_env.envs.vector import GameVectorEnv

    check_known(f"{NAME}.vector_env", options, ("num_envs", *GAME_OPTIONS, *VECTOR_OPTIONS))
    game = load_game("four_souls")
    return GameVectorEnv(game, num_envs, game_options=game_options(game, sets, bonus_souls, max_decisions), **options)


def game_options(game: Game, sets: Iterable[str], bonus_souls: bool, max_decisions: int | None) -> dict[str, int]:
    """The options of `Game.setup` but for the number of seats."""
    chosen: dict[str, int] = {"bonus_souls": int(check_flag("bonus_souls", bonus_souls))}
    if max_decisions is not None:
        chosen["max_decisions"] = max_decisions
    return chosen | set_options(game, sets)


def set_options(game: Game, sets: Iterable[str]) -> dict[str, int]:
    """The game's option for card sets, a bit a set in the order of `cards.SETS`.

    Raises:
        ValueError: an unknown set, or none.
        TypeError: a bare string.
    """
    from fs_env.core.four_souls.cards import SETS

    if isinstance(sets, str) or not isinstance(sets, Iterable):
        raise TypeError(f"sets={sets!r}: expected names in a tuple or list, such as {tuple(SETS)!r}")
    names = list(sets)
    for name in names:
        if name not in SETS:
            raise ValueError(unknown("card set", name, SETS))
    if not names:
        raise ValueError(f"sets={tuple(names)!r}: expected at least one of {', '.join(SETS)}")
    return {"sets": sum(1 << place for place, name in enumerate(SETS) if name in names)}
