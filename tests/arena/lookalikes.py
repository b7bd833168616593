"""Bots with attributes that hosts use in their own agents, each of another meaning here: all play as `Plain` does."""

from __future__ import annotations

import numpy as np

from fs_env.core.machine.compile.jit import Kernel
from fs_env.core.machine.run.policy import Policy

NAMES = (
    "policy", "policies", "interrupt", "usage", "end", "expected", "act_batch", "reset_batch", "catch_up", "remembers", "search",
    "message_options", "agent", "asked", "answering", "num_players", "kernel", "address", "words", "settings", "seconds", "custom",
)  # fmt: skip


class Unrelated:
    def __call__(self, *values, **named):
        raise AssertionError(f"called with {values}, {named}")

    def __iter__(self):
        raise AssertionError("iterated over")

    def __bool__(self):
        raise AssertionError("looked at as a truth")


class Plain:
    """A legal action that depends on the seed and the observation."""

    name = "plain"

    def reset(self, seat, seed):
        self.seed, self.choices = seed, 0

    def act(self, view):
        self.choices += 1
        legal = view.legal
        return int(legal[(self.seed + 31 * self.choices + int(view.observation.astype(np.int64).sum())) % len(legal)])


class Objects(Plain):
    def __init__(self):
        vars(self).update({name: Unrelated() for name in NAMES})


def refuse(self, *values, **named):
    raise AssertionError("called")


class Methods(Plain):
    """The names are methods."""


class Properties(Plain):
    """The names are properties that raise."""


for one in NAMES:
    setattr(Methods, one, refuse)
    setattr(Properties, one, property(refuse))
BOTS = (Plain, Objects, Methods, Properties)
kernel = Kernel(None, obs="int16[::1]", acts="int16[::1]", memory="int64[::1]")


@kernel
def by_seed(obs, acts, n, memory):
    """The first legal id, or the last, by the parity of the seed; with the seed 0 none."""
    lowest, highest = int(acts[0]), int(acts[0])
    for j in range(n):
        lowest = min(lowest, int(acts[j]))
        highest = max(highest, int(acts[j]))
    memory[1] += 1
    return highest if (memory[0] >> (memory[1] % 32)) & 1 else lowest


class Own:
    name = "own"
    policy = Policy("own", "", by_seed, 2)
    seeds: list[int] = []

    def reset(self, seat, seed):
        self.seeds.append(seed)
        self.memory = self.policy.new_memory(seed)

    def act(self, view):
        return self.policy.act(view.observation, view.legal.astype(np.int16), self.memory)
