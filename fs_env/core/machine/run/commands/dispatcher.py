"""The compiled entry of a game, one for all commands: each further entry point would optimise the whole game again."""

from __future__ import annotations

import types as python_types
from typing import TYPE_CHECKING, Any

from ...compile.backend import types
from ...compile.jit import Kernel, type_of
from ...compile.memory import make_as_rows, make_copy_state
from ..codes import BAD_BUFFER, BAD_PLACE, DONE, RESAMPLED_SEEDS, Command
from .advance import make_advance
from .determinize import make_determinize
from .finish import make_finish
from .grow_tree import make_grow_tree
from .look import make_look
from .play_row import make_passing, make_play_row, make_rest
from .play_rows import make_play_rows
from .playout import make_play_on, make_playout
from .random_games import make_random_games
from .random_rounds import make_random_rounds
from .rollouts import make_rollouts
from .row import row_dtype
from .tree_records import HEADER, NODE, edge_dtype

if TYPE_CHECKING:
    from ...declare.spec import GameSpec

WORDS = ("numbers", "memory", "options", "tree", "table", "path", "slots", "start", "own", "kept")
VECTORS = dict.fromkeys(WORDS, "int64[::1]") | dict.fromkeys(("obs", "acts", "ids", "seen"), "int16[::1]")
VECTORS |= dict.fromkeys(("mask", "on"), "int8[::1]")
DIRECT = ("setup", "to_act", "step", "resample", "outcome", "num_players", "decisions")  # kernels of a game


def make_entry(spec: GameSpec) -> tuple[Any, tuple[Any, ...]]:
    """The entry of a game as a Python function, and the numba types of its parameters, those that a loop binds first.

    The entry returns an int64: the answer to the `Command`, or a `Status` below zero. `numbers` are the rows as a vector of int64;
    `options` is the tree for GROW_TREE. Lengths are checked before anything is written.
    """
    row = row_dtype(spec.max_players)
    record, nodes, edges = (type_of(dtype) for dtype in (row, NODE, edge_dtype(spec.max_players)))
    records = {"rows": record, "nodes": nodes, "edges": edges}
    arrays = {name: types.Array(kind, 1, "C") for name, kind in records.items()}
    kernel = Kernel(spec.dtype, row=record, header=HEADER, **arrays, **VECTORS)
    rest, play_on = make_rest(kernel, spec), make_play_on(kernel, spec)
    play_row = make_play_row(kernel, spec, rest)
    shared = (*make_finish(kernel, spec, rest), make_copy_state(spec.dtype))
    names: dict[str, Any] = {name: getattr(spec, name) for name in DIRECT}
    names["as_rows"] = make_as_rows(row)
    names["list_legal"], names["see"], names["pay"] = make_look(kernel, spec)
    names["passing"] = make_passing(kernel, spec)
    names["playout"] = make_playout(kernel, spec, play_on)
    names["random_games"] = make_random_games(kernel, spec, play_on)
    names["random_rounds"] = make_random_rounds(kernel, spec)
    names["play_rows"] = make_play_rows(kernel, spec, play_row)
    names["advance"] = make_advance(kernel, spec, play_row)
    names["determinize"] = make_determinize(kernel, spec, shared[-1])
    names["rollouts"] = make_rollouts(kernel, spec, *shared)
    names["grow_tree"] = make_grow_tree(kernel, spec, *shared)
    names |= {"num_options": len(spec.options), "max_players": spec.max_players}
    entry = python_types.FunctionType(dispatch.__code__, {**globals(), **names}, f"entry_{spec.name}")
    entry.__qualname__ = entry.__name__
    return entry, kernel.signature(entry)


# Placeholders: `make_entry` replaces them by the kernels of a game.
setup: Any = None
to_act: Any = None
step: Any = None
resample: Any = None
outcome: Any = None
num_players: Any = None
decisions: Any = None
as_rows: Any = None
list_legal: Any = None
see: Any = None
pay: Any = None
playout: Any = None
random_games: Any = None
random_rounds: Any = None
play_rows: Any = None
advance: Any = None
determinize: Any = None
rollouts: Any = None
grow_tree: Any = None
passing: Any = None
num_options, max_players = 0, 0


def dispatch(command, S, e, numbers, memory, options, b, a, obs, mask):
    if e < 0 or e >= len(S):
        return BAD_PLACE
    s, rows = S[e], as_rows(numbers)
    if command == Command.ADVANCE:
        return advance(s, a, obs, mask, rows, memory)
    if command == Command.TO_ACT:
        return to_act(s)
    if command == Command.OUTCOME:
        return outcome(s)
    if command == Command.NUM_PLAYERS:
        return num_players(s)
    if command == Command.DECISIONS:
        return decisions(s)
    if command == Command.STEP:
        return step(s, a)
    if command == Command.LEGAL:
        return list_legal(s, obs)
    if command == Command.OBSERVE:
        return see(s, a, obs)
    if command == Command.RETURNS:
        return pay(s, rows)
    if command == Command.PLAYOUT:
        return playout(s, a, b, rows)
    if command == Command.RESAMPLE:
        if a < 0 or a >= max_players:
            return BAD_PLACE
        resample(s, a, b ^ RESAMPLED_SEEDS)
        return DONE
    if command == Command.DETERMINIZE:
        return determinize(S, e, b, a, rows)
    if command == Command.ROLLOUTS:
        return rollouts(S, b, a, rows, memory)
    if command == Command.GROW_TREE:
        return grow_tree(S, b, a, rows, memory, options)
    if command == Command.PASSING:
        return passing(s, a)
    if len(options) < num_options:
        return BAD_BUFFER
    if command == Command.SETUP:
        setup(s, options, a)
        return DONE
    if command == Command.RANDOM_GAMES:
        return random_games(s, a, b, rows, options)
    if command == Command.RANDOM_ROUNDS:
        return random_rounds(S, a, b, obs, mask, rows, options)
    return play_rows(S, e, b, a, obs, mask, rows, memory, options)
