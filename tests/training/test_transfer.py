"""`training.transfer`: a policy that moves to another table of inputs answers as before."""

from __future__ import annotations

import numpy as np
import pytest

from fs_env.agents.networks.inputs import inputs_for
from fs_env.agents.networks.network import SparseNetwork, made_for
from fs_env.agents.networks.policy import NetworkPolicy
from fs_env.core.castles_of_caleira.game import GAME
from fs_env.training.transfer import main, transferred
from tests.agents.networks import network, positions, with_recurrence


def logits(net: SparseNetwork, shown: np.ndarray) -> np.ndarray:
    """The logits of all actions in all positions, whether they are legal or not."""
    every = np.tile(np.arange(GAME.num_actions, dtype=np.int16), (len(shown), 1))
    counts = np.full(len(shown), GAME.num_actions)
    recurrent_states = (
        np.full((len(shown), net.recurrence.size), 0.5, np.float32) if net.recurrence is not None else None
    )
    return NetworkPolicy(net).evaluate(shown, every, counts, recurrent_states=recurrent_states)[0]


@pytest.mark.parametrize("recurrent_size", [0, 3])
def test_transferred__same_logits_with_other_players(recurrent_size):
    """A network of two players over a table of games of four: the commonest values differ, all logits are the same, in games of both."""
    two, four = positions(GAME, 600, 2)[0], positions(GAME, 900, 4, seed=1)[0]
    old = network(GAME, two)
    old = with_recurrence(old, recurrent_size) if recurrent_size else old
    tables = inputs_for(GAME, np.concatenate([four, four, two]), seen=1)
    made = transferred(old, tables, made_for(GAME, 4))
    shared = {int(entry[0]) for entry in old.inputs.entries} & {int(entry[0]) for entry in tables.entries}
    commons = [{int(entry[0]): int(entry[1]) for entry in one.entries} for one in (old.inputs, tables)]
    assert any(commons[0][place] != commons[1][place] for place in shared), "nothing differs that could go wrong"
    for shown in (two, four):
        np.testing.assert_allclose(logits(made, shown), logits(old, shown), rtol=1e-3, atol=1e-3)
    assert made.about["num_players"] == 4 and not made.value and made.widths["policy"] == old.widths["policy"]


def test_transferred__what_was_not_known_counts_for_nothing():
    """Inputs of numbers that never changed in the old games have weights of 0."""
    two = positions(GAME, 600, 2)[0]
    old = network(GAME, two)
    changed = two.copy()
    place = next(k for k in range(two.shape[1]) if len(set(two[:, k])) == 1)
    changed[::2, place] += 1
    made = transferred(old, inputs_for(GAME, np.concatenate([two, changed]), seen=1), made_for(GAME, 4))
    np.testing.assert_allclose(logits(made, changed), logits(old, two), rtol=1e-3, atol=1e-3)


def test_transferred__a_network_without_a_policy():
    """There is nothing to take over."""
    two = positions(GAME, 100, 2)[0]
    with pytest.raises(ValueError, match=r"0 layers of a policy.*expected one with a policy"):
        transferred(network(GAME, two, policy=()), inputs_for(GAME, two, seen=3), made_for(GAME, 4))


def test_main__writes_a_network_for_other_seats(tmp_path, capsys):
    """The shipped network of two players becomes one for three, that plays there and not with two; what is no option is named."""
    file = tmp_path / "begun.npz"
    assert main(["castles_of_caleira", str(file), "--players", "3"]) == 0
    assert "inputs before" in capsys.readouterr().out
    made = SparseNetwork.load(file, GAME, 3)
    assert made.about["training"]["algorithm"] == "transfer" and made.policy and not made.value
    with pytest.raises(ValueError, match="was trained for 3 players, this table has 2"):
        SparseNetwork.load(file, GAME, 2)
    assert main(["castles_of_caleira", str(file), "--players", "3", "--option", "no_such=1"]) == 2
    assert "no_such" in capsys.readouterr().err
    assert main(["castles_of_caleira", str(file), "--players", "3", "--option", "no_such"]) == 2
    assert "--option 'no_such': expected NAME=VALUE" in capsys.readouterr().err
    assert main(["castles_of_caleira", str(file), "--players", "9"]) == 2
    assert "9" in capsys.readouterr().err
