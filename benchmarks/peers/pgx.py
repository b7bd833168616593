"""Pgx's games on the CPU: many steps of a batch in one compiled call; finished games restart.

`auto_reset`, `vmap`, `jit` as in https://sotets.uk/pgx/api_usage/; the loop is a `lax.scan`, so no step crosses into Python.
Observation and mask are part of a Pgx state: every step makes them.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from benchmarks.peers.workloads import BATCH, COMPILED, Play, Workload, repeated

PACKAGE = "pgx"
GAMES = ("connect_four", "leduc_holdem", "sparrow_mahjong")
BATCHES = (1, 256)
STEPS = {1: 2_000, 256: 100}  # per call


def workloads() -> list[Workload]:
    found = []
    for name in GAMES:
        for batch in BATCHES:
            how = f"random steps in XLA, {STEPS[batch]:,} per call, observation and mask computed after each"
            kind = BATCH if batch > 1 else COMPILED
            title = f"Pgx {name}: batch of {batch}"
            found.append(Workload(f"pgx.{name}.{batch}", title, how, kind, PACKAGE, partial(open_scan, name, batch)))
    return found


def open_scan(name: str, batch: int, seed: int) -> Play:
    import jax
    import pgx
    from pgx.experimental import act_randomly, auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, _: None) -> Any:
        state, key = carry
        key, for_actions, for_steps = jax.random.split(key, 3)
        actions = act_randomly(for_actions, state.legal_action_mask)
        state = step(state, actions, jax.random.split(for_steps, batch))
        return (state, key), state.terminated.sum()

    run = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=STEPS[batch]))
    key = jax.random.PRNGKey(seed)
    carry = (jax.jit(jax.vmap(env.init))(jax.random.split(key, batch)), key)
    now = [jax.block_until_ready(run(carry))[0]]  # compiled here

    def call() -> tuple[float, int]:
        now[0], ended = jax.block_until_ready(run(now[0]))
        return STEPS[batch] * batch, int(ended.sum())

    return repeated(call)
