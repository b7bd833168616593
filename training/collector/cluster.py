"""Collects on a Ray cluster: workers play some groups of rows each, and together they give the decisions that one process gives.

A task holds all that its groups were asked since the last `state`. A worker that played them before does what is new to it;
another one begins at that state and does everything again, with the weights that the network had then. So the decisions are the same
whoever dies: nothing is lost, and nothing is collected twice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from fs_env.pool import Context
from fs_env.pool.cluster import RayPool
from fs_env.training.collector.collector import groups_of
from fs_env.training.collector.opponents import Opponents

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fs_env.agents.networks.network import SparseNetwork
    from fs_env.core.machine.run.game import Game
    from fs_env.training.collector.collector import Collector
    from fs_env.training.collector.decisions import Decisions
    from fs_env.training.collector.plan import CollectorPlan

Call = tuple[Any, ...]  # a method of `Collector` and its arguments, large ones as objects of Ray


class Task(NamedTuple):
    """A call of the collector of some groups, after all calls before it.

    Attributes:
        groups: their numbers.
        weights: of the learner and its critic, with which the collector is created.
        base: calls that bring a new collector to the last `state`.
        first: how many calls all groups had had then.
        calls: since then, the one whose answer is wanted at the end.
    """

    groups: range
    weights: tuple[Any, Any]
    base: tuple[Call, ...]
    first: int
    calls: tuple[Call, ...]


class GroupsPlayer:
    def __init__(self, plan: CollectorPlan, context: Context) -> None:
        self._plan = plan
        self._collectors: dict[range, tuple[Collector, int]] = {}  # and how many calls it has had

    def __call__(self, task: Task) -> tuple[range, Any]:
        collector, done = self._collectors.pop(task.groups, (None, -1))
        calls = task.calls[max(0, done - task.first) :]
        if collector is None or done < task.first:
            network, critic = map(fetched, task.weights)
            collector, calls = self._plan.collector(network, critic, task.groups), task.base + task.calls
        for name, *given in calls:
            answer = getattr(collector, name)(*map(fetched, given))
        self._collectors[task.groups] = collector, task.first + len(task.calls)
        return task.groups, answer


def fetched(value: Any) -> Any:
    """An argument of a call: what an object of Ray holds, or the value itself."""
    import ray

    return ray.get(value) if isinstance(value, ray.ObjectRef) else value


class ClusterCollector:
    """The games of a learner on a Ray cluster; otherwise as `Collector`.

    Every processor of the cluster has a worker, as long as there are groups of rows for them.
    """

    def __init__(
        self, plan: CollectorPlan, game: Game, network: SparseNetwork, critic: SparseNetwork | None, address: str
    ) -> None:
        self.network = network.copy()
        self.critic = None if critic is None else critic.copy()
        self.opponents = Opponents(game, {**plan.options, "num_players": plan.num_players}, plan.opponents, plan.past)
        there = plan.elsewhere()
        self._names = dict(zip(there.opponents, plan.opponents, strict=True))  # what they are called here
        self._pool = RayPool(address, partial(GroupsPlayer, there))
        self._put = self._pool.ray.put
        groups = groups_of(plan.num_envs)
        parts = max(1, min(groups, self._pool.room()))
        self._parts = [range(k, groups, parts) for k in range(parts)]
        self._weights = self._put(self.network), self._put(self.critic)
        self._base, self._first, self._calls = list[Call](), 0, list[Call]()

    def take(self, network: SparseNetwork, critic: SparseNetwork | None = None) -> None:
        """Replaces the weights of the learner, and of the critic, by others of the same sizes."""
        self.network.take(network)
        if self.critic is not None and critic is not None:
            self.critic.take(critic)
        self._calls.append(("take", self._put(network), self._put(critic)))

    def add_past(self, network: SparseNetwork, place: int) -> None:
        self.opponents.add_past(network, place)
        self._calls.append(("add_past", self._put(network), place))

    def collect(self, steps: int, threads: int = 1) -> list[Decisions]:
        """The decisions of each group in so many steps, in the order of the groups; every worker has one thread."""
        by_group = {k: part for groups, parts in self._answers("collect", steps) for k, part in zip(groups, parts)}
        return [by_group[k] for k in sorted(by_group)]

    def tally(self) -> dict[tuple[str, str], float]:
        total: defaultdict[tuple[str, str], float] = defaultdict(float)
        for _, answered in self._answers("tally"):
            for (name, what), number in answered.items():
                total[self._names.get(name, name), what] += number
        return dict(total)

    def state(self) -> dict[str, NDArray[Any]]:
        """State from which a later process can resume; workers that replace dead ones start from it too."""
        built: dict[str, NDArray[Any]] = {}
        for _, answered in self._answers("state"):
            built |= answered
        self._go_on_from(built)
        return built

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        self._answers("restore", self._put(dict(state)))
        self._go_on_from(dict(state))

    def _go_on_from(self, state: dict[str, NDArray[Any]]) -> None:
        """Calls before this state no longer matter, but for who the opponents are and what the weights are."""
        pasts = [("add_past", self._put(one), k) for k, one in enumerate(self.opponents.past)]
        weights = self._put(self.network), self._put(self.critic)
        self._base = [*pasts, ("restore", self._put(state)), ("take", *weights)]
        self._first += len(self._calls)
        self._calls.clear()

    def close(self) -> None:
        self._pool.close()

    def _answers(self, *call: Any) -> list[tuple[range, Any]]:
        asked = self._weights, tuple(self._base), self._first, (*self._calls, call)
        answers = list(self._pool.run(Task(groups, *asked) for groups in self._parts))
        self._calls.append(call)
        return sorted(answers, key=lambda answer: answer[0].start)
