"""A run that trains a network of `agents.networks`: its folder, its checkpoint, its curve, and how it continues after a stop.

config.toml      the settings: `fs-env train ALGO ANOTHER_RUN --config config.toml` begins the same run again
checkpoint.pt    network, optimizer and progress after the last complete round: what --resume needs
curve.csv        one line per round; TensorBoard reads the same from tensorboard/
last.npz         the network of the last round, `policy:RUN/last.npz`
best.npz         the one that won most greedy games against the last of the bots

Every file is written under a temporary name and renamed. The checkpoint is one file, so it cannot disagree with itself; it is
written last, so a run that is killed repeats its last round and writes the same files. All randomness of a round follows from the
seed and the number of the round (`begin_round`).

An algorithm has a dataclass `Settings` in a module of `training.settings`, and a module of the same name with a function

    def learn(run: Run[Settings]) -> None:
        net = run.network()
        optimizer = run.optimizer(net)
        while not run.over():
            rng = run.begin_round()
            ...  # learn; `run.left()` seconds are left, `run.check(loss)` refuses NaN
            run.end_round(net, optimizer, decisions, {"loss": ...})
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from pathlib import Path
from time import perf_counter
from typing import Any, Generic, TypeVar

import numpy as np
import torch

from fs_env.agents.networks.inputs import Inputs, inputs_for
from fs_env.agents.networks.network import SparseNetwork, check_options, check_purpose, made_for
from fs_env.agents.networks.shipped_files import find_file
from fs_env.core.files import write_whole
from fs_env.registry.games import load_game
from fs_env.training.checkpoint import (
    CHECKPOINT,
    FILE,
    PROGRESS,
    is_number,
    load_weights,
    read_checkpoint,
    shape_of,
    write_checkpoint,
)
from fs_env.training.evaluation import Score, columns, measure
from fs_env.training.networks.helpers import HELPERS
from fs_env.training.networks.positions import play_positions
from fs_env.training.networks.torch_network import TorchNetwork, Tower
from fs_env.training.records import as_csv, refuse_used, stored_settings, with_limits, write_settings
from fs_env.training.settings.run_settings import RunSettings, check_bots

POSITIONS = 20_000  # in which the inputs of a new network are found
HELD_OUT, SETS = "held_out", "sets"  # options of games that say which cards there are
EVALUATION_DEALS = 10**9  # first seed of the evaluation games
DEALS_A_ROUND = 10**6
FINAL_RATE = 0.1  # part of the learning rate that is left at the end
GREEDY, SAMPLED = "", "sampled_"  # in front of the columns of the curve

S = TypeVar("S", bound=RunSettings)


class Diverged(RuntimeError):
    """A loss or a weight is no finite number; the checkpoint is that of the round before."""


class Run(Generic[S]):
    """A run in its folder.

    Attributes:
        rounds, decisions, seconds: done so far; decisions are those that were learned from, seconds include evaluation.
        curve: one line per round.
        best: highest greedy win rate against the last of the bots.
        extra: what the algorithm keeps in the checkpoint besides: JSON values and tensors, by name.
        scores: those of the last round, by column.
    """

    def __init__(
        self,
        path: Path,
        algorithm: str,
        settings: S,
        say: Callable[[str], object] = str,
        progress: Callable[[str], object] = str,
    ) -> None:
        self.path, self.algorithm, self.settings, self.say, self.progress = path, algorithm, settings, say, progress
        self.game = load_game(settings.game)
        self.rounds, self.decisions, self.seconds, self.best = 0, 0, 0.0, -1.0
        self.curve: list[dict[str, Any]] = []
        self.extra: dict[str, Any] = {}
        self.scores: dict[str, Score] = {}
        self._stored: dict[str, Any] = {}
        self._board: Any = None
        self._begun, self._begins = perf_counter(), False

    # -- begin and resume ----------------------------------------------------------------------------------------------

    @classmethod
    def open(
        cls,
        path: Path,
        algorithm: str,
        kind: type[S],
        settings: S | None,
        resume: bool,
        say: Callable[[str], object] = str,
        progress: Callable[[str], object] = str,
    ) -> Run[S]:
        """Begins or resumes a run; arguments and errors as of `fs_env.training.train`."""
        if not resume:
            refuse_used(path)
            run = cls(path, algorithm, settings if settings is not None else kind(), say, progress)
            run._prepare()
            return run
        stored = stored_settings(path, algorithm, kind)
        run = cls(path, algorithm, with_limits(path, stored, settings), say, progress)
        run._prepare()
        if (path / CHECKPOINT).is_file():
            run._take(path / CHECKPOINT)
        return run

    def _prepare(self) -> None:
        torch.set_num_threads(self.settings.threads)
        HELPERS.use(self.settings.threads - 1)
        if self.settings.device != "cpu" and not torch.cuda.is_available():
            raise ValueError(f"device={self.settings.device!r}: torch finds no such device here: choose cpu")
        check_bots(self.settings, self.game)

    def _take(self, path: Path) -> None:
        self._stored, about, progress = read_checkpoint(path)
        check_purpose(path, about, self.game, self.settings.num_players)
        check_options(path, about, self.game, self.settings.options)
        for name, value in progress.items():
            setattr(self, name, value)

    def __enter__(self) -> Run[S]:
        return self

    def __exit__(self, *error: object) -> None:
        if self._board is not None:
            self._board.close()

    # -- network and optimizer -----------------------------------------------------------------------------------------

    @property
    def made_for(self) -> dict[str, Any]:
        return made_for(self.game, self.settings.num_players, self.settings.options)

    def network(
        self,
        *,
        prior_policy: str | None = None,
        prior_logit: float = 0.0,
        critic: bool = False,
        recurrent_size: int | None = None,
    ) -> TorchNetwork:
        """The network to train: that of the checkpoint, of `init`, or a new one, on the device.

        Args:
            prior_policy: that the network gets if it has none; empty: it stays as it is; None: the algorithm can train none with one.
            prior_logit: what is added at first to the logit of what the prior policy would do.
            critic: it gets a centralized critic.
            recurrent_size: numbers of the recurrent state that it gets if it has none; 0: it stays as it is; None: the algorithm can
                train none with one.

        Raises:
            ValueError: `init` is no network, one for something else, or one with a prior policy or recurrent state, not trained here.
        """
        settings = self.settings
        torch.manual_seed(settings.seed)
        if self._stored:
            net = self._stored_network(critic)
        elif settings.init:
            net = self._initial_network(prior_policy, recurrent_size)
        else:
            net = self._new_network()
        if prior_policy and not net.prior_policy:
            net.take_prior_policy(prior_policy, prior_logit)
        if critic and net.critic is None:
            net.take_critic(settings.num_players, settings.value_hidden)
        if recurrent_size and net.recurrence is None:
            net.take_recurrence(recurrent_size)
        return net.to(settings.device)

    def _stored_network(self, critic: bool) -> TorchNetwork:
        settings, stored = self.settings, self._stored
        with FILE.checked(self.path / CHECKPOINT):
            net = self._new(*shape_of(stored))
            if stored.get("prior_policy"):
                net.take_prior_policy(stored["prior_policy"])
            if critic:
                net.take_critic(settings.num_players, settings.value_hidden)
            if stored.get("recurrent_size"):
                net.take_recurrence(stored["recurrent_size"])
            load_weights(net, stored)
        return net

    def _initial_network(self, prior_policy: str | None, recurrent_size: int | None) -> TorchNetwork:
        settings, path = self.settings, find_file(self.settings.init)
        found = SparseNetwork.load(path, self.game, settings.num_players)
        check_options(path, found.about, self.game, settings.options)
        net = TorchNetwork.of(found)
        net.made_for = self.made_for
        net.policy = net.policy or Tower(found.inputs.size, settings.hidden, self.game.num_actions, 0.01)
        net.value = net.value or Tower(found.inputs.size, settings.value_hidden, 1, 0.01)
        without = f"{self.algorithm} trains networks without one"
        if net.prior_policy and prior_policy not in ("", net.prior_policy):
            wanted = without if prior_policy is None else f"prior_policy={prior_policy!r}"
            raise ValueError(
                f"init={settings.init!r}: its prior policy is {net.prior_policy!r}, and {wanted}: choose another network, or ppo"
            )
        if net.recurrence is not None and recurrent_size not in (0, net.recurrence.size):
            wanted = without if recurrent_size is None else f"recurrent_size={recurrent_size}"
            raise ValueError(
                f"init={settings.init!r}: its recurrent state has {net.recurrence.size} numbers, and {wanted}: choose another "
                "network, or ppo"
            )
        return net

    def _new_network(self) -> TorchNetwork:
        settings = self.settings
        self.progress(f"determining the inputs of a new network from {POSITIONS} positions of games")
        shown, _ = play_positions(
            self.game,
            settings.inputs_from or settings.bots[-1],
            POSITIONS,
            num_players=settings.num_players,
            options=self.options_of_inputs(),
            seed=settings.seed,
        )
        return self._new(inputs_for(self.game, shown), settings.hidden, settings.value_hidden)

    def _new(self, inputs: Inputs, policy: list[int], value: list[int]) -> TorchNetwork:
        settings = self.settings
        return TorchNetwork(
            inputs,
            self.made_for,
            policy=policy,
            value=value,
            shared=settings.shared,
            printed=bool(settings.printed),
            shared_actions=bool(settings.shared_actions),
        )

    def options_of_inputs(self) -> dict[str, int]:
        """The options of the games in which the inputs of a new network are found. Cards that training leaves out have inputs where they
        have a meaning without being learned; elsewhere their weights would stay what was drawn for them."""
        settings = self.settings
        if not (settings.shared and settings.printed):
            return dict(settings.options)
        found = {name: value for name, value in settings.options.items() if name != HELD_OUT}
        if settings.inputs_sets:
            found[SETS] = self.game.options[SETS].of_names(settings.inputs_sets)
        return found

    def optimizer(self, net: TorchNetwork, **settings: Any) -> torch.optim.Adam:
        """Adam over the network, with what it had reached in the checkpoint; `settings` go to `torch.optim.Adam`."""
        fused = self.settings.device == "cpu" or self.settings.device.startswith("cuda")
        built = torch.optim.Adam(net.parameters(), **{"lr": self.settings.learning_rate, "fused": fused, **settings})
        if self._stored:
            with FILE.checked(self.path / CHECKPOINT):
                built.load_state_dict(self._stored["optimizer"])
                for weights, state in built.state.items():
                    if any(state[name].shape != weights.shape for name in ("exp_avg", "exp_avg_sq")):
                        raise ValueError("the optimizer in it is that of another network")
        return built

    def step(self, net: TorchNetwork, optimizer: torch.optim.Optimizer, loss: torch.Tensor) -> float:
        """One gradient step; returns the loss. Raises Diverged, before anything changes, if it is not finite."""
        value = self.check(loss.item())
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        if self.settings.clip_gradient:
            torch.nn.utils.clip_grad_norm_(net.parameters(), self.settings.clip_gradient)
        optimizer.step()
        return value

    def update_learning_rate(self, optimizer: torch.optim.Optimizer, decisions: int = 0) -> None:
        """Sets and reports the learning rate for `decisions` decisions into the current round."""
        self.report(f"{decisions} decisions learned from")
        rate = self.learning_rate(decisions)
        for group in optimizer.param_groups:
            group["lr"] = rate

    def learning_rate(self, decisions: int = 0) -> float:
        """The learning rate `decisions` decisions into the current round."""
        rate = self.settings.learning_rate
        if self.settings.anneal:
            rate *= FINAL_RATE + (1 - FINAL_RATE) * (1 + math.cos(math.pi * self.fraction(decisions))) / 2
        return rate

    # -- rounds --------------------------------------------------------------------------------------------------------

    def over(self) -> bool:
        return self.fraction() >= 1

    def fraction(self, decisions: int = 0) -> float:
        """How much of the run is done, 0 to 1, `decisions` into the current round. With a limit of decisions it depends on
        nothing else, as long as the minutes suffice, so a run repeats itself."""
        settings = self.settings
        if self.seconds >= 60 * settings.minutes:
            return 1.0
        if settings.decisions:
            return min(1.0, (self.decisions + decisions) / settings.decisions)
        spent = perf_counter() - self._begun if decisions else 0.0
        return min(1.0, (self.seconds + spent) / (60 * settings.minutes))

    def left(self) -> float:
        """Seconds that the current round may still take, its evaluation left out; `inf` never."""
        measuring = float(self.curve[-1]["evaluation_seconds"]) if self.curve else 0.0
        return 60 * self.settings.minutes - self.seconds - measuring - (perf_counter() - self._begun)

    def begin_round(self) -> np.random.Generator:
        """Begins a round: seeds torch and Python anew; returns numpy's draws of this round. The first one writes the settings: a run that
        is refused before leaves no folder."""
        if not self._begins:
            self._begins = True
            write_settings(self.path, self.algorithm, self.settings)
        self._begun = perf_counter()
        self.report("begins")
        words = np.random.SeedSequence([self.settings.seed, self.rounds]).generate_state(3)
        torch.manual_seed(int(words[0]))
        random.seed(int(words[1]))
        return np.random.default_rng(int(words[2]))

    def report(self, what: str, scores: Mapping[str, Score] | None = None) -> None:
        """Tells what is being done in the current round, the seconds that are left, and the wins so far: those measured in this round,
        else in the last one."""
        left = 60 * self.settings.minutes - self.seconds - (perf_counter() - self._begun)
        limit = self.settings.decisions
        until = f" or until {limit} decisions" if limit else ""
        last = {name: score.rate for name, score in scores.items()} if scores else self.curve[-1] if self.curve else {}
        rates = [f"{bot} {100 * last[bot]:.1f} %" for bot in self.settings.bots if is_number(last.get(bot))]
        wins = f"; wins so far: {', '.join(rates)}" if rates else ""
        self.progress(f"round {self.rounds + 1}: {what}, {max(0.0, left):.0f} s left{until}{wins}")

    def check(self, loss: float) -> float:
        """The loss; raises Diverged if it is not a finite number."""
        if not math.isfinite(loss):
            raise Diverged(
                f"{self.algorithm}: the loss is {loss} in round {self.rounds + 1}; {self.path} contains the checkpoint of round "
                f"{self.rounds}: begin another run with a lower --learning-rate, from --init {self.path / 'last.npz'}"
            )
        return loss

    def end_round(
        self, net: TorchNetwork, optimizer: torch.optim.Optimizer, decisions: int, figures: Mapping[str, float]
    ) -> None:
        """Evaluates the network, then writes all files.

        Raises:
            Diverged: a weight of the network is not finite.
            OSError: a file cannot be written; the checkpoint of the round before is as it was.
        """
        learned = perf_counter()
        try:
            plays = net.network({"algorithm": self.algorithm, "decisions": self.decisions + decisions})
        except ValueError:
            self.check(math.nan)
            raise
        scores = self.evaluate(plays)
        measured = perf_counter()
        first, bot = self.rounds == 0, self.settings.bots[-1]
        self.rounds, self.decisions = self.rounds + 1, self.decisions + decisions
        self.seconds += measured - self._begun
        line = {
            "round": self.rounds,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 1),
            "decisions_per_s": round(decisions / max(1e-9, learned - self._begun)),
            "evaluation_seconds": round(measured - learned, 1),
            **{name: round(float(value), 6) for name, value in figures.items()},
            **columns(scores),
        }
        self.curve.append(line)
        self.scores = scores
        is_best = scores[GREEDY + bot].rate > self.best
        self.best = max(self.best, scores[GREEDY + bot].rate)
        self._write(net, optimizer, plays, is_best)
        self._show(line, first)
        rates = ", ".join(f"{name} {100 * score.rate:.1f} %" for name, score in scores.items())
        also = ", ".join(f"{name} {value:.4g}" for name, value in figures.items())
        self.say(
            f"round {self.rounds}: {self.decisions} decisions, {self.seconds:.0f} s, {line['decisions_per_s']} a second; "
            f"{also}; wins against {rates}"
        )

    def evaluate(self, network: SparseNetwork) -> dict[str, Score]:
        """Scores by column: greedy and drawing, over the same fresh deals, against each of the bots."""
        settings, scores = self.settings, dict[str, Score]()
        for bot in settings.bots:
            for kind, temperature in ((GREEDY, 0.0), (SAMPLED, 1.0)):
                self.report(f"{settings.evaluation_games} games against {kind}{bot}", scores)
                seed = EVALUATION_DEALS + DEALS_A_ROUND * self.rounds + settings.seed
                scores[f"{kind}{bot}"] = self.measure(network, bot, settings.evaluation_games, seed, temperature)
        return scores

    def measure(self, network: SparseNetwork, bot: str, games: int, seed: int, temperature: float) -> Score:
        """The score of a network in the games of this run; see `evaluation.measure`."""
        game, players, options = self.settings.game, self.settings.num_players, self.settings.options
        scores = measure(
            network, game, bot, games=games, seed=seed, num_players=players, options=options, temperature=temperature
        )
        return scores[""]

    def _write(self, net: TorchNetwork, optimizer: torch.optim.Optimizer, plays: SparseNetwork, is_best: bool) -> None:
        if is_best:
            plays.save(self.path / "best.npz")
        plays.save(self.path / "last.npz")
        progress = {name: getattr(self, name) for name in PROGRESS}
        write_whole(self.path / "curve.csv", as_csv(self.curve))
        write_checkpoint(self.path / CHECKPOINT, self.made_for, progress, self.extra, net, optimizer)

    def _show(self, line: Mapping[str, Any], first: bool) -> None:
        if self._board is None:
            from torch.utils.tensorboard import SummaryWriter

            self._board = SummaryWriter(
                str(self.path / "tensorboard"), purge_step=None if first else int(line["decisions"])
            )
        for name, value in line.items():
            if name not in ("round", "decisions"):
                self._board.add_scalar(name, value, line["decisions"])
        self._board.flush()
