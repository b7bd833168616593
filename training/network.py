"""The learner's network: a shared layer, then separate policy and value layers, with fast action masks."""

from __future__ import annotations

from typing import Any

import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.distributions import MaskableCategoricalDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

SHORT_OF_ONE = 1 - 2**-20  # keeps a draw times the sum of probabilities below the sum, even after rounding


class Trunk(BaseFeaturesExtractor):
    """The layer shared by policy and value: the widest one, computed once."""

    def __init__(self, observation_space: spaces.Box, features_dim: int) -> None:
        super().__init__(observation_space, features_dim)
        self.linear = torch.nn.Linear(observation_space.shape[0], features_dim)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """(k, features) -> (k, features_dim)."""
        return torch.relu(self.linear(observations))


class LeanMasks(MaskableCategoricalDistribution):
    """sb3-contrib's distribution over legal actions, in fewer and faster steps.

    With a thousand actions, sb3-contrib's own distribution takes most of a rollout: on a CPU torch's `exp` is slow for numbers
    that underflow, as those of all illegal actions do, and `multinomial` draws an exponential variate for each action. Softmax
    avoids both, and one uniform number per decision is enough.
    """

    def __init__(self, action_dim: int) -> None:
        super().__init__(action_dim)
        self._logits = torch.zeros(1, action_dim)
        self._legal: torch.Tensor | None = None
        self._drawn_from: torch.Tensor | None = None  # probabilities, if no gradient is needed

    def proba_distribution(self, action_logits: torch.Tensor) -> LeanMasks:
        """Sets the logits (k, action_dim); all actions are legal until `apply_masking`."""
        self._logits, self._legal, self._drawn_from = action_logits.view(-1, self.action_dim), None, None
        return self

    def apply_masking(self, masks: Any) -> None:
        """Sets the legal actions (k, action_dim), at least one in each row; None: all."""
        self._legal, self._drawn_from = None, None
        if masks is not None:
            logits = self._logits
            self._legal = torch.as_tensor(masks, device=logits.device).reshape(logits.shape).bool()
            fill = logits.masked_fill if logits.requires_grad else logits.masked_fill_
            self._logits = fill(~self._legal, -torch.inf)

    def sample(self) -> torch.Tensor:
        """Draws an action for each row, (k,)."""
        probabilities = torch.softmax(self._logits, dim=-1)
        if not probabilities.requires_grad:
            self._drawn_from = probabilities
        sums = probabilities.cumsum(dim=-1)
        draws = torch.rand(len(sums), 1, device=sums.device) * SHORT_OF_ONE * sums[:, -1:]
        return torch.searchsorted(sums, draws, right=True).squeeze(-1)

    def mode(self) -> torch.Tensor:
        """The most probable action of each row, (k,)."""
        return self._logits.argmax(dim=-1)

    def log_prob(self, actions: torch.Tensor) -> torch.Tensor:
        """Log probabilities of actions (k,), (k,)."""
        places = actions.long().view(-1, 1)
        if self._drawn_from is not None:
            return self._drawn_from.gather(-1, places).squeeze(-1).log()
        return torch.log_softmax(self._logits, dim=-1).gather(-1, places).squeeze(-1)

    def entropy(self) -> torch.Tensor:
        """Entropy in nats, (k,)."""
        scores = torch.log_softmax(self._logits, dim=-1)
        if self._legal is not None:
            scores = scores.masked_fill(~self._legal, 0.0)
        return -(torch.softmax(self._logits, dim=-1) * scores).sum(dim=-1)


class LeanPolicy(MaskableActorCriticPolicy):
    """`MaskableActorCriticPolicy` with `LeanMasks`: the same parameters and the same probabilities."""

    def __init__(self, observation_space: spaces.Space[Any], action_space: spaces.Discrete, *args: Any, **kwargs: Any):
        super().__init__(observation_space, action_space, *args, **kwargs)
        self.action_dist = LeanMasks(int(action_space.n))
