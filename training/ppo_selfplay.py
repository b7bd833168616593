"""Masked PPO in self-play: one policy for all seats, against its own past and named bots.

PPO: J. Schulman et al., "Proximal policy optimization algorithms" (2017), https://arxiv.org/abs/1707.06347. Masks of legal
actions: S. Huang, S. Ontañón, "A closer look at invalid action masking" (2020), https://arxiv.org/abs/2006.14171. Both are
implemented by sb3-contrib's MaskablePPO.

A run consists of rounds. A round begins new games in all rows, draws the opponents of each, updates the policy several
times, stores a snapshot, plays against the bots and writes its files. All randomness in a round follows from the seed and the
number of the round: a run that is stopped and resumed gives the same result as an uninterrupted one. Only the last round
before the limit of minutes is cut short, at a point that depends on the clock.
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

from fs_env.agents.networks.agent import NetworkAgent
from fs_env.agents.networks.archive import check_sums
from fs_env.agents.networks.network import SparseNetwork, made_for
from fs_env.agents.networks.policy import NetworkPolicy
from fs_env.core.files import FileKind
from fs_env.envs.sb3 import GameVecEnv
from fs_env.envs.vector import GameVectorEnv
from fs_env.registry.games import load_game
from fs_env.training.config import ALGORITHM, PAST, Config
from fs_env.training.evaluation import Score, columns, measure
from fs_env.training.features import Features
from fs_env.training.network import LeanPolicy, Trunk
from fs_env.training.records import PROGRESS, RunFolder, is_number, thinned
from fs_env.training.shaping import POTENTIALS
from fs_env.training.wrappers import FeatureObservations, ShapedRewards

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

Settings = Config
CHECKPOINT = FileKind("a checkpoint of a run", PROGRESS.advice, 2**33)
PAUSE = 0.5  # seconds between two progress messages
EVALUATION_DEALS = 10**9  # first seed of the evaluation games, which are the same after each round
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
        """Stores the logged values."""
        self.values |= key_values

    def close(self) -> None:
        """Clears the values."""
        self.values.clear()


class Watch(BaseCallback):
    """Reports the progress of a round, and ends it when its time is up.

    Attributes:
        updates: updates of this round, including the one that follows the last decisions.
        update_seconds: duration of the last update.

    Args:
        deadline: time on the clock of `perf_counter`; stops collecting decisions whose update would come too late.
        update_seconds: expected duration of an update.
        tell: called with the number of decisions since the round began, a few times a second.
    """

    def __init__(self, deadline: float, update_seconds: float, tell: Callable[[int], object]) -> None:
        super().__init__()
        self.updates, self.update_seconds = 0, update_seconds
        self._collected: float | None = None  # when the decisions of the last update were complete
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
    """Makes the environment; returns it, and the same environment wrapped for the learner."""
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
    """Makes a new learner."""
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


def snapshot(model: MaskablePPO, config: Config) -> SparseNetwork:
    """The policy as a network that plays in compiled code."""
    first = model.policy.features_extractor.linear
    between = [layer for layer in model.policy.mlp_extractor.policy_net if isinstance(layer, torch.nn.Linear)]
    last = model.policy.action_net
    pairs = [(layer.weight.T, layer.bias) for layer in (first, *between)] + [(last.weight, last.bias)]
    layers = [(weight.detach().numpy(), bias.detach().numpy()) for weight, bias in pairs]
    game = load_game(config.game)
    about = made_for(game, config.num_players, config.options)
    about["training"] = {"algorithm": ALGORITHM, "features": config.features, "decisions": int(model.num_timesteps)}
    return SparseNetwork(Features(game, config.num_players, config.features).table(), layers, [], about)


class Training:
    """A run in its folder.

    Args:
        config: the settings.
        folder: the folder of the run; a run that was stopped continues after its last round.
        say: called with a message after each round.
        progress: called with a progress message, a few times a second.
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
            with CHECKPOINT.checked(folder.checkpoint):
                check_sums(CHECKPOINT, folder.checkpoint)
                self.model.set_parameters(str(folder.checkpoint), device="cpu")
            self.model.num_timesteps = folder.timesteps
        self._past: dict[int, NetworkAgent] = {}
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
        """Trains, evaluates and writes the files. When the time is up, the round ends with the updates made so far; a round
        without an update is dropped, unless it is the first one."""
        config, folder, model = self.config, self.folder, self.model
        begun = perf_counter()
        self._tell(begun, 0)
        seed = int(np.random.SeedSequence([config.seed, folder.rounds]).generate_state(1)[0])
        set_random_seed(seed)
        self._env.set_opponents(self._opponents())
        model.env.seed(seed)
        model.set_env(model.env, force_reset=True)
        for told in (model.ep_info_buffer, model.ep_success_buffer):
            if told:
                told.clear()  # values of the previous round
        update = config.n_steps * config.num_envs
        deadline = begun + self._seconds_left()
        watch = Watch(deadline, self._update_seconds, lambda decisions: self._tell(begun, decisions))
        model.learn(config.round_updates * update, callback=watch, reset_num_timesteps=False)
        steps, self._update_seconds = watch.updates * update, watch.update_seconds
        model.num_timesteps = folder.timesteps + steps  # decisions without an update do not count
        learned = perf_counter()
        if not steps and folder.rounds:
            folder.seconds += learned - begun
            folder.commit()
            return
        network = snapshot(model, config)
        scores = {bot: self._measure(network, bot) for bot in config.bots}
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
        self._write(network, scores)
        rates = ", ".join(f"{bot} {100 * score.rate:.0f} %" for bot, score in scores.items())
        self._say(
            f"round {folder.rounds}: {folder.timesteps} decisions, {folder.seconds:.0f} s, "
            f"{steps / (learned - begun):.0f} decisions/s; wins against {rates}"
        )

    def _seconds_left(self) -> float:
        """Seconds for the decisions and updates of the next round, if its evaluation takes as long as the last one."""
        curve = self.folder.curve
        measuring = curve[-1].get("evaluation_seconds") if curve else None
        return 60 * self.config.minutes - self.folder.seconds - float(measuring or 0.0)

    def _tell(self, begun: float, decisions: int) -> None:
        """Reports the progress of the round."""
        config, seconds = self.config, max(1e-9, perf_counter() - begun)
        last = self.folder.curve[-1] if self.folder.curve else {}
        rates = [f"{bot} {100 * last[bot]:.0f} %" for bot in config.bots if is_number(last.get(bot))]
        wins = f"; wins so far: {', '.join(rates)}" if rates else ""
        left = max(0.0, 60 * config.minutes - self.folder.seconds - seconds)
        self._progress(
            f"round {self.folder.rounds + 1}: {decisions} of {config.round_updates * config.n_steps * config.num_envs} "
            f"decisions, {decisions / seconds:.0f} per second, {left:.0f} s left{wins}"
        )

    def _opponents(self) -> dict[Any, float]:
        """The opponents of the next round, with their weights."""
        config, pool = self.config, self.folder.pool
        rng = np.random.default_rng([config.seed, self.folder.rounds])
        chosen = sorted(rng.choice(pool, min(config.past_opponents, len(pool)), replace=False).tolist())
        drawn: dict[Any, float] = {name: weight for name, weight in config.opponents.items() if name != PAST}
        self._past = {
            number: self._past.get(number) or past_agent(self.folder.snapshot(number), number, self.game)
            for number in chosen
        }
        for agent in self._past.values():
            drawn[agent] = config.opponents.get(PAST, 0.0) / len(chosen)
        if not sum(drawn.values()):
            drawn = dict.fromkeys(drawn, 1.0)
        return drawn

    def _measure(self, network: SparseNetwork, bot: str) -> Score:
        config = self.config
        self._progress(f"round {self.folder.rounds + 1}: {config.evaluation_games} games against {bot}")
        return measure(
            network,
            config.game,
            bot,
            games=config.evaluation_games,
            seed=EVALUATION_DEALS,
            num_players=config.num_players,
            options=config.options,
            temperature=1.0,
        )

    def _write(self, network: SparseNetwork, scores: dict[str, Score]) -> None:
        """Writes all files of the run; the state is last, because a run resumes from the files that it names."""
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


def past_agent(file: Path, number: int, game: Game) -> NetworkAgent:
    """The snapshot of a round, which draws its actions as it did in training."""
    return NetworkAgent(NetworkPolicy(SparseNetwork.load(file, game), temperature=1.0, name=f"round {number}"))


def train(
    folder: Path,
    settings: Config | None,
    say: Callable[[str], object] = str,
    resume: bool = False,
    progress: Callable[[str], object] = str,
) -> RunFolder:
    """Trains in a folder.

    Args:
        folder: of the run.
        settings: of a new run; to resume, None: those it has, or the same with other limits.
        say, progress: called with a message after each round, and with progress messages.
        resume: go on with the run in the folder.

    Raises:
        ValueError: the folder already has a run, or has none to resume.
    """
    if resume:
        run, settings = RunFolder.open(folder, settings)
    else:
        settings = Config() if settings is None else settings
        run = RunFolder.create(folder, settings)
    Training(settings, run, say, progress).run()
    return run
