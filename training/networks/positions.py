"""Positions of play: what the inputs of a network are found in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fs_env.envs.labels import Labels
from fs_env.envs.vector import GameVectorEnv

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

ROWS = 64


def play_positions(
    game: Game,
    bot: Any,
    number: int,
    *,
    num_players: int = 2,
    options: Mapping[str, int] | None = None,
    strays: float = 0.1,
    seed: int = 0,
) -> tuple[NDArray[np.int16], NDArray[np.int8]]:
    """Choices in games that a bot plays in all seats, straying at random.

    Args:
        game: the game.
        bot: a compiled bot, such as "heuristic".
        number: how many positions.
        num_players, options: of the games.
        strays: share of the choices that are any legal action instead.
        seed: of the games and of the straying.

    Returns:
        Observations int16 (number, schema.size) and masks int8 (number, num_actions), each with more than one legal action.
    """
    rng, shown, masks, found = np.random.default_rng(seed), [], [], 0
    env = GameVectorEnv(
        game,
        ROWS,
        view="self_play",
        num_players=num_players,
        game_options=options,
        autoreset_mode="SameStep",
        copy=False,
    )
    labels = Labels(env, bot)
    shown_now, _ = env.reset(seed=seed)
    while found < number:
        actions, mask = labels(), shown_now["action_mask"]
        ids, counts = env.legal_ids()
        asked = counts > 1
        shown.append(shown_now["observation"][asked].copy())
        masks.append(mask[asked].copy())
        found += int(asked.sum())
        astray = rng.random(len(actions)) < strays
        drawn = ids[np.arange(len(ids)), (rng.random(len(ids)) * counts).astype(np.int64)]
        shown_now, *_ = env.step(np.where(astray, drawn, actions))
    env.close()
    return np.concatenate(shown)[:number], np.concatenate(masks)[:number]
