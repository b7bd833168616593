"""Nim, a complete tiny game for the tests: it proves that the machine knows no game.

Two to four seats take one to three stones in turn; who takes the last stone wins. Each seat holds a secret number 0..9
that it may show instead of taking stones, once a game; a shown number is known to all. A seat that shows 7 takes the
last stone at once, so the secret matters.
"""

from __future__ import annotations

from typing import Any

from fs_env.core.machine.compile.jit import Kernel
from fs_env.core.machine.compile.memory import make_named
from fs_env.core.machine.declare.fields import Field, StateFields
from fs_env.core.machine.declare.ranges import Ranges
from fs_env.core.machine.run.game import Game, GameSpec, ObservationSchema, Option, Section
from fs_env.core.machine.table.rng import make_rng

MAX_PLAYERS = 4
SECRETS, GUESSES = range(2)  # random streams
TAKE_1, TAKE_2, TAKE_3, SHOW = range(4)
NUM_ACTIONS = 4
NONE = -1
RUNNING, WON, DRAWN, TRUNCATED = range(4)
LUCKY = 7

STATE = StateFields(
    "nim",
    [
        Field("num_players", "int16", meaning="seats, 2..4"),
        Field("turn", "int16", meaning="seat to act"),
        Field("stones", "int16", meaning="stones left"),
        Field("winner", "int16", meaning="seat, -1 none"),
        Field("result", "int16", meaning="outcome code"),
        Field("secret", "int16", (MAX_PLAYERS,), "0..9, known to its seat until shown"),
        Field("shown", "int16", (MAX_PLAYERS,), "1 once the secret is shown"),
        Field("decisions", "int32", meaning="decisions answered"),
        Field("max_decisions", "int32", meaning="decision limit"),
        Field("rng", "uint32", (2, 4), "streams: secrets, guesses"),
    ],
)
RANGES = Ranges(
    STATE,
    {
        "num_players": (2, MAX_PLAYERS),
        "turn": (0, MAX_PLAYERS - 1),
        "stones": (0, 100),
        "winner": (NONE, MAX_PLAYERS - 1),
        "result": (RUNNING, TRUNCATED),
        "secret": (NONE, 9),
        "shown": (0, 1),
        "decisions": (0, 10_000),
        "max_decisions": (1, 10_000),
        "rng": None,
    },
)
SCHEMA = ObservationSchema(
    [
        Section("stones", (), "stones left", 0, 100),
        Section("num_players", (), "seats", 2, MAX_PLAYERS),
        Section("to_act", (), "seats from the observer to the seat asked, -1 when over", -1, MAX_PLAYERS - 1),
        Section("secrets", (MAX_PLAYERS,), "own seat first; -1 unknown or no such seat", -1, 9),
        Section("shown", (MAX_PLAYERS,), "own seat first; 1 once shown", 0, 1),
    ]
)
OPTIONS = (
    Option("num_players", 2, 2, MAX_PLAYERS, "seats"),
    Option("stones", 21, 1, 100, "stones at the start"),
    Option("max_decisions", 1000, 1, 10_000, "decisions after which the game is truncated"),
)

kernel = Kernel(STATE.dtype, acts="int16[::1]", obs="int16[::1]", out="float64[::1]", options="int64[::1]")
seed_streams, below = make_rng(kernel)
named = make_named(SCHEMA.dtype)


@kernel
def setup(s, options, seed):
    seed_streams(s, seed)
    s.num_players = options[0]
    s.stones = options[1]
    s.max_decisions = options[2]
    s.turn = 0
    s.winner = NONE
    s.result = RUNNING
    s.decisions = 0
    for p in range(MAX_PLAYERS):
        s.shown[p] = 0
        s.secret[p] = below(s, SECRETS, 10) if p < s.num_players else NONE


@kernel
def to_act(s):
    return s.turn if s.result == RUNNING else NONE


@kernel
def legal(s, acts):
    n = 0
    for take in range(1, min(3, int(s.stones)) + 1):
        acts[n] = take - 1
        n += 1
    if s.shown[s.turn] == 0:
        acts[n] = SHOW
        n += 1
    return n


@kernel
def step(s, action):
    if s.result != RUNNING:
        return 2
    p = int(s.turn)
    if action == SHOW:
        if s.shown[p] == 1:
            return 1
        s.shown[p] = 1
        if s.secret[p] == LUCKY:
            s.stones = 0
    elif 0 <= action < 3 and action < s.stones:
        s.stones -= action + 1
    else:
        return 1
    s.decisions += 1
    if s.stones == 0:
        s.winner = p
        s.result = WON
    elif s.decisions >= s.max_decisions:
        s.result = TRUNCATED
    else:
        s.turn = (p + 1) % s.num_players
    return 0


@kernel
def observe(s, player, obs):
    n, o = int(s.num_players), named(obs)
    o.stones = s.stones
    o.num_players = n
    o.to_act = (s.turn - player) % n if s.result == RUNNING else NONE
    for i in range(MAX_PLAYERS):
        o.secrets[i] = NONE
        o.shown[i] = 0
        if i < n:
            p = (player + i) % n
            o.shown[i] = s.shown[p]
            if i == 0 or s.shown[p] == 1:
                o.secrets[i] = s.secret[p]


@kernel
def returns(s, out):
    n = int(s.num_players)
    for p in range(n):
        out[p] = 0.0
        if s.winner >= 0:
            out[p] = 1.0 if p == s.winner else -1.0 / (n - 1)


@kernel
def resample(s, player, seed):
    """Seeds all streams and draws new secrets for the seats that have not shown theirs."""
    seed_streams(s, seed)
    for p in range(int(s.num_players)):
        if p != player and s.shown[p] == 0:
            s.secret[p] = below(s, GUESSES, 10)


@kernel
def outcome(s):
    return s.result


@kernel
def num_players(s):
    return s.num_players


@kernel
def decisions(s):
    return s.decisions


@kernel
def turn(s):
    return s.decisions + 1


def action_text(action: int) -> str:
    return "show your number" if action == SHOW else f"take {action + 1}"


def decision_text(record: Any) -> str:
    return f"player {record.turn} takes 1 to 3 of {record.stones} stones or shows a number"


def to_json(record: Any, player: int | None) -> dict[str, Any]:
    out = STATE.to_json(record)
    del out["rng"]
    for p in range(MAX_PLAYERS):
        if player not in (None, p) and not out["shown"][p]:
            out["secret"][p] = None
    return out


def text(record: Any, player: int | None) -> str:
    return "\n".join(f"{name}: {value}" for name, value in to_json(record, player).items())


def spec(**changes: Any) -> GameSpec:
    given: dict[str, Any] = {
        "name": "nim",
        "dtype": STATE.dtype,
        "schema": SCHEMA,
        "num_actions": NUM_ACTIONS,
        "min_players": 2,
        "max_players": MAX_PLAYERS,
        "options": OPTIONS,
        "setup": setup,
        "to_act": to_act,
        "legal": legal,
        "step": step,
        "observe": observe,
        "returns": returns,
        "resample": resample,
        "redeal": seed_streams,
        "outcome": outcome,
        "num_players": num_players,
        "decisions": decisions,
        "turn": turn,
        "action_text": action_text,
        "decision_text": decision_text,
        "text": text,
        "to_json": to_json,
        "action_ids": {"take": range(TAKE_1, TAKE_3 + 1), "show": range(SHOW, SHOW + 1)},
        "home": "tests.core.machine.nim:GAME",
        "fault": RANGES.fault,
    }
    return GameSpec(**(given | changes))


GAME = Game(spec())
