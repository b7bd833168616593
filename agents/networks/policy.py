"""Networks as what the rules call: policies that play and values that end rollouts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fs_env.agents.networks.accumulators import accumulator_words
from fs_env.agents.networks.bound import bind, score_function
from fs_env.agents.networks.coding import Coding
from fs_env.agents.networks.header import Head
from fs_env.agents.networks.inputs import find_inputs
from fs_env.agents.networks.kernels import choose, evaluate, score
from fs_env.agents.networks.network import SparseNetwork, check_options, made_for
from fs_env.agents.networks.prior_policy import load_prior_policy
from fs_env.core.machine.run.policy import Policy
from fs_env.core.machine.run.policy_call import SEED_AND_COUNTER
from fs_env.core.machine.run.value import Value

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

COLDEST, HOTTEST = 1e-3, 1e3


class NetworkPolicy(Policy):
    """A network that plays in compiled code.

    Two objects may share a network; its weights may change while they play (`SparseNetwork.take`), and count from the next
    choice on. Its memory has the words of its prior policy, then the network's recurrent state, then its accumulators.

    Args:
        network: one with a policy.
        temperature: of its draws; 0: it takes the action with the highest logit.
        name: of the policy.
        unseen: whether it may play with card sets that the network was not trained with.

    Raises:
        ValueError: the network has no policy, another temperature, or a prior policy that does not exist.
    """

    def __init__(
        self, network: SparseNetwork, *, temperature: float = 0.0, name: str = "network", unseen: bool = False
    ) -> None:
        if not network.policy:
            raise ValueError(f"{name}: its network has a value only, and cannot play")
        if temperature != 0 and not COLDEST <= temperature <= HOTTEST:
            raise ValueError(f"{name}: sample={temperature}: expected 0 (best action) or {COLDEST:g} to {HOTTEST:g}")
        self.network, self.temperature, self.unseen = network, float(temperature), unseen
        self.num_players = int(network.about["num_players"])
        prior = load_prior_policy(network.prior_policy, network.about["game"]) if network.prior_policy else None
        self.prior_policy = prior
        self._header = network.header(self.temperature)
        self.recurrent_size = 0 if network.recurrence is None else network.recurrence.size
        words = SEED_AND_COUNTER + (prior.words if prior is not None else 0) + (self.recurrent_size + 1) // 2
        words += accumulator_words(network.inputs.numbers, network.widths["policy"][0])
        super().__init__(name, network.about["game"], self._play, words)

    @cached_property
    def header(self) -> NDArray[np.int64]:
        if (prior := self.prior_policy) is not None:
            self._header[Head.PRIOR_POLICY], self._header[Head.PRIOR_POLICY_WORDS] = prior.address, prior.words
        return self._header

    @property
    def remembers(self) -> bool:
        """Whether it has a recurrent state, or a prior policy that remembers; its accumulators only save time."""
        return self.recurrent_size > 0 or (self.prior_policy is not None and self.prior_policy.remembers)

    def check_options(self, game: Game, options: Mapping[str, int]) -> None:
        """Raises ValueError for card sets that the network was not trained with, unless it may play with those."""
        if not self.unseen:
            try:
                check_options(self.name.removeprefix("policy:"), self.network.about, game, options)
            except ValueError as error:
                raise ValueError(f"{error}; {self.name},unseen=1 plays with unseen cards") from None

    def _play(self, obs: NDArray[np.int16], acts: NDArray[np.int16], n: int, memory: NDArray[np.int64]) -> int:
        return int(choose(obs, acts, n, memory, self.header.ctypes.data))

    def _make_callback(self) -> Any:
        return bind(self.header.ctypes.data)

    def __reduce__(self) -> tuple[Any, ...]:
        built = partial(NetworkPolicy, temperature=self.temperature, name=self.name, unseen=self.unseen)
        return built, (self.network,)

    def evaluate(
        self,
        observations: NDArray[np.int16],
        ids: NDArray[np.int16],
        counts: NDArray[np.int64],
        prior_actions: NDArray[np.int64] | None = None,
        recurrent_states: NDArray[np.float32] | None = None,
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The logits of legal actions, and scores, of many positions in one call, which other threads need not wait for.

        Args:
            observations: int16 (k, numbers), contiguous.
            ids: int16 (k, most), contiguous: legal ids, as `fs_env.envs.legal_ids` lists them.
            counts: int64 (k,): how many they are in each row.
            prior_actions: int (k,): what the prior policy would do in each row, see `fs_env.envs.labels`; -1: nothing. Only for a
                network with a prior policy.
            recurrent_states: float32 (k, recurrent_size): the recurrent state of each row. Only for a network with one.

        Returns:
            float32 (k, most), -inf beyond the count of a row, and float32 (k,), zeros where the network has no value.

        Raises:
            ValueError: arrays of other shapes, ids that the network does not know, or no prior actions or recurrent states
                where there should be some.
        """
        (k, most), size = ids.shape, self.recurrent_size
        if observations.shape != (k, self.network.inputs.numbers) or counts.shape != (k,):
            raise ValueError(
                f"observations {observations.shape}, ids {ids.shape} and counts {counts.shape}: expected "
                f"(k, {self.network.inputs.numbers}), (k, most) and (k,)"
            )
        listed = np.arange(most) < counts[:, None]
        if counts.max(initial=0) > most or (ids[listed] < 0).any() or (ids[listed] >= self.network.num_actions).any():
            raise ValueError(f"ids beyond 0..{self.network.num_actions - 1}, or counts beyond {most}")
        found = "not given" if prior_actions is None else prior_actions.shape
        if found != ("not given" if self.prior_policy is None else (k,)):
            raise ValueError(
                f"{self.name}: its prior policy is {self.network.prior_policy!r}, prior_actions is {found}: "
                "expected the actions of the prior policy, (k,), or None without one"
            )
        if recurrent_states is None and not size:
            recurrent_states = np.zeros((k, 0), np.float32)
        if recurrent_states is None or recurrent_states.shape != (k, size):
            given = "not given" if recurrent_states is None else recurrent_states.shape
            raise ValueError(f"{self.name}: recurrent_states is {given}: expected {(k, size)}")
        logits, scores = np.full((k, most), -np.inf, np.float32), np.zeros(k, np.float32)
        wanted = (np.ascontiguousarray(observations, np.int16), np.ascontiguousarray(ids, np.int16))
        many = np.ascontiguousarray(counts, np.int64), np.ascontiguousarray(recurrent_states, np.float32)
        evaluate(*wanted, *many, logits, scores, self._header.ctypes.data)
        if prior_actions is not None:
            rows, places = np.nonzero(listed & (ids == prior_actions[:, None]))
            logits[rows, places] += self.network.prior_logits[ids[rows, places]]
        return logits, scores


def warm(game: Game) -> None:
    shown = np.zeros((2, game.schema.size), np.int16)
    shown[1, 0] = 1
    inputs = find_inputs(game.schema, shown, seen=1)
    policy, value = (
        [
            (np.zeros((inputs.size, 1), np.float32), np.zeros(1, np.float32)),
            (np.zeros((n, 1), np.float32), np.zeros(n, np.float32)),
        ]
        for n in (game.num_actions, 1)
    )
    network = SparseNetwork(inputs, policy, value, made_for(game, game.min_players))
    bot, acts = NetworkPolicy(network), np.arange(2, dtype=np.int16)
    bot.act(shown[0], acts, bot.new_memory(0))
    bot.evaluate(shown, np.stack([acts, acts]), np.full(2, 2))
    NetworkValue(network).score(shown[0])
    Coding(inputs).from_flat(shown)


class NetworkValue(Value):
    """The score of a network, for searches: the softmax of the scores of all seats are the shares of the win that it expects.

    Attributes:
        weights: the header of the network, as float32: what `Value` passes to its kernel.
    """

    def __init__(self, network: SparseNetwork, name: str = "network") -> None:
        if not network.value:
            raise ValueError(f"{name}: its network has a policy only, and no value")
        super().__init__(name, score)
        self.network, self._header = network, network.header()
        self.num_players = int(network.about["num_players"])
        self.weights = self._header.view(np.float32)
        self.weights.flags.writeable = False

    @property
    def _callback(self) -> Any:
        return score_function()
