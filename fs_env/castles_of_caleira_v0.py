"""Castles of Caleira as a PettingZoo AEC environment.

    from fs_env import castles_of_caleira_v0

    env = castles_of_caleira_v0.env(num_players=2)
    env.reset(seed=42)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

Importing this module also enters the environment in PettingZoo's registry, as `fs_env/castles_of_caleira_v0`:
`pettingzoo.make("aec", "fs_env/castles_of_caleira_v0", num_players=3)`.

Version history:
    v0: first release.
"""

from __future__ import annotations

from typing import Any

from fs_env.envs.aec import RENDER_MODES, GameAEC
from fs_env.envs.options import check_choice, check_flag
from fs_env.envs.registry import load_game, register_environments, unknown

__all__ = ["env", "metadata", "raw_env"]

NAME = "castles_of_caleira_v0"
OPTIONS = (
    "num_players",
    "spire_multi",
    "market",
    "useless_targets",
    "max_decisions",
    "skip_forced",
    "observation",
    "mask_in",
    "copy",
    "render_mode",
)
SPIRE_MULTI = ("end", "continue")
MARKET = ("choice", "random")
metadata = {**GameAEC.metadata, "name": NAME, "render_modes": list(RENDER_MODES)}

register_environments()


def raw_env(
    num_players: int = 2,
    spire_multi: str = "end",
    market: str = "choice",
    useless_targets: bool = True,
    max_decisions: int | None = None,
    skip_forced: bool = False,
    observation: str = "flat",
    mask_in: str = "both",
    copy: bool = True,
    render_mode: str | None = None,
    **others: Any,
) -> GameAEC:
    """Castles of Caleira for two to four players; how it behaves is told at `GameAEC`.

    Args:
        num_players: seats (R3).
        spire_multi: with 3 or 4 players a destroyed Princess Spire ends the game ("end"), or its owner is out and the
            others play on ("continue") (A1).
        market: the other player chooses the card that a Marketplace gets ("choice"), or it is drawn ("random") (A2).
        useless_targets: False leaves out pieces on which an effect does nothing (A6).
        max_decisions: decisions after which a game is truncated; the game's own limit, which none reaches, when None.
        skip_forced: True plays decisions with one legal action inside `step` and `reset`.
        observation: "flat", an int16 vector in named sections.
        mask_in: "both", "observation" or "info": where the mask of legal actions is found.
        copy: False hands out the environment's own buffers, valid until the next step.
        render_mode: None, "ansi" or "human".
        others: none exist; the error names the nearest option.

    Raises:
        ValueError: a value out of range, or an unknown rule, observation, place of the mask or render mode.
        TypeError: an unknown option, or a value of the wrong kind.
    """
    for option in others:
        raise TypeError(unknown(f"{NAME} option", option, OPTIONS))
    chosen: dict[str, int] = {
        "spire_multi": SPIRE_MULTI.index(check_choice("spire_multi", spire_multi, SPIRE_MULTI)),
        "market": MARKET.index(check_choice("market", market, MARKET)),
        "useless_targets": int(check_flag("useless_targets", useless_targets)),
    }
    if max_decisions is not None:
        chosen["max_decisions"] = max_decisions
    return GameAEC(
        load_game("castles_of_caleira"),
        num_players=num_players,
        game_options=chosen,
        skip_forced=skip_forced,
        observation=observation,
        mask_in=mask_in,
        copy=copy,
        render_mode=render_mode,
        name=NAME,
    )


def env(**options: Any) -> GameAEC:
    """The same as `raw_env`, with the same keyword arguments; `GameAEC` checks the order of calls by itself."""
    return raw_env(**options)
