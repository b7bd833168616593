"""PPO whose games are played in compiled code: large batches from all seats, collected while the network is updated.

PPO: J. Schulman et al., "Proximal policy optimization algorithms" (2017), https://arxiv.org/abs/1707.06347; advantages: J. Schulman
et al., "High-dimensional continuous control using generalized advantage estimation" (2015), https://arxiv.org/abs/1506.02438.

`ppo_selfplay` does the same with stable-baselines3's MaskablePPO, is shorter to read, and is the reference. What is different here:

- The network plays in compiled code (`training.collector`), in every seat that is the learner's, and so do its opponents.
- A batch is collected on one processor while torch learns from the batch before on another, so its decisions are those of the network
  before one update; PPO's ratio is that to the stored log-probability of each decision. `--on-policy 1` waits instead.
- Games go on from batch to batch and from round to round. A game that is truncated ends at the value of its last position.
- The value is a share of the win for every seat, whatever their number, and is learned by cross-entropy.
- Policy and value have nothing in common but their inputs. With `--carry` the policy has a memory over its decisions: it learns from
  windows of decisions of a seat, which go through it one after the other (`training.networks.carry_cell`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import torch
from numpy.typing import NDArray

from fs_env.agents.networks.carry import WIDEST
from fs_env.agents.networks.network import SparseNetwork
from fs_env.core.checks import check_choice
from fs_env.training.collector.cluster import ClusterCollector
from fs_env.training.collector.collector import Collector
from fs_env.training.collector.decisions import Collected, Decisions, Minibatch, Unroll
from fs_env.training.collector.opponents import PAST, SELF
from fs_env.training.collector.plan import CollectorPlan
from fs_env.training.networks.carry_cell import Unrolled
from fs_env.training.networks.helpers import HELPERS
from fs_env.training.networks.torch_network import Batch, share_logit
from fs_env.training.run import Run
from fs_env.training.settings import NetworkSettings, setting

NAME = "ppo_fast"
KEPT = "collector/"  # in front of the names of what the collector needs to go on
PASTS = "past/"
OWN, ALL = "own", "all"


@dataclass(frozen=True)
class Settings(NetworkSettings):
    """The settings of a run of ppo_fast."""

    lowest: ClassVar[dict[str, float]] = {
        "num_envs": 1,
        "n_steps": 2,
        "round_updates": 1,
        "n_epochs": 1,
        "clip_range": 0,
        "ent_coef": 0,
        "vf_coef": 0,
        "target_kl": 0,
        "shaping": 0,
        "past_opponents": 0,
        "critic_updates": 0,
        "carry": 0,
        "carry_window": 1,
    }

    learning_rate: float = setting(1e-3, "learning rate of Adam, at the beginning; from a clone rather 3e-4")
    batch_size: int = setting(2048, "decisions per gradient step")
    clip_gradient: float = setting(0.5, "largest norm of a gradient; 0: any")
    num_envs: int = setting(256, "games played in parallel")
    n_steps: int = setting(128, "decisions per game between two updates")
    round_updates: int = setting(16, "updates per round; a round ends with an evaluation and the files")
    n_epochs: int = setting(2, "passes over the decisions per update")
    gamma: float = setting(1.0, "discount per decision of a seat")
    gae_lambda: float = setting(0.95, "lambda of generalized advantage estimation")
    clip_range: float = setting(0.2, "clip range of PPO")
    ent_coef: float = setting(0.003, "weight of the entropy in the loss")
    vf_coef: float = setting(1.0, "weight of the value in the loss")
    target_kl: float = setting(0.03, "KL divergence from the old policy at which an update stops; 0: never")
    critic_updates: int = setting(0, "first updates that train only the value, for a start from a clone without one")
    shaping: float = setting(
        0.0, "part of the game's potential in the value that returns are measured by, at first; it falls to 0"
    )
    opponents: dict[str, float] = setting(
        {SELF: 1.0, "heuristic": 1.0, PAST: 0.5},
        f'weights of who sits in each other seat: compiled bots, "{SELF}" the learner, "{PAST}" its networks of earlier rounds',
    )
    past_opponents: int = setting(4, "networks of earlier rounds that play as opponents; the oldest is replaced")
    adviser: str = setting(
        "", "bot of the package whose choice the network sees, such as heuristic; empty: that of init, or none"
    )
    advice: float = setting(2.0, "what is added to the logit of an advised action at first, where init has no adviser")
    critic: str = setting(
        OWN,
        f"what the value that returns are measured by sees: {OWN}: what its seat sees; {ALL}: what all seats see, in training only",
    )
    carry: int = setting(
        0, "numbers that the policy hands on from one of its decisions to the next, a memory; 0: those of init, or none"
    )
    carry_window: int = setting(16, "decisions of a seat through which a network with a carry learns what to hand on")
    ray: str = setting(
        "", "address of a Ray cluster that collects, HOST:PORT, auto for one on this machine, or local for a new one"
    )
    on_policy: int = setting(0, "1: collect after each update with its weights; 0: meanwhile, with those before it")
    bf16: int = setting(0, "1: forward passes in bfloat16, for cuda and for processors that have it")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 < self.gamma <= 1 or not 0 <= self.gae_lambda <= 1 or self.shaping > 1:
            raise ValueError(
                f"gamma={self.gamma}, gae_lambda={self.gae_lambda}, shaping={self.shaping}: expected numbers from 0 to 1"
            )
        check_choice("critic", self.critic, (OWN, ALL))
        if self.carry > WIDEST:
            raise ValueError(f"carry={self.carry}: expected at most {WIDEST} numbers")
        if not self.opponents or min(self.opponents.values()) < 0 or not sum(self.opponents.values()):
            raise ValueError(f"opponents={self.opponents!r}: expected weights from 0 up, not all 0")


def train(
    folder: Path,
    settings: Settings | None = None,
    say: Callable[[str], object] = str,
    resume: bool = False,
    progress: Callable[[str], object] = str,
) -> Run[Settings]:
    """Trains in a folder; see `training.run` for its files, and for going on.

    Args:
        folder: of the run.
        settings: of the run; None: the default ones, or those of the run that is resumed.
        say: called with a line after each round.
        resume: go on with the run in the folder.
        progress: called with what is being done, often.

    Raises:
        ValueError: settings or a folder that cannot be used.
        fs_env.training.run.Diverged: a loss was not finite.
    """
    with Run.open(folder, NAME, Settings, settings, resume, say, progress) as run:
        with closing(Learner(run)) as learner:
            while not run.over():
                learner.round()
    return run


class Learner:
    """The network, its optimizer, and the games it learns from.

    Args:
        run: where it learns.
    """

    def __init__(self, run: Run[Settings]) -> None:
        settings = run.settings
        self.run, self.settings = run, settings
        self.net = run.network(
            advised=True,
            adviser=settings.adviser,
            advice=settings.advice,
            critic=settings.critic == ALL,
            carrying=True,
            carry=settings.carry,
        )
        self.optimizer = run.optimizer(self.net, eps=1e-5)
        self.collector = self._new_collector()
        try:
            if run.rounds:
                self._go_on()
        except BaseException:
            self.close()
            raise
        half = settings.threads if settings.on_policy else max(1, settings.threads // 2)
        self._threads = settings.threads, max(1, settings.threads - half) if not settings.on_policy else half
        torch.set_num_threads(half)

    def _new_collector(self) -> Collector | ClusterCollector:
        """Plays here or on a cluster.

        Raises:
            ValueError: opponents that cannot play, or shaping in a game without a potential.
            ImportError, RuntimeError: Ray is not installed, or its cluster cannot be reached.
        """
        settings = self.settings
        plan = CollectorPlan(
            settings.game,
            settings.num_envs,
            settings.num_players,
            settings.options,
            settings.opponents,
            settings.past_opponents,
            settings.seed,
            bool(settings.shaping),
        )
        weights = self.net.network(), self.net.critic_network()
        if settings.ray:
            return ClusterCollector(plan, self.run.game, *weights, settings.ray)
        return plan.collector(*weights)

    def close(self) -> None:
        """Ends what collects elsewhere."""
        self.collector.close()

    def round(self) -> None:
        """Updates the network some times, evaluates it and writes the files."""
        run = self.run
        learned, told = self.learn(run.begin_round(), self.settings.round_updates)
        told |= rates(self.collector.tally())
        self._remember()
        run.end_round(self.net, self.optimizer, learned, told)

    def learn(self, rng: np.random.Generator, updates: int) -> tuple[int, dict[str, float]]:
        """Collects and updates in turns, or at the same time.

        Args:
            rng: draws minibatches.
            updates: how many; fewer if the run is over before.

        Returns:
            How many decisions were learned from, and what became of the loss, on average.
        """
        run, settings, collector = self.run, self.settings, self.collector
        both, beside = self._threads
        learned, told = 0, []
        with ThreadPoolExecutor(1, thread_name_prefix="ppo_fast") as pool:
            parts = collector.collect(settings.n_steps, both)
            for k in range(updates):
                goes_on = k + 1 < updates and run.left() > 0 and run.fraction(learned) < 1
                coming: Future[list[Decisions]] | None = None
                if goes_on and not settings.on_policy:
                    coming = pool.submit(collector.collect, settings.n_steps, beside)
                number = run.rounds * settings.round_updates + k
                run.cool(self.optimizer, learned)
                done, facts = self.update(parts, rng, learned, number < settings.critic_updates)
                learned += done
                told.append(facts)
                if coming is not None:
                    parts = coming.result()
                collector.take(self.net.network(), self.net.critic_network())
                if not goes_on:
                    break
                if coming is None:
                    parts = collector.collect(settings.n_steps, both)
        return learned, {name: float(np.mean([one[name] for one in told])) for name in told[0]}

    def update(
        self, parts: list[Decisions], rng: np.random.Generator, learned: int, critic_only: bool
    ) -> tuple[int, dict[str, float]]:
        """Learns from a batch; returns how many decisions it had, and what became of the loss."""
        settings = self.settings
        mix = settings.shaping * (1 - self.run.fraction(learned))
        for part in parts:
            part.finish(settings.gamma, settings.gae_lambda, mix)
        batch = Collected(parts, settings.carry_window if self.net.carry is not None else 1)
        advantages, targets = batch.column("advantage"), batch.column("target")
        scale = float(advantages.mean()), float(advantages.std()) + 1e-8
        told = []
        for _ in range(settings.n_epochs):
            for mini in HELPERS.ahead(batch.take, batch.minibatches(rng, settings.batch_size)):
                told.append(self.step(mini, scale, critic_only))
            if settings.target_kl and told[-1]["kl"] > 1.5 * settings.target_kl:
                break
        means = {name: float(np.mean([one[name] for one in told])) for name in told[0]}
        means["explained_variance"] = 1 - float(advantages.var()) / max(1e-8, float(targets.var()))
        return len(batch), means

    def step(self, mini: Minibatch, scale: tuple[float, float], critic_only: bool) -> dict[str, float]:
        """One gradient step; returns what became of the loss."""
        settings, device = self.settings, self.net.device
        inputs, amounts, firsts, ids, rows, slots = (torch.from_numpy(part) for part in mini[:6])
        advised = torch.from_numpy(mini.advised) if self.net.adviser else None
        unroll = None if mini.unroll is None else unrolled(mini.unroll)
        seen = Batch(inputs, amounts, firsts, ids, rows, slots, mini.most, advised, unroll).to(device)
        chosen, before, advantages, targets = (
            torch.from_numpy(part).to(device) for part in (mini.chosen, mini.log_probs, mini.advantages, mini.targets)
        )
        with torch.autocast(device.type, dtype=torch.bfloat16, enabled=bool(settings.bf16)):
            logits, scores = self.net(seen)
        value_loss = self.value_loss(scores.float(), targets)
        if mini.whole is not None:
            value_loss = value_loss + self.value_loss(self.judge(seen, mini), targets)
        if critic_only:
            self.run.step(self.net, self.optimizer, settings.vf_coef * value_loss)
            return {"loss": 0.0, "value_loss": value_loss.item(), "entropy": 0.0, "kl": 0.0, "clipped": 0.0}
        log_probs = torch.log_softmax(logits.float(), 1)
        now = log_probs.gather(1, chosen[:, None]).squeeze(1)
        gain, off = (advantages - scale[0]) / scale[1], now - before
        ratio = off.exp()
        policy_loss = -torch.min(
            ratio * gain, ratio.clamp(1 - settings.clip_range, 1 + settings.clip_range) * gain
        ).mean()
        entropy = -(log_probs.exp() * log_probs.masked_fill(log_probs == -math.inf, 0)).sum(1).mean()
        loss = policy_loss + settings.vf_coef * value_loss - settings.ent_coef * entropy
        made = self.run.step(self.net, self.optimizer, loss)
        with torch.no_grad():
            kl, clipped = (ratio - 1 - off).mean(), ((ratio - 1).abs() > settings.clip_range).float().mean()
        return {
            "loss": made,
            "value_loss": value_loss.item(),
            "entropy": entropy.item(),
            "kl": kl.item(),
            "clipped": clipped.item(),
        }

    def judge(self, seen: Batch, mini: Minibatch) -> torch.Tensor:
        """The scores of the critic that sees what all seats see."""
        assert mini.whole is not None
        inputs, amounts, firsts = (torch.from_numpy(part).to(self.net.device) for part in mini.whole)
        whole = seen._replace(inputs=inputs, amounts=amounts, firsts=firsts)
        with torch.autocast(self.net.device.type, dtype=torch.bfloat16, enabled=bool(self.settings.bf16)):
            return self.net.judge(whole).float()

    def value_loss(self, scores: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        """Cross-entropy between the share of the win that each score stands for and the one that its target stands for."""
        n = self.settings.num_players
        shares = (((n - 1) * targets + 1) / n).clamp(0, 1)
        return torch.nn.functional.binary_cross_entropy_with_logits(share_logit(scores, n), shares)

    def _remember(self) -> None:
        """Lets the network of this round play as opponent, and keeps what the collector needs to go on."""
        run, collector = self.run, self.collector
        if self.settings.past_opponents and self.settings.opponents.get(PAST):
            collector.add_past(collector.network, run.rounds % self.settings.past_opponents)
        for name in [name for name in run.extra if name.startswith((KEPT, PASTS))]:
            del run.extra[name]
        run.extra |= {KEPT + name: as_tensor(array) for name, array in collector.state().items()}
        for place, network in enumerate(collector.opponents.past):
            run.extra |= {f"{PASTS}{place}/{name}": torch.from_numpy(array) for name, array in arrays_of(network)}

    def _go_on(self) -> None:
        """Goes on with the games and the past opponents of the checkpoint."""
        extra, collector = self.run.extra, self.collector
        try:
            place = 0
            while any(name.startswith(f"{PASTS}{place}/") for name in extra):
                past = self.net.network()
                for name, array in arrays_of(past):
                    array[:] = extra[f"{PASTS}{place}/{name}"].numpy()
                collector.add_past(past, place)
                place += 1
            kept = {name[len(KEPT) :]: array for name, array in extra.items() if name.startswith(KEPT)}
            collector.restore({name: array.numpy() for name, array in kept.items()})
        except (KeyError, ValueError) as error:
            raise ValueError(
                f"{str(self.run.path)!r}: the games of its checkpoint cannot go on here ({error}): begin another run with "
                f"--init {self.run.path / 'last.npz'}"
            ) from None


def unrolled(unroll: Unroll) -> Unrolled:
    """The same for torch."""
    order, carries, taken = (torch.from_numpy(part) for part in (unroll.order, unroll.carries, unroll.taken))
    return Unrolled(order, unroll.sizes, carries, taken)


def as_tensor(array: NDArray[Any]) -> torch.Tensor:
    """An array of numbers, or of records as bytes."""
    plain = np.array(array, order="C")  # a copy, for what comes from a cluster cannot be written
    return torch.from_numpy(plain.view(np.uint8) if plain.dtype.names else plain)


def arrays_of(network: SparseNetwork) -> list[tuple[str, NDArray[np.float32]]]:
    """The weights of a network by name."""
    beside = [("advice", network.advice)] if network.adviser else []
    beside += [(f"carry_{name}", array) for name, array in network.carry_arrays.items()]
    return beside + [
        (f"{tower}_{k}_{what}", array)
        for tower in ("policy", "value")
        for k, layer in enumerate(getattr(network, tower))
        for what, array in zip(("weights", "bias"), layer)
    ]


def rates(tally: dict[tuple[str, str], float]) -> dict[str, float]:
    """Columns of the curve: games, their length, and the share of the win against each opponent in training."""
    games = max(1.0, tally.get(("all", "games"), 0.0))
    made = {"games": tally.get(("all", "games"), 0.0), "truncated": tally.get(("all", "truncated"), 0.0)}
    made["decisions_per_game"] = tally.get(("all", "decisions"), 0.0) / games
    for name, what in sorted(tally):
        if what == "games" and name not in ("all", SELF):
            made[f"training_{name}"] = tally[name, "won"] / tally[name, what]
    return made
