"""Small random networks for the tests, and their answers by plain numpy."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fs_env.agents.networks.inputs import Inputs, inputs_for
from fs_env.agents.networks.network import SparseNetwork, made_for
from fs_env.agents.values.network import MOST
from fs_env.core.castles_of_caleira.game import GAME as CASTLES
from fs_env.core.machine.compile.jit import compiled
from fs_env.core.machine.run.game import Game
from fs_env.envs import GameVectorEnv

K = 300 if compiled() else 40
DECIDING = np.float32(1e4)  # a prior logit larger than any logit here


def positions(game: Game, k: int, players: int = 2, seed: int = 0) -> tuple[NDArray[np.int16], NDArray[np.int8]]:
    """Observations and masks of k positions of random play, from all phases of the game."""
    rng, shown, masks = np.random.default_rng(seed), [], []
    env = GameVectorEnv(game, min(k, 16), view="self_play", num_players=players, autoreset_mode="SameStep")
    told, _ = env.reset(seed=seed)
    while sum(map(len, shown)) < k:
        shown.append(told["observation"])
        masks.append(told["action_mask"])
        chosen = [rng.choice(np.flatnonzero(mask)) for mask in told["action_mask"]]
        told, *_ = env.step(np.array(chosen))
    return np.concatenate(shown)[:k], np.concatenate(masks)[:k]


@cache
def castles() -> tuple[NDArray[np.int16], NDArray[np.int8]]:
    """Positions of Castles, the first time they are asked for: nothing is dealt while tests are collected."""
    return positions(CASTLES, K)


def observations() -> NDArray[np.int16]:
    return castles()[0]


def masks_of_actions() -> NDArray[np.int8]:
    return castles()[1]


def network(
    game: Game,
    shown: NDArray[np.int16],
    *,
    players: int = 2,
    policy: tuple[int, ...] = (16, 8),
    value: tuple[int, ...] = (8,),
    seed: int = 0,
) -> SparseNetwork:
    """A network with random weights; no units of a tower: it does not have it."""
    rng, tables = np.random.default_rng(seed), inputs_for(game, shown, seen=3)

    def tower(hidden: tuple[int, ...], outputs: int) -> list[Any]:
        if not hidden:
            return []
        made = [
            (rng.normal(0, 0.3, (before, after)).astype(np.float32), rng.normal(0, 0.3, after).astype(np.float32))
            for before, after in pairwise((tables.size, *hidden))
        ]
        last = rng.normal(0, 0.5, (outputs, hidden[-1])), rng.normal(0, 0.5, outputs)
        return [*made, tuple(part.astype(np.float32) for part in last)]

    return SparseNetwork(tables, tower(policy, game.num_actions), tower(value, 1), made_for(game, players))


def with_prior(
    game: Game = CASTLES,
    prior_logits: Any = DECIDING,
    prior_policy: str = "heuristic",
    shown: Any = None,
    seed: int = 0,
) -> SparseNetwork:
    """A random network with a prior policy; `prior_logits` for every action or one number for all."""
    net = network(game, observations() if shown is None else shown, seed=seed)
    wanted = np.broadcast_to(np.asarray(prior_logits, np.float32), game.num_actions)
    return SparseNetwork(net.inputs, net.policy, net.value, {**net.about, "prior_policy": prior_policy}, wanted)


def with_recurrence(net: SparseNetwork, recurrent_size: int = 5, seed: int = 0) -> SparseNetwork:
    """The same network with a recurrent state whose random weights matter."""
    rng, widths = np.random.default_rng(seed), net.widths["policy"]
    shapes = {
        "read": (recurrent_size, widths[0]),
        "write": (2 * recurrent_size, widths[-1]),
        "write_bias": (2 * recurrent_size,),
        "chosen": (net.num_actions, 2 * recurrent_size),
    }
    recurrence = {name: rng.normal(0, 0.7, shape).astype(np.float32) for name, shape in shapes.items()}
    return SparseNetwork(
        net.inputs, net.policy, net.value, net.about, net.prior_logits if net.prior_policy else None, recurrence
    )


def by_numpy_recurrent(
    net: SparseNetwork, amounts: NDArray[np.float64], state: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The logits of all actions in one position, and the last hidden units: what `next_state` needs."""
    assert net.recurrence is not None
    (weights, bias), *between, (last, last_bias) = net.policy
    units = np.maximum(amounts @ weights.astype(float) + bias + state @ net.recurrence.read.astype(float), 0)
    for weights, bias in between:
        units = np.maximum(units @ weights.astype(float) + bias, 0)
    return last.astype(float) @ units + last_bias, units


def next_state(
    net: SparseNetwork, state: NDArray[np.float64], units: NDArray[np.float64], action: int
) -> NDArray[np.float64]:
    """The recurrent state after an action: each number goes a part of the way to a new one, gate and candidate of its own."""
    assert net.recurrence is not None
    told = net.recurrence.write.astype(float) @ units + net.recurrence.write_bias + net.recurrence.chosen[action]
    gate, new = told[: len(state)], np.tanh(told[len(state) :])
    share = 1 / (1 + np.exp(-gate))
    return (1 - share) * state + share * new


def dense(tables: Inputs, shown: NDArray[np.int16]) -> NDArray[np.float64]:
    """The amounts of all inputs, (k, size), straight from the meaning of the table."""
    made = np.zeros((len(shown), tables.size))
    for row, numbers in enumerate(shown.tolist()):
        for k, entry in enumerate(tables.entries.tolist()):
            place, common, low, count, first, number, other, other_low, other_size = entry
            value = numbers[place]
            if other >= 0:
                value = value * other_size + min(max(numbers[other] - other_low, 0), other_size - 1)
            if value == common:
                continue
            if number >= 0:
                made[row, number] += np.sign(value) * np.log1p(abs(value)) - float(tables.bases[k])
            if low <= value < low + count and tables.rows[first + value - low] >= 0:
                made[row, tables.rows[first + value - low]] += 1
    return made


def by_numpy(layers: Any, amounts: NDArray[np.float64]) -> NDArray[np.float64]:
    values = amounts
    for weights, bias in layers[:-1]:
        values = np.maximum(values @ weights.astype(float) + bias, 0)
    weights, bias = layers[-1]
    return values @ weights.astype(float).T + bias


def inputs_of(reader: Any, obs: NDArray[np.int16], *, repeated: bool = False) -> dict[int, float]:
    """The inputs of a value (a module of `agents.values`) with their amounts; `repeated`: one input may be listed several times."""
    indices, amounts = np.zeros((1, MOST), np.int16), np.zeros((1, MOST), np.float32)
    n = reader.extract(obs[None], indices, amounts)
    found: dict[int, float] = {}
    for place, amount in zip(indices[0, :n].tolist(), amounts[0, :n].tolist(), strict=True):
        found[place] = found.get(place, 0.0) + amount
    assert repeated or len(found) == n
    assert (amounts[0, :n] != 0).all() and (amounts[0, n:] == 0).all() and max(found) < reader.N_INPUTS
    return found
