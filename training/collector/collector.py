"""Collects the decisions of a learner in many games, on several threads: the same decisions whatever their number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from fs_env.agents.networks.network import SparseNetwork
from fs_env.agents.networks.policy import NetworkPolicy
from fs_env.training.collector.decisions import Decisions
from fs_env.training.collector.opponents import Opponents
from fs_env.training.collector.rows import LearnerRows, Potential

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

GROUP = 64  # rows whose observations fit into a processor's cache
DEALS = 2**40  # seeds of the deals of one seed of a run


def groups_of(num_envs: int) -> int:
    return -(-num_envs // GROUP)


class Collector:
    """Games of a learner in `num_envs` rows, in groups that are played one after the other or on several threads.

    What is collected depends on the seed, the number of rows, the opponents and the weights, and not on the threads.

    Args:
        network: the learner's, with a policy; without a value it expects 0 everywhere.
        opponents, past: as of `Opponents`, who play the other seats.
        potential: of flat observations, for shaping; None: there is none.
        groups: of rows that play here, by their numbers from 0 on; None: all.
        critic: a centralized critic, a value that sees what all seats see (its inputs are those of the network, times the number of
            players), by which returns are measured; None: that of the network.

    Raises:
        ValueError: a network for another game or number of players, one person playing all seats, or unknown opponents.
    """

    def __init__(
        self,
        game: Game,
        network: SparseNetwork,
        num_envs: int,
        *,
        opponents: Mapping[str, float],
        num_players: int = 2,
        options: Mapping[str, int] | None = None,
        past: int = 0,
        seed: int = 0,
        potential: Potential | None = None,
        groups: Sequence[int] | None = None,
        critic: SparseNetwork | None = None,
    ) -> None:
        given = {**(options or {}), "num_players": num_players}
        if num_players < 2 or game.single_agent(**given):
            raise ValueError(f"{game.name} with {given}: one person plays all seats; expected games of several players")
        if num_envs < 1:
            raise ValueError(f"num_envs={num_envs}: expected at least 1")
        self.network = network.copy()
        self.critic = None if critic is None else critic.copy()
        policy = NetworkPolicy(self.network, temperature=1.0, name="learner")
        policy.check(game.name, num_players)
        self.opponents = Opponents(game, given, opponents, past)
        self.numbers = list(range(groups_of(num_envs)) if groups is None else groups)
        self.groups = [
            LearnerRows(
                game,
                range(GROUP * k, min(GROUP * (k + 1), num_envs)),
                given,
                policy,
                self.opponents,
                deals=(seed + 1) * DEALS,
                of=num_envs,
                critic=self.critic,
                potential=potential,
            )
            for k in self.numbers
        ]

    def take(self, network: SparseNetwork, critic: SparseNetwork | None = None) -> None:
        """The learner plays on with other weights of the same sizes, and remembers those it had nowhere; so does the critic."""
        self.network.take(network)
        if self.critic is not None and critic is not None:
            self.critic.take(critic)

    def add_past(self, network: SparseNetwork, place: int) -> None:
        self.opponents.add_past(network, place)

    def close(self) -> None:
        """Closes everything that is open."""

    def collect(self, steps: int, threads: int = 1) -> list[Decisions]:
        """The decisions of each group in so many steps; see `LearnerRows.collect`."""
        if threads == 1 or len(self.groups) == 1:
            return [group.collect(steps) for group in self.groups]
        with ThreadPoolExecutor(threads, thread_name_prefix="collector") as pool:
            return list(pool.map(lambda group: group.collect(steps), self.groups))

    def tally(self) -> dict[tuple[str, str], float]:
        total: defaultdict[tuple[str, str], float] = defaultdict(float)
        for group in self.groups:
            for key, number in group.tally.items():
                total[key] += number
            group.tally.clear()
        return dict(total)

    def state(self) -> dict[str, NDArray[Any]]:
        """State from which a later process can resume between two calls of `collect`: arrays by name, without weights."""
        pairs = zip(self.numbers, self.groups)
        return {f"{k}_{name}": array for k, group in pairs for name, array in group.state().items()}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        for k, group in zip(self.numbers, self.groups):
            mark = f"{k}_"
            group.restore({name[len(mark) :]: array for name, array in state.items() if name.startswith(mark)})
