"""The one compiled door of a game: every call from Python goes through this kernel.

Each further compiled entry point would optimise the whole game again, so there is one, with a command code. Its cache
on disk is keyed by a hash of the game's sources, because numba itself watches the file of the entry alone.
"""

from __future__ import annotations

import types as python_types
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numba

from .ahead import make_ask_to_write
from .jit import Kernel, check_covered, compiled, fix_signature, source_hash
from .kept_code import keep
from .policy_call import OUTSIDE, RANDOM_ADDRESS, ask_policy, pick_ascending
from .rng import pick, seat_seed
from .scratch import short_lived

if TYPE_CHECKING:
    from .game import GameSpec

# Commands.
SETUP, STEP, TO_ACT, LEGAL, OBSERVE, RETURNS, RESAMPLE, OUTCOME, NUM_PLAYERS, DECISIONS = range(10)
ADVANCE, PLAYOUT, RANDOM_GAMES, BATCH_SETUP, BATCH_STEP, BATCH_RANDOM, PLAY_ROWS = range(10, 17)

# Answers of a step (the first three are the game's own), and faults of a call.
DONE, NOT_LEGAL, OVER = range(3)
BAD_PLACE, BAD_BUFFER, STUCK, REFUSED = -100, -101, -102, -103
ENDED = -1  # ADVANCE answers the seat to act, ENDED when the game is over now, ENDED - status when it did nothing

# In place of an action: only write the buffers; and for PLAY_ROWS, leave the row alone, or deal it a new game.
NO_ACTION, HOLD, RESTART = -1, -2, -3

# One row of `info`, int64.
INFO = 8
STATUS, SEAT, RESULT, N_LEGAL, PLAYERS, ONLY, COUNT, FINISHED = range(INFO)

# Under PLAY_ROWS `info` has a column of all rows for each of these numbers (but PLAYERS, ONLY and FINISHED stay as they
# are), then for the seat that is paid (-1: the one that acts), the seed of the game, and the seat and the answer of a
# policy whose answer was refused.
COLUMNS = 12
PAID_SEAT, SEED, BAD_SEAT, BAD_ANSWER = range(INFO, COLUMNS)

SEAT_HEAD, CHOICES = 2, 1  # numbers of a seat before its memory: the address, and the choices it made

# Totals of random play, int64: decisions, choices, games, faults, then games by outcome code.
TOTALS = 16
T_DECISIONS, T_CHOICES, T_GAMES, T_OUTCOMES = 0, 1, 2, 4
N_OUTCOMES = 5

OTHER_SEEDS = 0x3C6E_F372_FE94_F82B  # a guess of the seed that a game was dealt from has other streams than that game

PARAMETERS = {"obs": "int16[::1]", "mask": "int8[::1]", "info": "int64[::1]", "out": "float64[::1]"}
KERNELS = (
    "setup",
    "to_act",
    "legal",
    "step",
    "observe",
    "returns",
    "resample",
    "outcome",
    "num_players",
    "decisions",
)
HERE = Path(__file__).parent
NOT_COMPILED = (
    "batch.py",
    "game.py",
    "kept_code.py",
    "notice.py",
    "policy.py",
    "ranges.py",
    "rows.py",
    "talk.py",
)  # of this folder; their edits leave the compiled code as it is


def build_entry(spec: GameSpec) -> Any:
    """The entry kernel of a game: a numba dispatcher with one signature, cached on disk (or a Python function).

    The kernel takes `(command, S, e, a, b, obs, mask, info, out, options)` and returns an int64: the answer of the
    command, or a negative fault code with nothing changed.

    Raises:
        ValueError: a kernel of the game is defined in a file that `spec.sources` does not cover.
    """
    sizes = (spec.num_actions, spec.max_players, spec.layout.size, len(spec.options))
    if not compiled():
        return bind(door(""), spec)
    names = check_sources(spec)
    key = source_hash([*machine_sources(), *spec.sources], spec.name, repr(spec.dtype), sizes, names, *spec.hash_extra)
    function = bind(door(key), spec)
    signature = Kernel(spec.dtype, **PARAMETERS, options="int64[::1]").signature(function)
    dispatcher = keep(numba.njit(nogil=True, _nrt=False)(function))
    fix_signature(dispatcher, signature, part=False, what=f"the rules of {spec.name}")
    return dispatcher


def machine_sources() -> list[Path]:
    """The files of this folder that are compiled with every game."""
    return [path for path in HERE.glob("*.py") if path.name not in NOT_COMPILED]


def check_sources(spec: GameSpec) -> list[str]:
    """Full names of the game's kernels, after a look that an edit of each would change the cache key."""
    kernels = [getattr(spec, name).py_func for name in KERNELS]
    return check_covered(f"game {spec.name!r}", kernels, [*machine_sources(), *spec.sources], "GameSpec.sources")


def bind(function: Any, spec: GameSpec) -> Any:
    """A copy of the entry function whose global names are one game's kernels and sizes.

    They cannot be closure cells: numba hashes the cells into the cache key, and a dispatcher hashes differently in
    every process.
    """
    names = {name: getattr(spec, name) for name in KERNELS}
    sizes: dict[str, Any] = {
        "num_actions": spec.num_actions,
        "max_players": spec.max_players,
        "obs_size": spec.layout.size,
    }
    sizes["num_options"] = len(spec.options)
    sizes["ask_for_mask"] = make_ask_to_write(1, spec.num_actions)
    bound = python_types.FunctionType(
        function.__code__,
        {**globals(), **names, **sizes},
        f"entry_{spec.name}",
        None,
        function.__closure__,
    )
    bound.__qualname__ = bound.__name__
    return bound


# The names that `bind` replaces by a game's own.
setup: Any = None
to_act: Any = None
legal: Any = None
step: Any = None
observe: Any = None
ask_for_mask: Any = None
returns: Any = None
resample: Any = None
outcome: Any = None
num_players: Any = None
decisions: Any = None
num_actions, max_players, obs_size, num_options = 0, 0, 0, 0


def door(source_key: str) -> Any:
    """The entry function, with the source hash in its only closure cell."""

    def entry(command, S, e, a, b, obs, mask, info, out, options):
        """Runs one command; changes states and buffers as the command says."""
        source_key  # noqa: B018  (numba hashes closure cells into the cache key)
        if e < 0 or e >= len(S):
            return BAD_PLACE
        s = S[e]
        if command == TO_ACT:
            return to_act(s)
        if command == OUTCOME:
            return outcome(s)
        if command == NUM_PLAYERS:
            return num_players(s)
        if command == DECISIONS:
            return decisions(s)
        if command == STEP:
            return step(s, a)
        if command == SETUP:
            setup(s, options, a)
            return DONE
        if command == RESAMPLE:
            resample(s, a, b ^ OTHER_SEEDS)
            return DONE
        if command == RETURNS:
            returns(s, out)
            return DONE
        if command == OBSERVE:
            if len(obs) < obs_size:
                return BAD_BUFFER
            observe(s, a, obs)
            return DONE
        if command == LEGAL:
            if len(obs) < num_actions:
                return BAD_BUFFER
            return legal(s, obs) if to_act(s) >= 0 else 0
        acts = short_lived(num_actions)

        # Random play of one state: PLAYOUT goes on from here for b decisions at most, RANDOM_GAMES plays b new games.
        if command == PLAYOUT or command == RANDOM_GAMES:
            if len(info) < TOTALS:
                return BAD_BUFFER
            info[:TOTALS] = 0
            n_decisions, n_choices, n_games = 0, 0, 0
            while True:
                if command == RANDOM_GAMES:
                    if n_games >= b:
                        break
                    setup(s, options, a + n_games)
                while to_act(s) >= 0 and (command == RANDOM_GAMES or n_decisions < b):
                    n = legal(s, acts)
                    if n < 1:
                        return STUCK
                    chosen = 0
                    if n > 1:
                        chosen = pick(a, n_choices, n)
                        n_choices += 1
                    if step(s, acts[chosen]) != DONE:
                        return REFUSED
                    n_decisions += 1
                if to_act(s) < 0:
                    n_games += 1
                    info[T_OUTCOMES + outcome(s)] += 1
                if command == PLAYOUT:
                    break
            info[T_DECISIONS] = n_decisions
            info[T_CHOICES] = n_choices
            info[T_GAMES] = n_games
            return DONE

        # Rows e..b-1, each played on to a decision that is put to the caller, or to the end of its game. Behind the
        # options stand: words of a memory, whether forced decisions of the paid seat are skipped, and for each row and
        # seat the address of its policy, its choices so far, and the policy's memory. `out` has the reward of every row,
        # then the returns of each.
        # Answers how many of the rows do not rest at a decision of the paid seat.
        if command == PLAY_ROWS:
            rows = len(S)
            if b > rows:
                return BAD_PLACE
            if len(options) < num_options + 2 or len(info) < rows * COLUMNS or len(out) < rows * (max_players + 1):
                return BAD_BUFFER
            if len(obs) < b * obs_size or len(mask) < b * num_actions:
                return BAD_BUFFER
            block = SEAT_HEAD + options[num_options]
            skip = options[num_options + 1]
            policies = options[num_options + 2 :]
            if block < SEAT_HEAD + 2 or len(policies) < b * max_players * block:
                return BAD_BUFFER
            unready = 0
            for i in range(e, b):
                action = info[STATUS * rows + i]
                if action == HOLD:
                    continue
                s = S[i]
                seats = policies[i * max_players * block : (i + 1) * max_players * block]
                seen = obs[i * obs_size : (i + 1) * obs_size]
                if action == RESTART:
                    seed = info[SEED * rows + i]
                    setup(s, options, seed)
                    info[N_LEGAL * rows + i] = 0
                    for p in range(max_players):
                        seats[p * block + CHOICES] = 0
                        seats[p * block + SEAT_HEAD] = seat_seed(seed, p)
                        for j in range(p * block + SEAT_HEAD + 1, (p + 1) * block):
                            seats[j] = 0
                ask_for_mask(mask, (i + 1) * num_actions)
                learner = info[PAID_SEAT * rows + i]
                paid_seat = learner if learner >= 0 else to_act(s)
                status = DONE
                if action != RESTART and action != NO_ACTION:
                    status = step(s, action)
                    if status == DONE and info[N_LEGAL * rows + i] > 1:
                        seats[info[SEAT * rows + i] * block + CHOICES] += 1
                seat, n = to_act(s), 0
                while seat >= 0:
                    n = legal(s, acts)
                    address = seats[seat * block]
                    memory = seats[seat * block + SEAT_HEAD : (seat + 1) * block]
                    if n < 1:
                        status = STUCK
                        break
                    asked = address == OUTSIDE and (n > 1 or skip == 0 and (learner < 0 or seat == learner))
                    if asked or status != DONE:
                        break
                    answer = int(acts[0])
                    if n > 1:
                        if address == RANDOM_ADDRESS:
                            answer = pick_ascending(acts, n, memory)
                        else:
                            observe(s, seat, seen)
                            answer = ask_policy(address, seen, acts, n, memory)
                    if step(s, answer) != DONE:
                        status = REFUSED
                        info[BAD_SEAT * rows + i] = seat
                        info[BAD_ANSWER * rows + i] = answer
                        break
                    if n > 1:
                        seats[seat * block + CHOICES] += 1
                    seat = to_act(s)
                players = num_players(s)
                on = mask[i * num_actions : (i + 1) * num_actions]
                on[:] = 0
                paid = out[rows + i * max_players : rows + (i + 1) * max_players]
                paid[:] = 0.0
                out[i] = 0.0
                if seat >= 0:
                    for j in range(n):
                        on[acts[j]] = 1
                    observe(s, seat, seen)
                else:
                    n = 0
                    returns(s, paid[:players])
                    if paid_seat >= 0:
                        out[i] = paid[paid_seat]
                        observe(s, paid_seat, seen)
                info[STATUS * rows + i] = status
                info[SEAT * rows + i] = seat
                info[RESULT * rows + i] = outcome(s)
                info[N_LEGAL * rows + i] = n
                info[COUNT * rows + i] = decisions(s)
                if status != DONE or seat < 0 or learner >= 0 and seat != learner:
                    unready += 1
            return unready

        # A step and its buffers, for one state (ADVANCE) or for all of them, finished games starting anew.
        # BATCH_RANDOM keeps the action of the next round where the status of the last one stood.
        first, last, steps = e, e + 1, 0
        if command != ADVANCE:
            first, last = 0, len(S)
        if command == BATCH_RANDOM:
            steps = b
        rows = last - first
        watch = command != BATCH_RANDOM or len(obs) > 0
        totals = info[rows * INFO :]
        if len(info) < rows * INFO or (command == BATCH_RANDOM and len(totals) < TOTALS):
            return BAD_BUFFER
        if watch and (len(obs) < rows * obs_size or len(mask) < rows * num_actions):
            return BAD_BUFFER
        if command != ADVANCE and len(out) < rows * max_players:
            return BAD_BUFFER
        n_choices, n_games = 0, 0
        for t in range(steps + 1):
            for i in range(first, last):
                s = S[i]
                k = i - first
                row = info[k * INFO : (k + 1) * INFO]
                action = a if command == ADVANCE else row[STATUS]
                if command == BATCH_SETUP:
                    setup(s, options, a + i)
                    row[FINISHED] = 0
                    action = NO_ACTION
                status = DONE if action == NO_ACTION else step(s, action)
                result = outcome(s)
                if command == ADVANCE:
                    row[FINISHED] = 0
                else:
                    paid = out[k * max_players : (k + 1) * max_players]
                    paid[:] = 0.0
                    if to_act(s) < 0:
                        returns(s, paid[: num_players(s)])
                        row[FINISHED] += 1
                        n_games += 1
                        setup(s, options, a + i + len(S) * row[FINISHED])
                seat = to_act(s)
                n = 0
                if seat >= 0:
                    n = legal(s, acts)
                if watch:
                    ask_for_mask(mask, (k + 1) * num_actions)
                    on = mask[k * num_actions : (k + 1) * num_actions]
                    on[:] = 0
                    for j in range(n):
                        on[acts[j]] = 1
                    seen = obs[k * obs_size : (k + 1) * obs_size]
                    if seat >= 0:
                        observe(s, seat, seen)
                    else:
                        seen[:] = 0
                row[STATUS] = status
                row[SEAT] = seat
                row[RESULT] = result
                row[N_LEGAL] = n
                row[PLAYERS] = num_players(s)
                row[ONLY] = acts[0] if n == 1 else NO_ACTION
                row[COUNT] = decisions(s)
                if command == BATCH_RANDOM:
                    if status != DONE:
                        return REFUSED
                    if n < 1:
                        return STUCK
                    if t < steps:
                        chosen = 0
                        if n > 1:
                            chosen = pick(a, n_choices, n)
                            n_choices += 1
                        row[STATUS] = acts[chosen]
        if command == BATCH_RANDOM:
            totals[:TOTALS] = 0
            totals[T_DECISIONS] = steps * rows
            totals[T_CHOICES] = n_choices
            totals[T_GAMES] = n_games
            return DONE
        if command != ADVANCE:
            return info[STATUS]
        return info[SEAT] if info[STATUS] == DONE else ENDED - info[STATUS]

    return entry
