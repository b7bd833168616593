"""The agent that plays with a network."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from fs_env.agents.compiled import CompiledAgent
from fs_env.agents.networks.archive import read_once
from fs_env.agents.networks.network import SparseNetwork
from fs_env.agents.networks.policy import NetworkPolicy, NetworkValue
from fs_env.agents.networks.shipped_files import find_file
from fs_env.agents.networks.spec import read_spec

if TYPE_CHECKING:
    from fs_env.agent_api.view import SeatView
    from fs_env.core.machine.run.game import Game


class NetworkAgent(CompiledAgent):
    def __init__(self, policy: NetworkPolicy) -> None:
        self.policy, self.name = policy, policy.name
        super().__init__()

    def act(self, view: SeatView) -> int:
        self.policy.check(view.game, view.num_players)
        return super().act(view)


def load_policy(text: str, *, game: Game | None = None) -> NetworkAgent:
    """The agent of a spec such as `policy:FILE.npz` or `policy:FILE.npz,sample=1`.

    Args:
        text: after the colon: a file or the name of a shipped network, and the parameters of `PARAMETERS`.
        game: None: the one that the file names, if it is registered.

    Raises:
        ValueError: no such file, another kind of file, or a network for another game.
    """
    name, given = read_spec(text)
    network = network_of(find_file(name), game)
    temperature, unseen = given.get("sample", 0.0), bool(given.get("unseen"))
    return NetworkAgent(NetworkPolicy(network, temperature=temperature, name=f"policy:{text}", unseen=unseen))


def value_of(name: str, game: Game, num_players: int) -> NetworkValue:
    return NetworkValue(network_of(find_file(name), game, num_players), f"policy:{name}")


@read_once
def network_of(path: Path, game: Game | None, num_players: int = 0) -> SparseNetwork:
    return SparseNetwork.load(path, game, num_players)
