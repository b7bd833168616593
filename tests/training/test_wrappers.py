"""Shaped rewards and network input, between the environment and the learner."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("sb3_contrib", reason="needs the extra 'train'")

import torch
from sb3_contrib.common.maskable.distributions import MaskableCategoricalDistribution

from fs_env.envs import GameVectorEnv, load_game
from fs_env.envs.sb3 import GameVecEnv
from fs_env.training.features import Features
from fs_env.training.network import LeanMasks
from fs_env.training.shaping import POTENTIALS
from fs_env.training.wrappers import FeatureObservations, ShapedRewards
from tests.core.machine.nim import GAME

GAMMA, WEIGHT = 0.9, 0.5


def stones(observations):
    """A potential of Nim: the stones that are left."""
    return observations[..., 0].astype(np.float32) / 10


def make(**options):
    return GameVecEnv(GameVectorEnv(GAME, 4, opponents="random", autoreset_mode="SameStep", **options))


@pytest.mark.parametrize("most", [1000, 6])
def test_shaping__adds_what_telescopes_to_the_first_potential(most):
    """Discounted over a game, shaping adds minus the first potential, whatever was played; where a game is truncated the
    discounted last potential more, since its value goes on. Plain results stay in the infos."""
    plain, shaped = (make(game_options={"max_decisions": most}) for _ in range(2))
    wrapped = ShapedRewards(shaped, stones, GAMMA, WEIGHT)
    for env in (plain, wrapped):
        env.seed(5)
    seen, same = plain.reset(), wrapped.reset()
    first, added, discount = WEIGHT * stones(seen), np.zeros(4), np.ones(4)
    rng, ends = np.random.default_rng(0), 0
    for _ in range(80):
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in plain.action_masks()])
        seen, rewards, ended, infos = plain.step(actions)
        same, others, also, told = wrapped.step(actions)
        np.testing.assert_array_equal(seen, same)
        np.testing.assert_array_equal(ended, also)
        added += discount * (others - rewards)
        discount *= GAMMA
        for row in np.flatnonzero(ended):
            rest = 0.0
            if infos[row]["TimeLimit.truncated"]:
                rest = discount[row] * WEIGHT * stones(infos[row]["terminal_observation"])
            assert added[row] == pytest.approx(rest - first[row], abs=1e-5)
            assert told[row]["episode"]["r"] == infos[row]["episode"]["r"] == infos[row]["returns"][infos[row]["seat"]]
            first[row], added[row], discount[row] = WEIGHT * stones(seen[row]), 0, 1
            ends += 1
    assert ends > 20


def test_potential__souls_of_four_souls():
    """Own souls less the best other player's, a quarter each."""
    game = load_game("four_souls")
    shown = np.zeros((2, game.schema.size), np.int16)
    for seat, souls in enumerate((3, 1, 2)):
        shown[0, game.schema["players"].at(seat, "souls")] = souls
    potential = POTENTIALS["four_souls"](game, 3)
    assert potential(shown).tolist() == [0.25, 0.0] and potential(shown[0]) == 0.25


def test_features__replace_observations_also_the_last_of_a_game():
    """The learner sees network input at every step, and in `terminal_observation`."""
    plain, features = make(), Features(GAME, 2)
    wrapped = FeatureObservations(make(), features)
    for env in (plain, wrapped):
        env.seed(2)
    np.testing.assert_array_equal(features(plain.reset()), wrapped.reset())
    ends = 0
    for _ in range(20):
        actions = plain.action_masks().argmax(axis=1)
        seen, _, ended, infos = plain.step(actions)
        shown, _, _, told = wrapped.step(actions)
        np.testing.assert_array_equal(features(seen), shown)
        for row in np.flatnonzero(ended):
            last = infos[row]["terminal_observation"]
            np.testing.assert_array_equal(features(last[None])[0], told[row]["terminal_observation"])
            ends += 1
    assert (
        ends and wrapped.observation_space.shape == (features.size,) and wrapped.observation_space.dtype == np.float32
    )


def both(k=64, actions=40):
    """sb3-contrib's distribution and the lean one over the same logits and masks."""
    torch.manual_seed(0)
    logits = torch.randn(k, actions) * 3
    masks = torch.rand(k, actions) < 0.2
    masks[:, 7] = True
    made = []
    for kind in (MaskableCategoricalDistribution, LeanMasks):
        own = logits.clone().requires_grad_()
        distribution = kind(actions).proba_distribution(own)
        distribution.apply_masking(masks.numpy())
        made.append((distribution, own))
    return made, masks


def test_lean_masks__equal_sb3_contribs():
    """Log probabilities, entropy, the most probable action and the gradients are those of sb3-contrib's distribution."""
    ((theirs, one), (ours, other)), masks = both()
    chosen = masks.float().argmax(dim=1)
    gradients = []
    for distribution, logits in ((theirs, one), (ours, other)):
        (distribution.log_prob(chosen).sum() + 0.3 * distribution.entropy().sum()).backward()
        gradients.append(logits.grad)
    torch.testing.assert_close(ours.log_prob(chosen), theirs.log_prob(chosen))
    torch.testing.assert_close(ours.entropy(), theirs.entropy())
    torch.testing.assert_close(gradients[1], gradients[0])
    assert torch.equal(ours.mode(), theirs.mode())


def test_lean_masks__draw_legal_actions_as_often_as_they_are_probable():
    """20,000 draws of one position: all legal, frequencies within four standard errors of the probabilities."""
    logits, masks = torch.randn(1, 30), torch.zeros(1, 30, dtype=torch.bool)
    masks[0, [0, 3, 29]] = True
    distribution = LeanMasks(30).proba_distribution(logits.repeat(20_000, 1).clone())
    distribution.apply_masking(masks.repeat(20_000, 1))
    drawn = distribution.sample()
    found = torch.bincount(drawn, minlength=30) / 20_000
    expected = torch.softmax(logits[0].masked_fill(~masks[0], -torch.inf), 0)
    assert not found[~masks[0]].any()
    torch.testing.assert_close(found, expected, atol=4 * 0.5 / 20_000**0.5, rtol=0)
    torch.testing.assert_close(distribution.log_prob(drawn), expected[drawn].log())
