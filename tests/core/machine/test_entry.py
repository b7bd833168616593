"""The compiled entry: faults reported as errors, arguments checked."""

import numpy as np
import pytest

from fs_env.core.machine.run.codes import Command
from fs_env.core.machine.run.policy import RANDOM
from fs_env.core.machine.run.search_tree import SearchTree
from tests.core.machine import broken, nim


@pytest.mark.parametrize(
    ("fault", "told"),
    [(broken.NOTHING_LEGAL, "no action is legal"), (broken.REFUSES, "refused an action that it listed as legal")],
)
def test_fault__of_the_rules(fault, told):
    """A game that asks but lists nothing legal, or refuses what it listed, is reported as a fault of its rules."""
    assert broken.GAME.run_random(1, 2, 0)
    with pytest.raises(RuntimeError, match=told):
        broken.GAME.run_random(1, 2, 0, max_decisions=fault)


def test_entry__buffers_are_checked_before_play():
    """The counts of random play need their row; without one the state is unchanged."""
    S = nim.GAME.new()
    nim.GAME.setup(S, seed=1)
    before = nim.GAME.snapshot(S)
    with pytest.raises(ValueError, match="a buffer is too short"):
        nim.GAME._call(Command.PLAYOUT, S, 0, 1, 10)
    assert nim.GAME.snapshot(S) == before


def test_entry__a_tree_has_room_for_its_nodes():
    """A vector that ends before the nodes is refused, and so is a search without policies."""
    tree = SearchTree(
        nim.GAME, RANDOM, RANDOM, None, exploration=0.1, prior=0.0, everybody=True, max_nodes=3, max_edges=0
    )
    S = nim.GAME.new()
    nim.GAME.setup(S, seed=1)
    with pytest.raises(ValueError, match="no seat of that number"):
        tree.grow(1)
    tree.plant(S, 0, RANDOM.new_memory(1), seed=1, stop_turn=0, cooperative=False)
    tree.grow(5)
    assert tree.rollouts == 5 and tree.header["n_nodes"] == 1
    tree.header["max_nodes"] = 4
    with pytest.raises(ValueError, match="a buffer is too short"):
        tree.grow(1)


def test_setup__options_are_counted():
    S = nim.GAME.new()
    with pytest.raises(ValueError, match="a buffer is too short"):
        nim.GAME._call(Command.SETUP, S, 0, 1, options=nim.GAME.option_values()[:-1])
    assert not S.view(np.uint8).any()
