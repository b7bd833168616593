"""Castles of Caleira as a PettingZoo AEC environment.

    from fs_env import castles_of_caleira_v1

    env = castles_of_caleira_v1.env(num_players=2)
    env.reset(seed=42)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

Importing `fs_env` also enters the environment in PettingZoo's registry, as `fs_env/castles_of_caleira_v1`:
`pettingzoo.make("aec", "fs_env/castles_of_caleira_v1", num_players=3)`.
It enters them in Gymnasium's registry too, as `CastlesOfCaleira/CastlesOfCaleira-v1`: one seat against named opponents,
alone or many games at once.

    gymnasium.make("CastlesOfCaleira/CastlesOfCaleira-v1", opponents=["heuristic"])

Version history:
    v1: `spire_multi="continue"` drops the waiting effects of the loser alone; `useless_targets=False` skips a second choice
        of a Watchtower that nothing is left for. Games under other options are the same.
    v0: first release.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fs_env.envs.aec import RENDER_MODES, GameAEC
from fs_env.envs.options import SEAT_OPTIONS, VECTOR_OPTIONS, check_choice, check_flag, check_known
from fs_env.envs.registry import load_game

if TYPE_CHECKING:
    from fs_env.envs.seat import GameSeatEnv
    from fs_env.envs.vector import GameVectorEnv

__all__ = ["env", "metadata", "raw_env", "seat_env", "vector_env"]

NAME = __name__.rpartition(".")[2]
GAME_OPTIONS = ("spire_multi", "market", "useless_targets", "four_player_cards", "max_decisions")
OPTIONS = (
    "num_players",
    *GAME_OPTIONS,
    "skip_forced",
    "observation",
    "mask_in",
    "copy",
    "illegal",
    "max_episode_steps",
    "render_mode",
)
SPIRE_MULTI = ("end", "continue")
MARKET = ("choice", "random")
metadata = {**GameAEC.metadata, "name": NAME, "render_modes": list(RENDER_MODES)}


def raw_env(
    num_players: int = 2,
    spire_multi: str = "end",
    market: str = "choice",
    useless_targets: bool = True,
    four_player_cards: int = 16,
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
    """Castles of Caleira for two to four players; how it behaves is told at `GameAEC`.

    Args:
        num_players: seats (R3).
        spire_multi: with 3 or 4 players a destroyed Princess Spire ends the game ("end"), or its owner is out and the
            others play on ("continue") (A1); effects that it triggered are dropped, those of the others go on (R23).
        market: the other player chooses the card that a Marketplace gets ("choice"), or it is drawn ("random") (A2).
        useless_targets: False leaves out pieces on which an effect does nothing (A6), and a Watchtower's second choice
            where it could do nothing (A15).
        four_player_cards: with 4 players two cards are removed unseen (16), as the publisher has it, or none are (18), as
            the rules of Board Game Arena have it: two players then have five turns, two have four (A13).
        max_decisions: decisions after which a game is truncated; the game's own limit, which none reaches, when None.
        skip_forced: True plays decisions with one legal action inside `step` and `reset`.
        observation: "flat", an int16 vector in named sections.
        mask_in: "both", "observation" or "info": where the mask of legal actions is found.
        copy: False hands out the environment's own buffers, valid until the next step.
        illegal: "error" or "lose": what an action does that is not legal.
        max_episode_steps: steps after which a game is truncated, forced decisions under `skip_forced` not counted.
        render_mode: None, "ansi" or "human".
        others: none exist; the error names the nearest option.

    Raises:
        ValueError: a value out of range, or an unknown rule, observation, place of the mask or render mode.
        TypeError: an unknown option, or a value of the wrong kind.
    """
    check_known(f"{NAME}.env", others, OPTIONS)
    return GameAEC(
        load_game("castles_of_caleira"),
        num_players=num_players,
        game_options=game_options(spire_multi, market, useless_targets, four_player_cards, max_decisions),
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
    """The same as `raw_env`, with the same keyword arguments; `GameAEC` checks the order of calls by itself."""
    return raw_env(**options)


def seat_env(
    spire_multi: str = "end",
    market: str = "choice",
    useless_targets: bool = True,
    four_player_cards: int = 16,
    max_decisions: int | None = None,
    **options: Any,
) -> GameSeatEnv:
    """One seat of Castles of Caleira against named opponents, for Gymnasium; how it behaves is told at `GameSeatEnv`.

    Args:
        spire_multi, market, useless_targets, four_player_cards, max_decisions: as in `raw_env`.
        options: num_players, seat, opponents, observation, skip_forced, illegal, max_episode_steps,
            render_mode: of `GameSeatEnv`.

    Raises:
        ValueError: a value out of range. TypeError: an unknown option, or a value of the wrong kind.
    """
    from fs_env.envs.seat import GameSeatEnv

    check_known(f"{NAME}.seat_env", options, (*SEAT_OPTIONS, *GAME_OPTIONS))
    chosen = game_options(spire_multi, market, useless_targets, four_player_cards, max_decisions)
    return GameSeatEnv(load_game("castles_of_caleira"), game_options=chosen, **options)


def vector_env(
    num_envs: int = 1,
    spire_multi: str = "end",
    market: str = "choice",
    useless_targets: bool = True,
    four_player_cards: int = 16,
    max_decisions: int | None = None,
    **options: Any,
) -> GameVectorEnv:
    """Many games of Castles of Caleira at once, for Gymnasium; how it behaves is told at `GameVectorEnv`.

    Args:
        num_envs: number of games.
        spire_multi, market, useless_targets, four_player_cards, max_decisions: as in `raw_env`.
        options: view, num_players, seat, opponents, observation, skip_forced, copy, threads, illegal,
            max_episode_steps, autoreset_mode, render_mode: of `GameVectorEnv`.

    Raises:
        ValueError: a value out of range. TypeError: an unknown option, or a value of the wrong kind.
    """
    from fs_env.envs.vector import GameVectorEnv

    check_known(f"{NAME}.vector_env", options, (*VECTOR_OPTIONS, *GAME_OPTIONS))
    chosen = game_options(spire_multi, market, useless_targets, four_player_cards, max_decisions)
    return GameVectorEnv(load_game("castles_of_caleira"), num_envs, game_options=chosen, **options)


def game_options(
    spire_multi: str, market: str, useless_targets: bool, four_player_cards: int, max_decisions: int | None
) -> dict[str, int]:
    """The options of `Game.setup` but for the number of seats."""
    chosen = {
        "spire_multi": SPIRE_MULTI.index(check_choice("spire_multi", spire_multi, SPIRE_MULTI)),
        "market": MARKET.index(check_choice("market", market, MARKET)),
        "useless_targets": int(check_flag("useless_targets", useless_targets)),
        "four_player_cards": four_player_cards,
    }
    return chosen if max_decisions is None else chosen | {"max_decisions": max_decisions}
