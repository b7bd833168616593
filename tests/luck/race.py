"""Race, a tiny game of dice for tests of luck: small enough to list every deal and every line of play.

Each seat has a secret point or none, and moves once a round: it walks one step, or runs and rolls for three or none. Where the next
seat still has its stone it may throw it at a mover that is ahead, and rolls: the mover loses a step, and then walks on or runs after
it, which costs its point. The most steps and points win, ties share, and no player wins without any. Played in teams, all win with two
each in the mean.
"""

from __future__ import annotations

from typing import Any

from fs_env.core.machine.compile.jit import Kernel
from fs_env.core.machine.compile.memory import make_named
from fs_env.core.machine.declare.fields import Field, StateFields
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.core.machine.run.game import Game, GameSpec, ObservationSchema, Option, Section
from fs_env.core.machine.run.policy import Policy
from fs_env.core.machine.run.value import Value
from fs_env.core.machine.table.rng import make_rng

SEATS, DICE = 4, 16
WALK, RUN, SPARE, THROW = range(4)
MOVE, ANSWER, RISE = range(3)
RUNNING, WON, DRAWN, TRUNCATED, LOST = (
    int(end) for end in (Outcome.RUNNING, Outcome.WON, Outcome.DRAWN, Outcome.TRUNCATED, Outcome.LOST)
)
STATE = StateFields(
    "race",
    [
        *(Field(name, "int32") for name in ("n", "turn", "rounds", "phase", "rolled", "decisions", "max_decisions")),
        *(Field(name, "int32") for name in ("result", "team")),
        Field("steps", "int32", (SEATS,)),
        Field("point", "int32", (SEATS,), "secret: 0 or 1"),
        Field("stone", "int32", (SEATS,), "0 once thrown"),
        Field("dice", "int32", (DICE,), "0 or 1; those from `rolled` on are to come"),
        Field("rng", "uint32", (1, 4)),
    ],
)
SCHEMA = ObservationSchema(
    [
        Section("steps", (SEATS,), "own seat first", -9, 99),
        Section("point", (), "own", 0, 1),
        Section("phase", (), "", 0, 2),
        Section("left", (), "turns to come", 0, 99),
    ]
)
OPTIONS = (
    Option("num_players", 2, 2, SEATS, "seats"),
    Option("rounds", 1, 1, 4, "turns of each seat"),
    Option("max_decisions", 1000, 1, 1000, "then it is truncated"),
    Option("team", 0, 0, 1, "whether all win or lose together"),
    Option("deal", -1, -1, 2**20, "bits: dice, then points; -1: by the seed"),
)
kernel = Kernel(STATE.dtype, acts="int16[::1]", obs="int16[::1]", out="float64[::1]", options="int64[::1]")
seed_streams, below = make_rng(kernel)
named = make_named(SCHEMA.dtype)


@kernel
def setup(s, options, seed):
    seed_streams(s, seed)
    s.n, s.rounds, s.max_decisions, s.team = options[0], options[1], options[2], options[3]
    s.turn, s.phase, s.rolled, s.decisions, s.result = 1, MOVE, 0, 0, RUNNING
    for k in range(DICE):
        s.dice[k] = below(s, 0, 2) if options[4] < 0 else (options[4] >> k) & 1
    for p in range(SEATS):
        s.steps[p], s.stone[p] = 0, 1
        s.point[p] = below(s, 0, 2) if options[4] < 0 else (options[4] >> (2 * s.n * s.rounds + p)) & 1


@kernel
def mover(s):
    return (s.turn - 1) % s.n


@kernel
def to_act(s):
    if s.result != RUNNING:
        return -1
    return (mover(s) + 1) % s.n if s.phase == ANSWER else mover(s)


@kernel
def legal(s, acts):
    acts[0] = SPARE if s.phase == ANSWER else WALK
    if s.phase != ANSWER:
        acts[1] = RUN
        return 2
    p, q = mover(s), to_act(s)
    if s.stone[q] == 1 and s.steps[p] > s.steps[q]:
        acts[1] = THROW
        return 2
    return 1


@kernel
def roll(s):
    s.rolled += 1
    return s.dice[(s.rolled - 1) % DICE]


@kernel
def step(s, action):
    if s.result != RUNNING:
        return 2
    p, q = mover(s), to_act(s)
    if s.phase == MOVE:
        if action != WALK and action != RUN:
            return 1
        s.steps[p] += 1 if action == WALK else 3 * roll(s)
        s.phase = ANSWER
    elif s.phase == RISE:
        if action != WALK and action != RUN:
            return 1
        if action == RUN:
            s.steps[p] += 1
            s.point[p] = 0
        s.phase = MOVE
        s.turn += 1
    else:
        if action == THROW and s.stone[q] == 1 and s.steps[p] > s.steps[q]:
            s.stone[q] = 0
            hit = roll(s)
            s.steps[p] -= hit
        elif action == SPARE:
            hit = 0
        else:
            return 1
        s.phase = RISE if hit == 1 else MOVE
        s.turn += 1 - hit
    s.decisions += 1
    if s.turn > s.n * s.rounds:
        end(s)
    elif s.decisions >= s.max_decisions:
        s.result = TRUNCATED
    return 0


@kernel
def total(s, p):
    return s.steps[p] + s.point[p]


@kernel
def end(s):
    most, of_all = 0, 0
    for p in range(s.n):
        most = max(most, total(s, p))
        of_all += total(s, p)
    s.result = WON if most > 0 else DRAWN
    if s.team == 1:
        s.result = WON if of_all >= 2 * s.n else LOST


@kernel
def returns(s, out):
    most, winners = 0, 0
    for p in range(s.n):
        most = max(most, total(s, p))
    for p in range(s.n):
        winners += total(s, p) == most
    for p in range(s.n):
        out[p] = 0.0
        if s.team == 1 and (s.result == WON or s.result == LOST):
            out[p] = 1.0 if s.result == WON else -1.0
        elif s.result == WON:
            out[p] = 1.0 / winners if total(s, p) == most else -1.0 / max(1, s.n - winners)


@kernel
def observe(s, player, obs):
    o = named(obs)
    for k in range(SEATS):
        o.steps[k] = s.steps[(player + k) % s.n] if k < s.n else 0
    o.point, o.phase, o.left = s.point[player], s.phase, max(0, s.n * s.rounds - s.turn)


@kernel
def redeal(s, seed):
    seed_streams(s, seed)
    for k in range(s.rolled, DICE):
        s.dice[k] = below(s, 0, 2)


@kernel
def resample(s, player, seed):
    redeal(s, seed)
    for p in range(s.n):
        if p != player:
            s.point[p] = below(s, 0, 2)


@kernel
def outcome(s):
    return s.result


@kernel
def num_players(s):
    return s.n


@kernel
def decisions(s):
    return s.decisions


@kernel
def turn(s):
    return s.turn


def to_json(record: Any, player: int | None) -> dict[str, Any]:
    return STATE.to_json(record)


GAME = Game(
    GameSpec(
        name="race",
        dtype=STATE.dtype,
        schema=SCHEMA,
        num_actions=4,
        min_players=2,
        max_players=SEATS,
        options=OPTIONS,
        **{one.__name__: one for one in (setup, to_act, legal, step, observe, returns, resample, redeal)},
        **{one.__name__: one for one in (outcome, num_players, decisions, turn)},
        cooperative=lambda options: bool(options["team"]),
        general_sum=True,
        action_text=lambda action: ("walk", "run", "spare", "throw")[action],
        decision_text=lambda record: "move" if record.phase == MOVE else "answer",
        text=lambda record, player: str(to_json(record, player)),
        to_json=to_json,
        action_ids={"move": range(2), "answer": range(2, 4)},
        home="tests.luck.race:GAME",
    )
)

playing = Kernel(None, obs="int16[::1]", acts="int16[::1]", memory="int64[::1]")
valuing = Kernel(None, obs="int16[::1]", weights="float32[::1]")


@playing
def careful(obs, acts, n, memory):
    """Walks, throws at once, and runs after it was hit; counts its decisions."""
    memory[1] += 1
    o = named(obs)
    if o.phase == MOVE:
        return WALK
    return THROW if o.phase == ANSWER else RUN


@playing
def moody(obs, acts, n, memory):
    """By its seed and what it did before: its memory depends on its answers, or on what it is told that it has answered."""
    chosen = min(acts[0], acts[1])
    if (memory[0] >> (memory[1] % 40)) & 1 == 1:
        chosen = max(acts[0], acts[1])
    memory[1] += 3 if chosen == RUN else 1
    return int(chosen)


@valuing
def lead(obs, weights):
    """Own steps and point, and the turns to come, by weights."""
    o = named(obs)
    return weights[0] * o.steps[0] + weights[1] * o.point + weights[2] * o.left


CAREFUL, MOODY = Policy("careful", "race", careful, 2), Policy("moody", "race", moody, 2)
GOOD, BAD = Value("race", lead, (1.2, 1.2, 0.0)), Value("race", lead, (-0.7, 2.0, 0.9))
