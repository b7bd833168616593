"""The agent that plays with a network, and how its spec is read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from fs_env.agents.compiled import CompiledAgent
from fs_env.agents.networks.archive import read_once
from fs_env.agents.networks.network import SparseNetwork
from fs_env.agents.networks.policy import NetworkPolicy, NetworkValue
from fs_env.core.checks import unknown

if TYPE_CHECKING:
    from fs_env.arena.agent import SeatView
    from fs_env.core.machine.run.game import Game

FOLDER = Path(__file__).parent / "shipped"


class NetworkAgent(CompiledAgent):
    """Plays the action with the highest logit of its network, or draws one; its play is a compiled policy.

    Args:
        policy: what plays.
    """

    def __init__(self, policy: NetworkPolicy) -> None:
        self.policy, self.name = policy, policy.name
        super().__init__()

    def act(self, view: SeatView) -> int:
        """The id of a legal action.

        Raises:
            ValueError: a game that its network was not made for.
        """
        self.policy.check(view.game, view.num_players)
        return super().act(view)


def shipped() -> list[str]:
    """Names of the networks that come with the package."""
    return sorted(file.stem for file in FOLDER.glob("*.npz"))


def find_file(name: str) -> Path:
    """The file of a network: that of a shipped one by its name, else the path itself."""
    return FOLDER / f"{name}.npz" if name in shipped() else Path(name)


def read_spec(text: str) -> tuple[str, float | None]:
    """The file and the temperature of "FILE.npz" or "FILE.npz,sample=1"; None: nothing is said of it.

    Raises:
        ValueError: another parameter, or one that is no number.
    """
    file, comma, parameter = text.rpartition(",")
    key, equals, value = (word.strip() for word in parameter.partition("="))
    if not comma or not equals:
        return text, None
    if key != "sample":
        raise ValueError(unknown("policy parameter", key, ["sample"], f"in policy:{text}"))
    try:
        return file, float(value)
    except ValueError:
        raise ValueError(
            f"policy:{text}: sample={value!r}: expected 0 for the best action, or a temperature such as 1"
        ) from None


def load_policy(text: str, *, game: Game | None = None) -> NetworkAgent:
    """The agent of a spec `policy:FILE.npz` or `policy:FILE.npz,sample=1`.

    Args:
        text: what follows the colon: a file or the name of a shipped network, then perhaps `sample`: the temperature of its draws;
            0, as without it: it takes the action with the highest logit.
        game: the game it plays; None: the one that the file names, if it is registered.

    Raises:
        ValueError: no such file, another kind of file, or a network that was made for something else.
    """
    name, temperature = read_spec(text)
    path = find_file(name)
    return NetworkAgent(NetworkPolicy(network_of(path, game), temperature=temperature or 0.0, name=f"policy:{text}"))


def value_of(name: str, game: Game, num_players: int) -> NetworkValue:
    """The value of a network: of a file, or of a shipped one by its name.

    Raises:
        ValueError: as `load_policy`; or the network has no value.
    """
    return NetworkValue(network_of(find_file(name), game, num_players), f"policy:{name}")


@read_once
def network_of(path: Path, game: Game | None, num_players: int = 0) -> SparseNetwork:
    """The network in a file; errors as in `SparseNetwork.load`."""
    return SparseNetwork.load(path, game, num_players)
