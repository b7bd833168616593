"""Masked PPO in self-play: one policy for all seats, against its own past and named bots.

PPO: J. Schulman et al., "Proximal policy optimization algorithms" (2017), https://arxiv.org/abs/1707.06347. Masks of legal
actions: S. Huang, S. Ontañón, "A closer look at invalid action masking" (2020), https://arxiv.org/abs/2006.14171. Both by
sb3-contrib's MaskablePPO.

A run is made of rounds. A round begins new games in all rows, draws the opponent of each, updates the policy some
times, keeps a snapshot, plays against the bots and writes its files. Everything random in a round follows from the seed
and the number of the round: a run that is stopped and resumed goes on as if it had not been. Only the last round before the
limit of minutes is cut short, wherever the clock wants it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from gymnasium.vector import AutoresetMode
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import KVWriter, Logger, TensorBoardOutputFormat
from stable_baselines3.common.utils import set_random_seed
from stable_baselines3.common.vec_env import VecEnv

from fs_env.agents.policy import Features, Network, PolicyAgent
from fs_env.envs.sb3 import GameVecEnv
from fs_env.envs.vector import GameVectorEnv
from fs_env.registry.games import load_game
from fs_env.training.config import PAST, Config
from fs_env.training.evaluation import Score, evaluate
from fs_env.training.network import LeanPolicy, Trunk
from fs_env.training.records import RunFolder, thinned
from fs_env.training.shaping import POTENTIALS
from fs_env.training.wrappers import FeatureObservations, ShapedRewards

if TYPE_CHECKING:
    from fs_env.core.machine.game import Game

PAUSE = 0.5  # seconds between two messages about the progress of a round
EVALUATION_DEALS = 10**9  # seeds from here on deal the games of evaluations, the same ones after each round
TOLD = {
    "train/entropy_loss": "entropy_loss",
    "train/value_loss": "value_loss",
    "train/approx_kl": "approx_kl",
    "train/explained_variance": "explained_variance",
    "rollout/ep_len_mean": "decisions_per_game",
    "rollout/success_rate": "training_win_rate",
}


class Latest(KVWriter):
    """Keeps the last value of everything that is logged."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}

    def write(self, key_values: dict[str, Any], key_excluded: dict[str, Any], step: int = 0) -> None:
        """Takes over what is logged."""
        self.values |= key_values

    def close(self) -> None:
        """Forgets it."""
        self.values.clear()


class Watch(BaseCallback):
    """Tells how far a round is, and ends it when its time is over.

    Attributes:
        updates: how many the round has made, the one that follows the last decisions included.
        update_seconds: what the last one took.

    Args:
        deadline: on the clock of `perf_counter`; decisions whose update would come too late are not waited for.
        update_seconds: what an update takes, as far as it is known.
        tell: is given the decisions since the round began, some times a second.
    """

    def __init__(self, deadline: float, update_seconds: float, tell: Callable[[int], object]) -> None:
        super().__init__()
        self.updates, self.update_seconds = 0, update_seconds
        self._collected: float | None = None  # when the decisions of the last update were there
        self._deadline, self._tell, self._next = deadline, tell, perf_counter() + PAUSE
        self._first = 0

    def _on_training_start(self) -> None:
        self._first = self.model.num_timesteps

    def _on_step(self) -> bool:
        now = perf_counter()
        if now >= self._next:
            self._next = now + PAUSE
            self._tell(self.num_timesteps - self._first)
        return now + self.update_seconds < self._deadline

    def _on_rollout_start(self) -> None:
        if self._collected is not None:
            self.update_seconds = perf_counter() - self._collected

    def _on_rollout_end(self) -> None:
        self.updates += 1
        self._collected = perf_counter()


def make_env(config: Config) -> tuple[GameVecEnv, VecEnv]:
    """The environment, and the same one as the learner sees it."""
    game = load_game(config.game)
    bots = {name: weight for name, weight in config.opponents.items() if name != PAST}
    env = GameVecEnv(
        GameVectorEnv(
            game,
            config.num_envs,
            num_players=config.num_players,
            opponents=bots,
            game_options=config.options,
            skip_forced=True,
            autoreset_mode=AutoresetMode.SAME_STEP,
        )
    )
    seen: VecEnv = env
    if config.shaping and game.name in POTENTIALS:
        potential = POTENTIALS[game.name](game, config.num_players)
        seen = ShapedRewards(seen, potential, config.gamma, config.shaping)
    return env, FeatureObservations(seen, Features(game, config.num_players, config.features))


def make_model(config: Config, env: VecEnv) -> MaskablePPO:
    """The learner, before its first round."""
    own = list(config.hidden[1:])
    return MaskablePPO(
        LeanPolicy,
        env,
        learning_rate=config.learning_rate,
        n_steps=config.n_steps,
        batch_size=min(config.batch_size, config.n_steps * config.num_envs),
        n_epochs=config.n_epochs,
        gamma=config.gamma,
        gae_lambda=config.gae_lambda,
        clip_range=config.clip_range,
        ent_coef=config.ent_coef,
        vf_coef=config.vf_coef,
        target_kl=config.target_kl or None,
        seed=config.seed,
        device="cpu",
        policy_kwargs={
            "features_extractor_class": Trunk,
            "features_extractor_kwargs": {"features_dim": config.hidden[0]},
            "net_arch": {"pi": own, "vf": own},
            "activation_fn": torch.nn.ReLU,
        },
    )


def snapshot(model: MaskablePPO, config: Config) -> Network:
    """The policy as plain arrays."""
    linear = [model.policy.features_extractor.linear]
    linear += [layer for layer in model.policy.mlp_extractor.policy_net if isinstance(layer, torch.nn.Linear)]
    linear.append(model.policy.action_net)
    arrays = [(one.weight.detach().numpy().copy(), one.bias.detach().numpy().copy()) for one in linear]
    about = {
        "game": load_game(config.game).name,
        "num_players": config.num_players,
        "features": config.features,
        "options": config.options,
        "timesteps": int(model.num_timesteps),
    }
    return Network(arrays, about)


class Training:
    """A run in its folder.

    Args:
        config: the settings.
        folder: where its files are; a run that was stopped goes on after its last round.
        say: is told about each round.
        progress: is told how far a round is, some times a second.
    """

    def __init__(
        self,
        config: Config,
        folder: RunFolder,
        say: Callable[[str], object] = str,
        progress: Callable[[str], object] = str,
    ) -> None:
        self.config, self.folder, self._say, self._progress = config, folder, say, progress
        self.game: Game = load_game(config.game)
        torch.set_num_threads(config.threads)
        self._env, seen = make_env(config)
        self.model = make_model(config, seen)
        self._latest = Latest()
        (folder.path / "pool").mkdir(exist_ok=True)
        board = TensorBoardOutputFormat(str(folder.path / "tensorboard"))
        self.model.set_logger(Logger(str(folder.path), [board, self._latest]))
        if folder.rounds:
            try:
                self.model.set_parameters(str(folder.checkpoint), device="cpu")
            except Exception as error:  # damaged archives make zipfile and torch raise nearly anything
                raise ValueError(
                    f"{str(folder.checkpoint)!r} is damaged ({type(error).__name__}): put back a copy of it, or begin another run in "
                    "another folder; best.npz and last.npz still play"
                ) from error
            self.model.num_timesteps = folder.timesteps
        self._past: dict[int, PolicyAgent] = {}
        self._update_seconds = 0.0

    def run(self) -> None:
        """Plays rounds until the limits of the settings are reached."""
        try:
            while not self._done():
                self._round()
        finally:
            self._env.close()
            self.model.logger.close()

    def _done(self) -> bool:
        config, folder = self.config, self.folder
        if config.timesteps and folder.timesteps >= config.timesteps:
            return True
        return folder.seconds >= 60 * config.minutes

    def _round(self) -> None:
        """Learns, measures, writes. When the time is over the round ends with the updates it has made; without any it is
        left out, but for the first one."""
        config, folder, model = self.config, self.folder, self.model
        begun = perf_counter()
        seed = int(np.random.SeedSequence([config.seed, folder.rounds]).generate_state(1)[0])
        set_random_seed(seed)
        self._env.set_opponents(self._opponents())
        model.env.seed(seed)
        model.set_env(model.env, force_reset=True)
        for told in (model.ep_info_buffer, model.ep_success_buffer):
            if told:
                told.clear()  # of the round before
        update = config.n_steps * config.num_envs
        deadline = begun + self._seconds_left()
        watch = Watch(deadline, self._update_seconds, lambda decisions: self._tell(begun, decisions))
        model.learn(config.round_updates * update, callback=watch, reset_num_timesteps=False)
        steps, self._update_seconds = watch.updates * update, watch.update_seconds
        model.num_timesteps = folder.timesteps + steps  # decisions without an update taught nothing
        learned = perf_counter()
        if not steps and folder.rounds:
            folder.seconds += learned - begun
            folder.commit()
            return
        agent = PolicyAgent(snapshot(model, config), game=self.game)
        scores = {bot: self._measure(agent, bot) for bot in config.bots}
        measured = perf_counter()
        for bot, score in scores.items():
            model.logger.record(f"evaluation/{bot}", score.rate)
        model.logger.dump(model.num_timesteps)
        folder.rounds += 1
        folder.timesteps = int(model.num_timesteps)
        folder.seconds += measured - begun
        logged = {name: self._latest.values.get(key) for key, name in TOLD.items()}
        folder.curve.append(
            {
                "round": folder.rounds,
                "timesteps": folder.timesteps,
                "seconds": round(folder.seconds, 1),
                "steps_per_s": round(steps / (learned - begun)),
                "evaluation_seconds": round(measured - learned, 1),
                **{name: None if value is None else round(float(value), 5) for name, value in logged.items()},
                **columns(scores),
            }
        )
        self._write(agent.network, scores)
        rates = ", ".join(f"{bot} {100 * score.rate:.0f} %" for bot, score in scores.items())
        self._say(
            f"round {folder.rounds}: {folder.timesteps} decisions, {folder.seconds:.0f} s, "
            f"{steps / (learned - begun):.0f} decisions/s; wins against {rates}"
        )

    def _seconds_left(self) -> float:
        """For the decisions and updates of the next round; the evaluation after it takes as long as the last one did."""
        curve = self.folder.curve
        measuring = curve[-1]["evaluation_seconds"] if curve else 0.0
        return 60 * self.config.minutes - self.folder.seconds - float(measuring)

    def _tell(self, begun: float, decisions: int) -> None:
        """How far the round is, in words."""
        config, seconds = self.config, perf_counter() - begun
        self._progress(
            f"round {self.folder.rounds + 1}: {decisions} of {config.round_updates * config.n_steps * config.num_envs} "
            f"decisions, {decisions / seconds:.0f} a second; {(self.folder.seconds + seconds) / 60:.1f} of "
            f"{config.minutes:g} minutes"
        )

    def _opponents(self) -> dict[Any, float]:
        """Whom the games of the next round are played against, with weights."""
        config, pool = self.config, self.folder.pool
        rng = np.random.default_rng([config.seed, self.folder.rounds])
        chosen = sorted(rng.choice(pool, min(config.past_opponents, len(pool)), replace=False).tolist())
        drawn: dict[Any, float] = {name: weight for name, weight in config.opponents.items() if name != PAST}
        self._past = {
            number: self._past.get(number)
            or PolicyAgent(self.folder.snapshot(number), name=f"round {number}", game=self.game)
            for number in chosen
        }
        for agent in self._past.values():
            drawn[agent] = config.opponents.get(PAST, 0.0) / len(chosen)
        if not sum(drawn.values()):
            drawn = dict.fromkeys(drawn, 1.0)
        return drawn

    def _measure(self, agent: PolicyAgent, bot: str) -> Score:
        config = self.config
        self._progress(f"round {self.folder.rounds + 1}: {config.evaluation_games} games against {bot}")
        return evaluate(
            agent,
            self.game,
            bot,
            games=config.evaluation_games,
            seed=EVALUATION_DEALS,
            num_players=config.num_players,
            options=config.options,
        )

    def _write(self, network: Network, scores: dict[str, Score]) -> None:
        """All files of the run; the state last, which makes them the ones to resume from."""
        folder, path = self.folder, self.folder.path
        part = path / "model.part.zip"
        self.model.save(part)
        os.replace(part, folder.checkpoint)
        network.save(folder.snapshot(folder.rounds))
        folder.pool = thinned([*folder.pool, folder.rounds], self.config.pool_size)
        network.save(path / "last.npz")
        mean = sum(score.rate for score in scores.values()) / max(1, len(scores))
        if mean > folder.best:
            folder.best = mean
            network.save(path / "best.npz")
        folder.commit()


def columns(scores: dict[str, Score]) -> dict[str, float]:
    """The columns of the curve that tell scores."""
    made: dict[str, float] = {}
    for bot, score in scores.items():
        made |= {f"{bot}": round(score.rate, 4), f"{bot}_low": round(score.low, 4), f"{bot}_high": round(score.high, 4)}
    return made


def train(
    path: Path,
    config: Config | None = None,
    say: Callable[[str], object] = str,
    progress: Callable[[str], object] = str,
) -> RunFolder:
    """Trains in a folder: a new run with these settings, or, without settings, the one that is there further on.

    Args:
        path, config: the folder and the settings.
        say, progress: are told about each round, and how far it is.

    Raises:
        ValueError: a run is there already, or none to resume.
    """
    if config is None:
        folder, config = RunFolder.open(path)
    else:
        folder = RunFolder.create(path, config)
    Training(config, folder, say, progress).run()
    return folder
