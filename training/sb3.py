"""MaskablePPO of stable-baselines3 in self-play: the loop of another library over the networks and run folders of this one.

PPO: J. Schulman et al., "Proximal policy optimization algorithms" (2017), https://arxiv.org/abs/1707.06347. Masks of legal actions:
S. Huang, S. Ontañón, "A closer look at invalid action masking" (2020), https://arxiv.org/abs/2006.14171.

A round begins new games in all rows, with the learner in a random seat and the others drawn from `opponents`, updates the network some
times, and evaluates it. The reward is the return of the learner's seat when a game ends.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.utils import set_random_seed

from fs_env.envs.sb3 import GameVecEnv
from fs_env.envs.vector import GameVectorEnv
from fs_env.training.networks.torch_network import TorchNetwork, share_of
from fs_env.training.records import thinned
from fs_env.training.run import Run
from fs_env.training.settings.run_settings import PAST
from fs_env.training.settings.sb3 import Settings

NETWORKS = "networks"
SAME = ("n_steps", "n_epochs", "gamma", "gae_lambda", "clip_range", "ent_coef", "vf_coef")
"""Settings that are arguments of MaskablePPO."""
COLUMNS = {"loss": "loss", "value_loss": "value_loss", "kl": "approx_kl", "clipped": "clip_fraction"}
"""Column of the curve -> what stable-baselines3 calls it."""


class MaskedNetwork(MaskableActorCriticPolicy):
    """A `TorchNetwork` as the policy that MaskablePPO trains: its logits of legal actions, and the return that its score represents.

    Args:
        given: spaces and learning rate, by stable-baselines3.
        net, optimizer: the network, and what trains it.
        parties: among how many a win is divided (`Game.parties`).
    """

    def __init__(self, *given: Any, net: TorchNetwork, optimizer: torch.optim.Optimizer, parties: int) -> None:
        super().__init__(*given)
        self.net, self.optimizer, self._parties = net, optimizer, parties

    def _build(self, lr_schedule: Any) -> None:
        """Does nothing: the network has all layers."""

    def _read(self, obs: torch.Tensor, masks: Any) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Log-probabilities of the legal actions and their ids, (k, most), -inf and -1 beyond the last; and values, (k,)."""
        mask = masks.cpu().numpy() if isinstance(masks, torch.Tensor) else np.asarray(masks)
        batch = self.net.read(obs.cpu().numpy(), np.ascontiguousarray(mask.reshape(len(obs), -1), np.int8))
        logits, scores = self.net(batch)
        ids = torch.full(logits.shape, -1, device=logits.device).index_put((batch.rows, batch.slots), batch.ids)
        values = (self._parties * share_of(scores, self._parties) - 1) / (self._parties - 1)
        return torch.log_softmax(logits, 1), ids, values

    def forward(self, obs: torch.Tensor, action_masks: Any) -> Any:
        log_probs, ids, values = self._read(obs, action_masks)
        places = torch.multinomial(log_probs.exp(), 1)
        return ids.gather(1, places).squeeze(1), values, log_probs.gather(1, places).squeeze(1)

    def evaluate_actions(self, obs: torch.Tensor, actions: torch.Tensor, action_masks: Any) -> Any:
        """Values and log-probabilities of actions, and entropies in nats, (k,) each."""
        log_probs, ids, values = self._read(obs, action_masks)
        places = (ids == actions[:, None]).int().argmax(1)[:, None]
        entropies = -(log_probs.exp() * log_probs.masked_fill(log_probs == -torch.inf, 0)).sum(1)
        return values, log_probs.gather(1, places).squeeze(1), entropies

    def predict_values(self, obs: torch.Tensor) -> torch.Tensor:
        return self._read(obs, np.ones((len(obs), 1), np.int8))[2]


def learner(run: Run[Settings]) -> MaskablePPO:
    settings = run.settings
    games = GameVectorEnv(
        run.game,
        settings.num_envs,
        num_players=settings.num_players,
        opponents=opponents_of(run),
        game_options=settings.options,
        skip_forced=True,
        autoreset_mode="SameStep",
    )
    net = run.network()
    model: MaskablePPO = MaskablePPO(
        MaskedNetwork,
        GameVecEnv(games),
        learning_rate=lambda _: run.learning_rate(model.num_timesteps),  # those of the round
        batch_size=min(settings.batch_size, settings.n_steps * settings.num_envs),
        max_grad_norm=settings.clip_gradient or torch.inf,
        target_kl=settings.target_kl or None,
        device=settings.device,
        **{name: getattr(settings, name) for name in SAME},
        policy_kwargs={
            "net": net,
            "optimizer": run.optimizer(net, eps=1e-5),
            "parties": run.game.parties(settings.num_players),
        },
    )
    model.set_logger(Logger(str(run.path), []))
    return model


def network_file(run: Run[Settings], number: int) -> Path:
    return run.path / NETWORKS / f"round_{number:05}.npz"


def opponents_of(run: Run[Settings]) -> dict[str, float]:
    """The opponents in the current round, by weight: bots, and networks of earlier rounds, which draw their actions."""
    shares, past = run.settings.opponents, run.extra.get(PAST, [])
    bots = {name: share for name, share in shares.items() if name != PAST}
    return bots | {f"policy:{network_file(run, k)},sample=1": shares[PAST] / len(past) for k in past if PAST in shares}


def learn(run: Run[Settings]) -> None:
    settings, model = run.settings, learner(run)
    env, net = model.env, model.policy.net
    with closing(env):
        while not run.over():
            rng = run.begin_round()
            set_random_seed(int(rng.integers(2**32)))
            env.seed(int(rng.integers(2**31)))
            env.set_opponents(opponents_of(run))
            learned, losses = 0, list[list[float]]()
            while len(losses) < settings.round_updates:
                run.report(f"{learned} decisions learned from")
                model.learn(1, reset_num_timesteps=not learned, log_interval=None)  # one update
                learned = model.num_timesteps
                losses.append([float(model.logger.name_to_value[f"train/{name}"]) for name in COLUMNS.values()])
                run.check(losses[-1][0])
                if run.left() <= 0 or run.fraction(learned) >= 1:
                    break
            columns = dict(zip(COLUMNS, np.mean(losses, 0).tolist()))
            columns["training_win_rate"] = float(np.mean(model.ep_success_buffer or [0]))
            before, now = run.extra.get(PAST, []), run.rounds + 1
            net.save_policy(network_file(run, now))
            run.extra[PAST] = thinned([*before, now], settings.past_opponents)
            run.end_round(net, model.policy.optimizer, learned, columns)
            for number in {*before} - {*run.extra[PAST]}:
                network_file(run, number).unlink(missing_ok=True)
