"""Collects on a Ray cluster: every actor plays some groups of rows, and together they give the decisions that one process gives.

An actor that dies is replaced. Its groups begin where they were at the last `state` and are told again what has happened since, with
the weights that the network had then, so the decisions are the same: nothing is lost, and nothing is collected twice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fs_env.pool.cluster import join
from fs_env.training.collector.collector import groups_of
from fs_env.training.collector.opponents import Opponents

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fs_env.agents.networks.network import SparseNetwork
    from fs_env.core.machine.run.game import Game
    from fs_env.training.collector.decisions import Decisions
    from fs_env.training.collector.plan import CollectorPlan

DEATHS = 5  # of actors one after the other, after which there is something wrong with the cluster


class Hand:
    """Plays some groups in a process of the cluster; made into an actor by `ClusterCollector`."""

    def __init__(
        self, plan: CollectorPlan, network: SparseNetwork, critic: SparseNetwork | None, groups: Sequence[int]
    ) -> None:
        self._collector = plan.collector(network, critic, groups)

    def do(self, name: str, *given: Any) -> Any:
        """Calls a method of its collector."""
        return getattr(self._collector, name)(*given)


class ClusterCollector:
    """The games of a learner on a Ray cluster; otherwise as `Collector`.

    Every processor of the cluster has an actor, as long as there are groups of rows for them.

    Attributes:
        network, critic: the weights the learner plays with, and those of its critic.
        opponents: who plays the other seats.

    Args:
        plan: what is collected.
        game: its rules.
        network, critic: the learner's.
        address: of the cluster, "HOST:PORT" or "auto" for one that runs on this machine; "local" starts one.

    Raises:
        ImportError: ray is not installed; names the extra.
        RuntimeError: the cluster cannot be reached.
    """

    def __init__(
        self, plan: CollectorPlan, game: Game, network: SparseNetwork, critic: SparseNetwork | None, address: str
    ) -> None:
        self._ray, self._mine = join(address)
        self.network = network.copy()
        self.critic = None if critic is None else critic.copy()
        self.opponents = Opponents(game, plan.num_players, plan.opponents, plan.past)
        self._plan = plan.elsewhere()
        self._names = dict(zip(self._plan.opponents, plan.opponents, strict=True))  # what they are called here
        self._hand = self._ray.remote(max_restarts=0)(Hand)
        self._first = self._ray.put(self.network.copy())
        self._first_critic = self._ray.put(self.critic)
        self._mark: dict[str, NDArray[Any]] | None = None  # the state from which the log goes on
        self._log: list[tuple[Any, ...]] = []  # what every actor has been told since
        groups = groups_of(plan.num_envs)
        hands = max(1, min(groups, int(self._ray.cluster_resources().get("CPU", 1))))
        self._groups = [range(k, groups, hands) for k in range(hands)]
        self._hands = [self._hire(one, processors=1) for one in self._groups]

    def _hire(self, groups: Sequence[int], processors: int) -> Any:
        return self._hand.options(num_cpus=processors).remote(self._plan, self._first, self._first_critic, groups)

    def take(self, network: SparseNetwork, critic: SparseNetwork | None = None) -> None:
        """The learner plays on with other weights of the same sizes; so does the critic."""
        self.network.take(network)
        if self.critic is not None and critic is not None:
            self.critic.take(critic)
        self._ask("take", self._ray.put(network), self._ray.put(critic))

    def add_past(self, network: SparseNetwork, place: int) -> None:
        """Adds a past network to the opponents; see `Opponents.add_past`."""
        self.opponents.add_past(network, place)
        self._ask("add_past", self._ray.put(network.copy()), place)

    def collect(self, steps: int, threads: int = 1) -> list[Decisions]:
        """The decisions of each group in so many steps, in the order of the groups; every actor has one thread."""
        answers = self._ask("collect", steps)
        by_group = {k: part for groups, parts in zip(self._groups, answers) for k, part in zip(groups, parts)}
        return [by_group[k] for k in sorted(by_group)]

    def tally(self) -> dict[tuple[str, str], float]:
        """The tallies of all groups since the last call."""
        total: defaultdict[tuple[str, str], float] = defaultdict(float)
        for told in self._ask("tally"):
            for (name, what), number in told.items():
                total[self._names.get(name, name), what] += number
        return dict(total)

    def state(self) -> dict[str, NDArray[Any]]:
        """What a later process needs to go on; from here actors that die are made again."""
        made: dict[str, NDArray[Any]] = {}
        for told in self._ask("state"):
            made |= told
        self._go_on_from(made)
        return made

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Goes on from the `state` of a collector of the same kind, whose past networks have been added again.

        Raises:
            ValueError, KeyError: the state of another kind of collector.
        """
        self._ask("restore", dict(state))
        self._go_on_from(dict(state))

    def _go_on_from(self, state: dict[str, NDArray[Any]]) -> None:
        """What was told before no longer matters, but for who the opponents are and what the weights are."""
        self._mark = state
        pasts = [("add_past", self._ray.put(one.copy()), k) for k, one in enumerate(self.opponents.past)]
        weights = (self._ray.put(None if one is None else one.copy()) for one in (self.network, self.critic))
        self._log = [*pasts, ("restore", state), ("take", *weights)]

    def close(self) -> None:
        """Ends the actors, and the cluster if it was started here."""
        for hand in self._hands:
            self._ray.kill(hand)
        self._hands = []
        if self._mine:
            self._ray.shutdown()

    def _ask(self, *told: Any) -> list[Any]:
        """What all actors answer; those that have died are replaced first.

        Raises:
            RuntimeError: they keep dying.
        """
        promises = [hand.do.remote(*told) for hand in self._hands]
        answers = [self._answer(k, promise, told) for k, promise in enumerate(promises)]
        self._log.append(told)
        return answers

    def _answer(self, k: int, promise: Any, told: tuple[Any, ...]) -> Any:
        errors = self._ray.exceptions
        for _ in range(DEATHS):
            try:
                return self._ray.get(promise)
            except errors.RayTaskError as error:
                if isinstance(error.cause, (ValueError, KeyError, RuntimeError)):
                    raise error.cause from None
                raise RuntimeError(f"a node of the Ray cluster cannot play: {error.cause}") from error
            except errors.RayError:
                hand = self._hands[k] = self._hire(self._groups[k], processors=0)  # a node less: beside another actor
                for before in self._log:
                    hand.do.remote(*before)
                promise = hand.do.remote(*told)
        raise RuntimeError(
            f"ray: {DEATHS} processes of the cluster ended one after the other: see Ray's logs; the checkpoint is that of the "
            "round before, --resume goes on with it"
        )
