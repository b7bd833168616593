"""How many decisions a second learners learn from, end to end: `python -m benchmarks.learning`.

`ppo` collects decisions and updates its network; beside it, in the same game against the same opponent, stable-baselines3's loop
as docs/do/own_learner.md shows it, and `sb3`, which is that loop with the network of `ppo`. Decisions are those of the
learner with more than one legal action; wall time counts, with everything from the game to the step of the optimizer, and without
evaluations and files. Every learner runs in its own process.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

LINE = "| {:<64} | {:>9} | {:>9} | {:>9} | {:>9} |"


class Stopwatch:
    """Wall time and processor time, of all threads, since it was created."""

    def __init__(self) -> None:
        self._begun = perf_counter(), process_time()

    def rates(self, decisions: int) -> tuple[float, float]:
        """Decisions a second, and microseconds of processor time for each."""
        wall, processor = perf_counter() - self._begun[0], process_time() - self._begun[1]
        return decisions / wall, processor / decisions * 1e6


def show(name: str, rates: tuple[float, float], *parts: float) -> None:
    """Prints one line of the table: decisions a second, and microseconds of processor time for each, whole and in parts."""
    print(
        LINE.format(
            name, f"{rates[0]:,.0f}", *(f"{part:.1f}" for part in (rates[1], *parts)), *[""] * (2 - len(parts))
        ),
        flush=True,
    )


def fast(args: argparse.Namespace, name: str, **changes: Any) -> None:
    """A line of `ppo`: updates with what is collected for them, and the processor time of both parts alone, on one thread."""
    import numpy as np
    import torch

    from fs_env.training.collector.decisions import Collected
    from fs_env.training.ppo import Learner, Settings
    from fs_env.training.run import Run

    common: dict[str, Any] = {"game": args.game, "num_players": args.players, "threads": args.threads, "minutes": 600.0}
    settings = Settings(**{**common, "device": args.device, "bf16": int(args.bf16), **changes})
    with tempfile.TemporaryDirectory() as folder:
        learner = Learner(Run.open(Path(folder), "ppo", Settings, settings, False))
        rng = np.random.default_rng(0)
        learner.learn(rng, 1)
        found = []
        for _ in range(args.repetitions):
            stopwatch = Stopwatch()
            found.append(stopwatch.rates(learner.learn(rng, args.updates)[0]))
        torch.set_num_threads(1)
        alone = []
        for _ in range(args.repetitions):
            begun = process_time()
            parts = learner.collector.collect(settings.n_steps, 1)
            collected = process_time()
            learner.update(parts, rng, 0, False)
            n, ended = len(Collected(parts)), process_time()
            alone.append(((collected - begun) / n * 1e6, (ended - collected) / n * 1e6))
        show(name, max(found), *map(min, zip(*alone)))


def baselines(args: argparse.Namespace, _: str) -> None:
    """A line of MaskablePPO as docs/do/own_learner.md shows it."""
    from sb3_contrib import MaskablePPO

    from fs_env.envs import GameVectorEnv, load_game
    from fs_env.envs.sb3 import GameVecEnv

    env = GameVecEnv(
        GameVectorEnv(
            load_game(args.game),
            32,
            num_players=args.players,
            opponents="heuristic",
            skip_forced=True,
            autoreset_mode="SameStep",
        )
    )
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=128, batch_size=512, n_epochs=4, gamma=0.999, seed=1, device=args.device
    )
    show("MaskablePPO of sb3-contrib, MlpPolicy 64-64, 4 epochs", timed(model.learn, 32 * 128, 1))


def selfplay(args: argparse.Namespace, _: str) -> None:
    """A line of `sb3`."""
    from fs_env.training.run import Run
    from fs_env.training.sb3 import Settings, learner

    settings = Settings(game=args.game, num_players=args.players, opponents=HEURISTIC, device=args.device)
    model = learner(Run(Path("sb3"), "sb3", settings))
    show(
        "sb3: MaskablePPO, 256-256 and 128-64, 3 epochs",
        timed(model.learn, settings.num_envs * settings.n_steps, 2),
    )


def timed(learn: Callable[..., object], batch: int, updates: int) -> tuple[float, float]:
    """The rates of a model of stable-baselines3 over some updates, the first one left out."""
    learn(batch)
    stopwatch = Stopwatch()
    learn(updates * batch, reset_num_timesteps=False)
    return stopwatch.rates(updates * batch)


HEURISTIC = {"heuristic": 1.0}
LEARNERS: dict[str, tuple[Callable[..., None], dict[str, Any]]] = {
    "ppo, 256-256 and 128-64, 2 epochs, against the heuristic": (fast, {"opponents": HEURISTIC}),
    "ppo, the same, both seats learn": (fast, {"opponents": {"self": 1.0}}),
    "ppo, the default mix of opponents": (fast, {}),
    "ppo, the default mix, 1 epoch": (fast, {"n_epochs": 1}),
    "ppo, the default mix, on-policy": (fast, {"on_policy": 1}),
    "ppo, the default mix, 128-128 and 64": (fast, {"hidden": [128, 128], "value_hidden": [64]}),
    "sb3": (selfplay, {}),
    "stable-baselines3": (baselines, {}),
}


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.learning", description=__doc__)
    parser.add_argument("--game", default="four_souls")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)) if sys.platform == "linux" else 2)
    parser.add_argument("--device", default="cpu", help="of torch: cpu, cuda")
    parser.add_argument("--bf16", action="store_true", help="forward passes of ppo in bfloat16")
    parser.add_argument("--updates", type=int, default=8, help="of ppo in each repetition (default: %(default)s)")
    parser.add_argument("--repetitions", type=int, default=3, help="of which the best counts (default: %(default)s)")
    parser.add_argument("--only", metavar="TEXT", default="", help="learners with this in their name")
    parser.add_argument("--line", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.line:
        import torch

        torch.set_num_threads(args.threads)
        work, changes = LEARNERS[args.line]
        work(args, args.line, **changes)
        return
    import numba
    import torch

    print(
        f"{platform.machine()}, Python {platform.python_version()}, numba {numba.__version__}, torch {torch.__version__}: "
        f"{args.game}, {args.players} players, {args.device}, {args.threads} threads",
        flush=True,
    )
    print(LINE.format("learner", "decisions a second", "us of processor time", "to collect", "to learn"))
    print("| --- | ---: | ---: | ---: | ---: |", flush=True)
    for name in LEARNERS:
        if args.only in name:
            subprocess.run([sys.executable, "-m", "benchmarks.learning", *sys.argv[1:], "--line", name], check=True)


if __name__ == "__main__":
    main()
