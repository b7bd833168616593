"""A league: a main network, its past selves, and exploiters that look for what beats it.

O. Vinyals et al., "Grandmaster level in StarCraft II using multi-agent reinforcement learning" (2019),
https://doi.org/10.1038/s41586-019-1724-z, small: one main agent, and exploiters that begin as it is.

A round of the league
1. measures how often the main network beats every member of the league, and every bot of `opponents`;
2. trains it by `ppo` against itself and these, those that beat it more often (prioritized fictitious self-play: the weight is
   (1 - win rate) ** hardness), in its own run, RUN/parts/main_00003;
3. makes it a member, and thins out the past selves to `past_selves`, spread over the league;
4. in every `exploit_every`-th round trains an exploiter against it, by `best_response`, in RUN/parts/exploiter_00003; one that wins
   more than equal players do for certain is a member from then on, for at most `exploiters` of them;
5. evaluates and writes its files as every run; the exploiter's share of the win is a column of the curve.

At the end all members and bots play a ladder, and ratings.json has their Elo points. Parts are runs: a league that is killed continues
with the part it was in.
"""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

from fs_env.agents.networks.network import SparseNetwork
from fs_env.arena.plan import LADDER, Plan
from fs_env.arena.tournament import Tournament
from fs_env.core.files import write_whole
from fs_env.training import best_response, settings_of, train
from fs_env.training.checkpoint import CHECKPOINT, FILE, is_count
from fs_env.training.networks.torch_network import TorchNetwork
from fs_env.training.records import CONFIG, thinned
from fs_env.training.run import Run
from fs_env.training.settings.league import Settings
from fs_env.training.settings.run_settings import SELF

MAIN, EXPLOITER = "main", "exploiter"
LEARNERS = {MAIN: "ppo", EXPLOITER: "best_response"}
PARTS, NETWORKS, RATINGS = "parts", "networks", "ratings.json"
SHORTEST = 0.05  # minutes of a part
LEAST = 0.01  # weight of an opponent that is always beaten, so that it is not forgotten
RATING_DEALS = 3 * 10**9


def learn(run: Run[Settings]) -> None:
    own = run.settings
    league = League(run)
    net = run.network(prior_policy=own.prior_policy, prior_logit=own.prior_logit, recurrent_size=own.recurrent_size)
    while not run.over():
        run.begin_round()
        if not run.rounds:
            league.keep(net)
        net, decisions, figures = league.round()
        run.end_round(net, run.optimizer(net), decisions, figures)
    league.rate()


class League:
    """The members of a league: networks in files, by the number of the round that made them.

    Attributes:
        selves: rounds whose main networks are members.
        exploiters: rounds whose exploiters are.
    """

    def __init__(self, run: Run[Settings]) -> None:
        self.run, self.settings = run, run.settings
        self.selves: list[int] = run.extra.setdefault("selves", [0])
        self.exploiters: list[int] = run.extra.setdefault("exploiters", [])
        for members in (self.selves, self.exploiters):
            if not isinstance(members, list) or not all(map(is_count, members)):
                FILE.refuse(run.path / CHECKPOINT, f"{members!r} are no members of a league")

    def file(self, number: int, kind: str = MAIN) -> Path:
        return self.run.path / NETWORKS / f"{kind}_{number:05}.npz"

    def keep(self, net: TorchNetwork) -> None:
        net.save_policy(self.file(0))

    def members(self) -> dict[str, str]:
        """Name -> spec of all members; they sample their actions, as in training."""
        files = [self.file(number) for number in self.selves]
        files += [self.file(number, EXPLOITER) for number in self.exploiters]
        return {file.stem: f"policy:{file},sample=1" for file in files}

    def round(self) -> tuple[TorchNetwork, int, dict[str, float]]:
        """Plays a round; returns the main network, the decisions it learned from, and columns of the curve."""
        number, settings = self.run.rounds + 1, self.settings
        rates = self.win_rates(self.file(number - 1))
        main = self.part(
            MAIN,
            number,
            opponents=opponents_of(rates, settings),
            init=str(self.file(number - 1)),
            decisions=settings.part_decisions,
            bots=settings.bots[-1:],
        )
        network = SparseNetwork.load(main.path / "last.npz", self.run.game, settings.num_players)
        network.save(self.file(number))
        hardest = min(rates.values())
        figures = {"members": float(len(self.selves) + len(self.exploiters)), "rate_against_hardest": hardest}
        if settings.exploit_every and number % settings.exploit_every == 0 and self.run.left() > 0:
            figures["exploited"] = self.exploit(number)
        self.selves[:] = thinned([*self.selves, number], settings.past_selves)
        return TorchNetwork.of(network), main.decisions, figures

    def part(self, kind: str, number: int, **changes: Any) -> Run[Any]:
        """A run of a learner in a separate folder; a stopped run is resumed."""
        mine, settings = dataclasses.asdict(self.settings), settings_of(LEARNERS[kind])
        names = {one.name for one in dataclasses.fields(settings)}
        minutes = max(SHORTEST, self.run.left() / 60)
        values = {name: value for name, value in mine.items() if name in names}
        values |= {
            "minutes": minutes,
            "anneal": 0,
            "learning_rate": self.run.learning_rate(),
            "seed": mine["seed"] + number,
        }
        path = self.run.path / PARTS / f"{kind}_{number:05}"
        return train(
            LEARNERS[kind],
            path,
            settings.of(values | changes),
            resume=(path / CONFIG).is_file(),
            progress=lambda text: self.run.progress(f"round {number}, {kind}: {text}"),
        )

    def exploit(self, number: int) -> float:
        """Trains an exploiter of the main network of this round; returns its share of the win in the exam."""
        settings, even = self.settings, 1 / self.settings.num_players
        found = self.part(
            EXPLOITER,
            number,
            against=f"policy:{self.file(number)};sample=1",
            init=str(self.file(number)),
            decisions=settings.exploiter_decisions,
        )
        bound = best_response.read_bound(found.path)
        if bound["low"] > even and settings.exploiters:
            network = SparseNetwork.load(found.path / "best.npz", self.run.game, settings.num_players)
            network.save(self.file(number, EXPLOITER))
            self.exploiters[:] = [*self.exploiters, number][-settings.exploiters :]
        return float(bound["rate"])

    def win_rates(self, file: Path) -> dict[str, float]:
        settings = self.settings
        network = SparseNetwork.load(file, self.run.game, settings.num_players)
        self.run.report("playing the members of the league")
        others = [spec for spec in self.members().values() if spec != f"policy:{file},sample=1"]
        return {
            spec: self.run.measure(network, spec, settings.rating_games, RATING_DEALS + self.run.rounds, 1.0).rate
            for spec in [*others, *settings.opponents]
        }

    def rate(self) -> list[dict[str, Any]]:
        """Lets all members and bots play a ladder; writes and returns their ratings, the best first."""
        run, settings = self.run, self.settings
        specs = {**self.members(), **{bot: bot for bot in (*settings.bots, *settings.opponents)}}
        plan = Plan(
            agents=tuple(specs.values()),
            players=settings.num_players,
            games=settings.rating_games * len(specs) * 4,
            seed=RATING_DEALS,
            game=settings.game,
            options=settings.options,
            schedule=LADDER,
        )
        run.progress(f"rating {len(specs)} players, at most {plan.games} games")
        standings = Tournament(plan).run()
        names = dict(zip(Tournament(plan).names, specs, strict=True))
        table = [
            {
                "name": names[one.name],
                "elo": one.elo,
                "elo_half": one.elo_half,
                "games": one.games,
                "rate": one.win_rate,
            }
            for one in standings.agents
        ]
        write_whole(run.path / RATINGS, json.dumps(table, indent=2) + "\n")
        best = ", ".join(f"{one['name']} {one['elo']:+.0f}" for one in table[:5])
        run.say(f"ratings of {len(table)} players in Elo points, the best: {best}")
        return table


def opponents_of(rates: dict[str, float], settings: Settings) -> dict[str, float]:
    """The weights of opponents: the network itself, and all others by how often they beat it."""
    weights = {
        spec: settings.opponents.get(spec, 1.0) * max(LEAST, (1 - rate) ** settings.hardness)
        for spec, rate in rates.items()
    }
    whole = sum(weights.values())
    if not whole:
        return {SELF: 1.0}
    built = {spec: (1 - settings.self_weight) * weight / whole for spec, weight in weights.items()}
    return built | ({SELF: settings.self_weight} if settings.self_weight else {})
