"""Fitting a value in rounds: each adds games of the kind that the value before it gets wrong, then fits to all games so far.

Round 1 has games of the policy with turns of random choices, round 2 games of the policy with turns that a search with the value of round
1 plays, and each further round games that the search plays on its own. A run is stored in a folder, part by part, and can be resumed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from fs_env.agents.networks.archive import opened, write_archive
from fs_env.agents.networks.layers import Layers
from fs_env.agents.search.flat import FlatSearcher
from fs_env.agents.search.searcher import compiled_bot
from fs_env.agents.search.settings import FlatSettings
from fs_env.agents.values.files import load_layers, reader_of, save_value
from fs_env.agents.values.network import FIRST
from fs_env.core.files import FileKind, write_whole
from fs_env.core.machine.run.game import Game
from fs_env.registry.games import load_game
from fs_env.training.values.fit import Fit, expected_shares, judge, train
from fs_env.training.values.gains import GainMeter, Gains, pooled
from fs_env.training.values.positions import Positions, Sampler
from fs_env.training.values.targets import blended_shares, cross_fitted

PLAN = "plan.json"
FILE = FileKind("the plan of fs-env fit-value", "restore it, or choose another folder")
GAMES_FILE = FileKind(
    "positions of fs-env fit-value", "copy it again, or delete it: the same command plays its games again", 2**33
)
PART = 200  # games of the smallest file
HELD_BACK = 20  # every n-th game judges the value
SEEDS_OF_A_ROUND = 10**8
STRAYS, SEARCHED, OWN = "strays", "searched", "own"  # kinds of rounds


@dataclass(frozen=True)
class ValuePlan:
    """Plan of a fit: the games, the rounds and the targets.

    Attributes:
        variants: options of the games; all of them get as many games.
        policy: spec of the compiled bot that plays and that the search improves.
        games: of each variant, for each round; as many rounds as there are numbers.
        rollouts: of the search, for one choice.
        measured: deviations whose gain is measured for each variant in each round from the second on.
        rank: of the weights of the inputs, see `train`.
        together: whether the seats win or lose together in these games.
    """

    game: str
    num_players: int
    variants: tuple[dict[str, int], ...] = ({},)
    policy: str = "heuristic"
    games: tuple[int, ...] = (60_000, 2_000, 500)
    rollouts: int = 200
    measured: int = 200
    seed: int = 10_000_000
    epochs: int = 2
    rank: int = FIRST
    together: bool = False

    def __post_init__(self) -> None:
        reader_of(self.game, self.together)
        if not self.games or not self.variants or min(*self.games, self.rollouts, self.epochs, self.num_players) < 1:
            raise ValueError(f"plan {asdict(self)}: expected rounds and variants, and numbers of at least 1")
        if not 1 <= self.rank <= FIRST:
            raise ValueError(f"rank {self.rank}: expected 1 to {FIRST}, the units of the first layer")


@dataclass(frozen=True)
class RoundReport:
    """A round: how good its value is; what compares with the value before is None in round 1.

    Attributes:
        positions: of all rounds so far, those that judge the value included.
        fit: over games held back, of all rounds so far; phases: the same for thirds of the turns.
        own_fit: over games held back, of this round; before: that of the value before.
        unseen: that of the value before, over all games of this round, of which it was fitted to none.
        gains: of the deviations of the search with the value before.
    """

    number: int
    kind: str
    positions: int
    fit: Fit
    phases: dict[str, Fit]
    own_fit: Fit
    before: Fit | None
    unseen: Fit | None
    gains: Gains | None


class ValueRun:
    """A run in a folder. Raises ValueError if the folder has a run with another plan."""

    def __init__(self, folder: Path, plan: ValuePlan, progress: Callable[[str], None] = print) -> None:
        self.folder, self.plan, self.progress = folder, plan, progress
        compiled_bot(plan.policy, load_game(plan.game))  # raises before anything is written
        folder.mkdir(parents=True, exist_ok=True)
        written = json.loads(json.dumps(asdict(plan)))
        if (folder / PLAN).exists():
            found = stored_plan(folder)
            differing = sorted(key for key in written if found.get(key) != written[key] and key != "games")
            if differing or found["games"] != written["games"][: len(found["games"])]:
                raise ValueError(
                    f"{folder}: contains a run with another plan ({', '.join(differing) or 'games'}): choose another folder"
                )
        write_whole(folder / PLAN, json.dumps(written, indent=1))
        self._reader = reader_of(plan.game, plan.together)
        self._winning = load_game(plan.game).winning(plan.together)

    def run(self, game: Game) -> Iterator[RoundReport]:
        """Plays and fits round after round; the value of the last one is `value(n)`."""
        before: Layers | None = None
        for number in range(1, len(self.plan.games) + 1):
            report = self.folder / f"round-{number}.json"
            measured = [self._play(game, number, variant) for variant in range(len(self.plan.variants))]
            gains = [part for part in measured if part is not None and part.deviations > 1]
            layers, size = self._fit(number)
            yield self._report(number, size, layers, before, pooled(gains) if gains else None, report)
            before = layers

    def value(self, number: int) -> Path:
        return self.folder / f"value-{number}.npz"

    def kind(self, number: int) -> str:
        return STRAYS if number == 1 else SEARCHED if number == 2 else OWN

    def _play(self, game: Game, number: int, variant: int) -> Gains | None:
        plan, kind = self.plan, self.kind(number)
        name, part = f"games-{number}-{variant}", f"round {number}, {kind}, variant {variant}"
        goal, gains = plan.games[number - 1], None
        done, k = 0, 0
        while (file := self.folder / f"{name}-{k}.npz").exists():
            about = read_about(file)
            gains = Gains(**about["gains"]) if about["gains"] else None
            done, k = done + int(about["games"]), k + 1
        meter = searcher = None
        if done < goal:
            self.progress(f"{part}: {done} of {goal} games are there, playing the others")
        while done < goal:
            if kind != STRAYS:
                value = str(self.value(number - 1))
                parameters = {"rollouts": str(plan.rollouts), "policy": plan.policy, "value": value, "max_horizon": "0"}
                settings = FlatSettings.of_game(plan.game, parameters)
                flat = FlatSearcher(game, plan.num_players, settings, cooperative=plan.together)
                searcher = meter = meter or GainMeter(flat, most=plan.measured)
            at_once = min(goal - done, PART if searcher is not None else 25 * PART)
            sampler = Sampler(
                game,
                {"num_players": plan.num_players, **plan.variants[variant]},
                compiled_bot(plan.policy, game),
                self._reader.extract,
                seed=plan.seed + SEEDS_OF_A_ROUND * (10 * number + variant) + done,
                stored=1.0 if kind == OWN else 0.2,
                stray=1.0 if kind == OWN else 0.15,
                searcher=searcher,
                rows=64 if searcher is not None else 256,
            )
            found = sampler.games(at_once)
            gains = meter.gains() if meter is not None else None
            save_positions(self.folder / f"{name}-{k}.npz", found, at_once, gains)
            done, k = done + at_once, k + 1
            self.progress(f"{part}: {done} of {goal} games")
        return gains

    def _stored(self, rounds: Iterable[int], *, held_back: bool) -> Positions:
        files = [file for number in rounds for file in sorted(self.folder.glob(f"games-{number}-*.npz"))]
        # a part at a time: millions of positions are gigabytes
        parts = (load_positions(file, self._reader.N_INPUTS) for file in files)
        return Positions.join([part.where((part.games % HELD_BACK == 0) == held_back) for part in parts])

    def _fit(self, number: int) -> tuple[Layers, int]:
        data = self._stored(range(1, number + 1), held_back=False)
        self.progress(f"round {number}: fitting to {len(data)} positions")
        inputs, rank, winning = self._reader.N_INPUTS, self.plan.rank, self._winning
        epochs = max(1, self.plan.epochs // 2)
        expected = cross_fitted(data, inputs, epochs=epochs, rank=rank, winning=winning)
        targets = blended_shares(data, expected)
        layers = train(data, inputs, epochs=self.plan.epochs, rank=rank, targets=targets, winning=winning)
        about = {name: getattr(self.plan, name) for name in ("num_players", "policy", "together")} | {"round": number}
        save_value(self.value(number), layers, self.plan.game, about, rank=rank)
        return load_layers(self.value(number), self.plan.game)[0], len(data)

    def _report(
        self, number: int, size: int, layers: Layers, before: Layers | None, gains: Gains | None, file: Path
    ) -> RoundReport:
        held, own = (self._stored(rounds, held_back=True) for rounds in (range(1, number + 1), [number]))
        winning = self._winning

        def judged(layers: Layers, data: Positions) -> Fit:
            return judge(expected_shares(layers, data, winning=winning), data.shares, winning)

        expected = expected_shares(layers, held, winning=winning)
        early, late = np.quantile(held.turns, (1 / 3, 2 / 3))
        phases = {"early": held.turns <= early, "middle": (held.turns > early) & (held.turns <= late)}
        phases["late"] = held.turns > late
        unseen = None
        if before is not None:
            new = Positions.join([own, self._stored([number], held_back=False)])
            unseen = judged(before, new)
        report = RoundReport(
            number=number,
            kind=self.kind(number),
            positions=size + len(held),
            fit=judge(expected, held.shares, winning),
            phases={k: judge(expected[at], held.shares[at], winning) for k, at in phases.items() if at.any()},
            own_fit=judged(layers, own),
            before=None if before is None else judged(before, own),
            unseen=unseen,
            gains=gains,
        )
        write_whole(file, json.dumps(asdict(report), indent=1))
        return report


def stored_plan(folder: Path) -> dict[str, Any]:
    """The plan in a folder, as JSON values. Raises FileFault if it is damaged."""
    found = FILE.table(folder / PLAN)
    missing = [one.name for one in fields(ValuePlan) if one.name not in found]
    if missing or not isinstance(found["games"], list):
        FILE.refuse(folder / PLAN, f"it has no {missing[0]}" if missing else f"its games are {found['games']!r}")
    return found


def save_positions(file: Path, positions: Positions, games: int, gains: Gains | None) -> None:
    write_archive(file, {"games": games, "gains": None if gains is None else asdict(gains)}, vars(positions))


def load_positions(file: Path, inputs: int = 2**15) -> Positions:
    """The positions of a file. Raises FileFault for another file, or inputs beyond that number."""
    with opened(GAMES_FILE, file) as (_, arrays):
        built = Positions(**{name: arrays[name] for name in Positions.__dataclass_fields__})
        built.check(inputs)
        return built


def read_about(file: Path) -> dict[str, Any]:
    with opened(GAMES_FILE, file) as (about, _):
        if type(about["games"]) is not int or about["games"] < 1:
            raise ValueError(f"it has {about['games']!r} games")
        if about["gains"] is not None:
            Gains(**about["gains"])
            if not all(type(number) in (int, float) for number in about["gains"].values()):
                raise ValueError(f"its gains are {about['gains']!r}")
        return about
