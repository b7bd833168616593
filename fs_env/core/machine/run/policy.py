"""Compiled players: a policy's kernel at an address that the entry of any game can call.

A policy sees what its seat may know and nothing else. Its kernel takes `(obs, acts, n, memory)` and returns an action
id: `obs` is the seat's observation (int16), `acts[:n]` are the n >= 2 legal ids in no particular order (int16), `memory`
is its own for one game (int64 words): the first word is its seed, the others are zero when the game begins and free to write.
Decisions with one legal action are answered for it. Such kernels are written with a `Kernel(None, obs="int16[::1]",
acts="int16[::1]", memory="int64[::1]")` of `machine.compile.jit`; they write only `memory[1:]`.

Each policy is compiled by itself, not into the entry: a new one costs no compilation of the rules.
"""

from __future__ import annotations

import importlib
import sys
import types as python_types
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..compile.c_calls import C_POLICY
from ..compile.jit import COMPILING
from ..compile.memory import numbers_at, words_at
from ..compile.program import c_function
from ..table.rng import pick_int
from .codes import NO_ROOM
from .policy_call import OUTSIDE, RANDOM_ADDRESS, SEED_AND_COUNTER, pick_ascending

if TYPE_CHECKING:
    from .game import Game

__all__ = ["OUTSIDE", "RANDOM", "Policy", "RandomPolicy"]


class Policy:
    """A compiled player.

    Attributes:
        name: its name.
        game_name: the `Game.name` that it plays; "" for any game.
        kernel: `(obs, acts, n, memory) -> action id`.
        words: int64 words of its memory, the seed included; at least 2.
        num_players: the number of seats that it is for; 0: any.

    Args:
        name, game_name, kernel, words: as above.
    """

    num_players = 0

    def __init__(self, name: str, game_name: str, kernel: Callable[..., Any], words: int) -> None:
        self.name, self.game_name, self.kernel = name, game_name, kernel
        self.words = max(SEED_AND_COUNTER, words)
        self._made: Any = None

    def __repr__(self) -> str:
        return f"Policy({self.name!r}, {self.game_name or 'any game'!r})"

    def __deepcopy__(self, memo: dict[int, Any]) -> Policy:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as a global of its kernel's module, or of this one: its code is there, not in the pickle."""
        function: Any = getattr(self.kernel, "py_func", self.kernel)
        for module in (function.__module__, __name__):
            for name, value in vars(sys.modules[module]).items():
                if value is self:
                    return global_of, (module, name)
        raise TypeError(
            f"policy {self.name!r} cannot be pickled: it is not a global of {function.__module__}, where its kernel is; "
            "give it a name there, or name its bot instead"
        )

    @property
    def remembers(self) -> bool:
        """Whether what it does may depend on what was before, besides its draws."""
        return self.words > SEED_AND_COUNTER

    def check(self, game_name: str, num_players: int) -> None:
        """Raises ValueError if it is for another game or another number of seats."""
        if self.game_name not in ("", game_name) or self.num_players not in (0, num_players):
            built = f"{self.game_name} with {self.num_players} players" if self.num_players else repr(self.game_name)
            raise ValueError(
                f"{self.name} plays {built}, this is {game_name} with {num_players} players: choose another bot, or train one"
            )

    def check_options(self, game: Game, options: Mapping[str, int]) -> None:
        """Raises ValueError if it may not play games of these options; one that has learned nothing plays all."""

    @cached_property
    def address(self) -> int:
        """Address of the function that the entry calls; compiled, or loaded from disk, on first use."""
        return int(self._callback.address)

    @property
    def _callback(self) -> Any:
        """The kernel as a C function, the same for all threads; it lives as long as the policy, and so does its address."""
        if self._made is None:
            with COMPILING:
                if self._made is None:
                    self._made = self._make_callback()
        return self._made

    def _make_callback(self) -> Any:
        plain_name = f"policy_{self.game_name}_{self.name}"
        names = {**globals(), "kernel": self.kernel, "wanted": self.words}
        bound = python_types.FunctionType(call.__code__, names, plain_name)
        bound.__qualname__ = plain_name
        return c_function(C_POLICY, bound, f"the bot {self.name}", self.kernel, self.words)

    def new_memory(self, seed: int) -> NDArray[np.int64]:
        """The memory of a new game, int64, shape (words,); `seed` is an int64."""
        memory = np.zeros(self.words, np.int64)
        memory[0] = seed
        return memory

    def act(self, obs: NDArray[np.int16], acts: NDArray[np.int16], memory: NDArray[np.int64]) -> int:
        """Its answer to one decision; updates its memory.

        Args:
            obs: int16, contiguous: the observation of the seat that is asked.
            acts: int16, contiguous: all legal ids, at least one, in any order; left unchanged.
            memory: from `new_memory`, one for each game and seat; written.

        Raises:
            ValueError: no legal ids, or an array of another dtype, or one that is not contiguous.
        """
        for what, array, dtype in (("obs", obs, np.int16), ("acts", acts, np.int16), ("memory", memory, np.int64)):
            if array.dtype != dtype or not array.flags.c_contiguous:
                raise ValueError(f"{what} is {array.dtype}: expected a contiguous array of {np.dtype(dtype)}")
        if len(acts) == 0 or len(memory) < self.words:
            raise ValueError(
                f"{len(acts)} legal ids and {len(memory)} words of memory: policy {self.name!r} needs at least one id "
                f"and {self.words} words"
            )
        if len(acts) == 1:
            return int(acts[0])
        return self._answer(obs, acts, memory)

    def _answer(self, obs: NDArray[np.int16], acts: NDArray[np.int16], memory: NDArray[np.int64]) -> int:
        return int(
            self._callback.ctypes(
                obs.ctypes.data, len(obs), acts.ctypes.data, len(acts), len(acts), memory.ctypes.data, len(memory)
            )
        )


def global_of(module: str, name: str) -> Any:
    return getattr(importlib.import_module(module), name)


class RandomPolicy(Policy):
    """Any legal action, each equally likely: by `rng.pick` from the seed and the number of its choices; built into every entry."""

    def __init__(self) -> None:
        super().__init__("random", "", pick_ascending, SEED_AND_COUNTER)

    @property
    def address(self) -> int:
        return RANDOM_ADDRESS

    def _answer(self, obs: NDArray[np.int16], acts: NDArray[np.int16], memory: NDArray[np.int64]) -> int:
        seed, counter = memory[:SEED_AND_COUNTER].tolist()
        memory[1] = counter + 1
        return int(np.sort(acts)[pick_int(seed, counter, len(acts))])


RANDOM = RandomPolicy()


kernel: Any = None  # placeholders: replaced by those of a policy when its C function is made
wanted = 0


def call(obs, obs_size, acts, acts_size, n, memory, words):
    if words < wanted:
        return NO_ROOM
    return kernel(numbers_at(obs, obs_size), numbers_at(acts, acts_size), n, words_at(memory, words))
