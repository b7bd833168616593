"""PPO whose games are played in compiled code: large batches from all seats, collected while the network is updated.

PPO: J. Schulman et al., "Proximal policy optimization algorithms" (2017), https://arxiv.org/abs/1707.06347; advantages: J. Schulman
et al., "High-dimensional continuous control using generalized advantage estimation" (2015), https://arxiv.org/abs/1506.02438.

- The network plays in compiled code, in every seat that is the learner's, and so do its opponents.
- A batch is collected on one processor while torch learns from the batch before on another, so its decisions are those of the network
  before one update; PPO's ratio is that to the stored log-probability of each decision. `--on-policy 1` waits instead.
- Games continue from batch to batch and from round to round. A game that is truncated ends at the value of its last position.
- The value is a share of the win for every seat, whatever their number, and is learned by cross-entropy.
- Policy and value have nothing in common but their inputs. With `--recurrent-size` the policy has a memory over its decisions: it
  learns from windows of decisions of a seat, which go through it one after the other (`training.networks.recurrent_cell`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from fs_env.agents.networks.network import SparseNetwork
from fs_env.core.machine.compile.backend import types
from fs_env.core.machine.compile.jit import type_of
from fs_env.core.machine.compile.program import program
from fs_env.training.collector.cluster import ClusterCollector
from fs_env.training.collector.decisions import Collected, Decisions, Minibatch
from fs_env.training.collector.kernels import DECISION, ENDED, TRUNCATED
from fs_env.training.collector.plan import CollectorPlan
from fs_env.training.networks.helpers import HELPERS
from fs_env.training.networks.recurrent_cell import Unrolled
from fs_env.training.networks.torch_network import Batch, share_logit
from fs_env.training.run import Run
from fs_env.training.settings.ppo import CENTRALIZED, Settings
from fs_env.training.settings.run_settings import PAST, SELF

GAMES, PASTS = "collector/", "past/"  # in front of names in the checkpoint


def learn(run: Run[Settings]) -> None:
    with closing(Learner(run)) as learner:
        while not run.over():
            learner.round()


class Learner:
    """The network, its optimizer, and the games it learns from.

    Attributes:
        net, optimizer: what learns.
        collector: plays the games, here or on a cluster.
        beside: threads that collect while a batch is learned from.

    Raises:
        ValueError: opponents that cannot play, shaping in a game without a potential, or a checkpoint of other games.
        ImportError, RuntimeError: Ray is not installed, or its cluster cannot be reached.
    """

    def __init__(self, run: Run[Settings]) -> None:
        self.run, self.settings = run, (settings := run.settings)
        self.net = run.network(
            prior_policy=settings.prior_policy,
            prior_logit=settings.prior_logit,
            critic=settings.critic == CENTRALIZED,
            recurrent_size=settings.recurrent_size,
        )
        self.optimizer = run.optimizer(self.net, eps=1e-5)
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
        self.collector = (
            ClusterCollector(plan, run.game, *weights, settings.ray) if settings.ray else plan.collector(*weights)
        )
        try:
            if run.rounds:
                self._restore_games()
        except BaseException:
            self.close()
            raise
        half = max(1, settings.threads // 2)  # learns while the others collect
        self.beside = max(1, settings.threads - half)
        torch.set_num_threads(settings.threads if settings.on_policy else half)

    def close(self) -> None:
        self.collector.close()

    def round(self) -> None:
        run, collector, past = self.run, self.collector, self.settings.past_opponents
        learned, columns = self.learn(run.begin_round(), self.settings.round_updates)
        columns |= rates(collector.tally())
        if past and self.settings.opponents.get(PAST):
            collector.add_past(collector.network, run.rounds % past)
        self._keep_games()
        run.end_round(self.net, self.optimizer, learned, columns)

    def learn(self, rng: np.random.Generator, updates: int) -> tuple[int, dict[str, float]]:
        run, settings, collector = self.run, self.settings, self.collector
        learned, steps = 0, []
        with ThreadPoolExecutor(1, thread_name_prefix="collect") as thread:
            batch = collector.collect(settings.n_steps, settings.threads)
            for k in range(updates):
                goes_on = k + 1 < updates and run.left() > 0 and run.fraction(learned) < 1
                coming: Future[list[Decisions]] | None = None
                if goes_on and not settings.on_policy:
                    coming = thread.submit(collector.collect, settings.n_steps, self.beside)
                run.update_learning_rate(self.optimizer, learned)
                number = run.rounds * settings.round_updates + k
                decisions, losses = self.update(batch, rng, learned, number < settings.critic_updates)
                learned += decisions
                steps.append(losses)
                if coming is not None:
                    batch = coming.result()
                collector.take(self.net.network(), self.net.critic_network())
                if not goes_on:
                    break
                if coming is None:
                    batch = collector.collect(settings.n_steps, settings.threads)
        return learned, averages(steps)

    def update(
        self, parts: list[Decisions], rng: np.random.Generator, learned: int, critic_only: bool
    ) -> tuple[int, dict[str, float]]:
        """Learns from a batch.

        Returns:
            How many decisions it had, and the columns of the curve, on average.
        """
        settings = self.settings
        mix = settings.shaping * (1 - self.run.fraction(learned))
        for part in parts:
            write_advantages(part.all, len(part), settings.gamma, settings.gae_lambda, mix)
        batch = Collected(parts, settings.unroll_length if self.net.recurrence is not None else 1)
        advantages, targets = batch.column("advantage"), batch.column("target")
        scale = float(advantages.mean()), float(advantages.std()) + 1e-8
        steps = []
        for _ in range(settings.n_epochs):
            for mini in HELPERS.ahead(batch.take, batch.minibatches(rng, settings.batch_size)):
                steps.append(self.step(mini, scale, critic_only))
            if settings.target_kl and steps[-1]["kl"] > 1.5 * settings.target_kl:
                break
        losses = averages(steps)
        losses["explained_variance"] = 1 - float(advantages.var()) / max(1e-8, float(targets.var()))
        return len(batch), losses

    def step(self, mini: Minibatch, scale: tuple[float, float], critic_only: bool) -> dict[str, float]:
        """One gradient step; `scale` is mean and standard deviation of the advantages of the batch. Returns the losses."""
        settings, net, run = self.settings, self.net, self.run
        chosen, before, advantages, targets = (
            torch.from_numpy(part).to(net.device)
            for part in (mini.chosen, mini.log_probs, mini.advantages, mini.targets)
        )
        inputs, amounts, firsts, ids, rows, slots = (torch.from_numpy(part) for part in mini[:6])
        prior_actions = torch.from_numpy(mini.prior_actions) if net.prior_policy else None
        seen = Batch(inputs, amounts, firsts, ids, rows, slots, mini.most, prior_actions, unrolled(mini)).to(net.device)
        bf16 = torch.autocast(net.device.type, dtype=torch.bfloat16, enabled=bool(settings.bf16))
        with bf16:
            logits, scores = net(seen)

        # The value is learned as a share of the win; a centralized critic, which sees all seats, learns the same beside it.
        n = run.game.parties(settings.num_players)
        shares = (((n - 1) * targets + 1) / n).clamp(0, 1)
        value_loss = cross_entropy(share_logit(scores.float(), n), shares)
        if mini.whole is not None:
            whole = dict(
                zip(("inputs", "amounts", "firsts"), (torch.from_numpy(part).to(net.device) for part in mini.whole))
            )
            with bf16:
                scores = net.critic_scores(seen._replace(**whole))
            value_loss = value_loss + cross_entropy(share_logit(scores.float(), n), shares)

        # The policy: ratio to the probability that the action was played with, clipped, times the advantage.
        log_probs = torch.log_softmax(logits.float(), 1)
        log_ratio = log_probs.gather(1, chosen[:, None]).squeeze(1) - before
        ratio, gain = log_ratio.exp(), (advantages - scale[0]) / scale[1]
        clipped = ratio.clamp(1 - settings.clip_range, 1 + settings.clip_range)
        policy_loss = -torch.min(ratio * gain, clipped * gain).mean()
        entropy = -(log_probs.exp() * log_probs.masked_fill(log_probs == -math.inf, 0)).sum(1).mean()
        loss = settings.vf_coef * value_loss
        if not critic_only:
            loss = policy_loss + loss - settings.ent_coef * entropy

        run.step(net, self.optimizer, loss)
        with torch.no_grad():
            return {
                "loss": loss.item(),
                "value_loss": value_loss.item(),
                "entropy": entropy.item(),
                "kl": (ratio - 1 - log_ratio).mean().item(),
                "clipped": ((ratio - 1).abs() > settings.clip_range).float().mean().item(),
            }

    def _keep_games(self) -> None:
        extra, collector = self.run.extra, self.collector
        for name in [name for name in extra if name.startswith((GAMES, PASTS))]:
            del extra[name]
        for name, array in collector.state().items():
            plain = np.array(array, order="C")  # a copy, for what comes from a cluster cannot be written
            extra[GAMES + name] = torch.from_numpy(plain.view(np.uint8) if plain.dtype.names else plain)
        for place, network in enumerate(collector.opponents.past):
            extra |= {f"{PASTS}{place}/{name}": torch.from_numpy(array) for name, array in arrays_of(network)}

    def _restore_games(self) -> None:
        extra, collector, place = self.run.extra, self.collector, 0
        try:
            while any(name.startswith(f"{PASTS}{place}/") for name in extra):
                past = self.net.network()
                for name, array in arrays_of(past):
                    array[:] = extra[f"{PASTS}{place}/{name}"].numpy()
                collector.add_past(past, place)
                place += 1
            games = {name.removeprefix(GAMES): array.numpy() for name, array in extra.items() if name.startswith(GAMES)}
            collector.restore(games)
        except (KeyError, ValueError) as error:
            raise ValueError(
                f"{str(self.run.path)!r}: the games of its checkpoint cannot continue here ({error}): begin another run with "
                f"--init {self.run.path / 'last.npz'}"
            ) from None


@program((type_of(DECISION)[::1], types.int64, *[types.float64] * 3))
def write_advantages(decisions: NDArray[Any], n: int, gamma: float, gae_lambda: float, mix: float) -> None:
    """Writes advantage and target of the value of the first n decisions: generalized advantage estimation along each seat of each game.

    Returns are measured by the network's value, or by a part `mix` of the potential and the rest of the value. A seat's decision that
    waits for its next one has no advantage yet; the one before it ends at its value.
    """
    for k in range(n - 1, -1, -1):
        one = decisions[k]
        value, following = (1.0 - mix) * one["value"] + mix * one["potential"], int(one["next"])
        advantage = 0.0
        if following >= 0:
            then = decisions[following]
            next_value = (1.0 - mix) * then["value"] + mix * then["potential"]
            advantage = gamma * next_value - value + gamma * gae_lambda * then["advantage"]
        elif following == ENDED:
            advantage = one["result"] - value
        elif following == TRUNCATED:
            advantage = gamma * one["result"] - value
        one["advantage"], one["target"] = advantage, value + advantage


def cross_entropy(logits: torch.Tensor, shares: torch.Tensor) -> torch.Tensor:
    return torch.nn.functional.binary_cross_entropy_with_logits(logits, shares)


def unrolled(mini: Minibatch) -> Unrolled | None:
    if mini.unroll is None:
        return None
    order, states, taken = map(torch.from_numpy, (mini.unroll.order, mini.unroll.recurrent_states, mini.unroll.taken))
    return Unrolled(order, mini.unroll.sizes, states, taken)


def arrays_of(network: SparseNetwork) -> Iterator[tuple[str, NDArray[np.float32]]]:
    if network.prior_policy:
        yield "prior_logits", network.prior_logits
    for name, array in network.recurrence_arrays.items():
        yield f"recurrence_{name}", array
    for tower in ("policy", "value"):
        for k, (weights, bias) in enumerate(getattr(network, tower)):
            yield f"{tower}_{k}_weights", weights
            yield f"{tower}_{k}_bias", bias


def averages(lines: list[dict[str, float]]) -> dict[str, float]:
    return {name: float(np.mean([line[name] for line in lines])) for name in lines[0]}


def rates(tally: dict[tuple[str, str], float]) -> dict[str, float]:
    """Columns of the curve: games, their length, and the share of the win against each opponent in training."""
    games = tally.get(("all", "games"), 0.0)
    columns = {"games": games, "truncated": tally.get(("all", "truncated"), 0.0)}
    columns["decisions_per_game"] = tally.get(("all", "decisions"), 0.0) / max(1.0, games)
    for name, what in sorted(tally):
        if what == "games" and name not in ("all", SELF):
            columns[f"training_{name}"] = tally[name, "won"] / tally[name, what]
    return columns
