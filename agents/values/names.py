"""Names of values in specs and commands, and the sizes of their networks."""

from pathlib import Path

from fs_env.agents.networks.shipped_files import find_file
from fs_env.core.checks import unknown

FOLDER = Path(__file__).parent / "fitted"
NETWORK = "policy:"
FIRST, SECOND = 32, 16  # hidden units
AUTO, NONE = "auto", "none"  # instead of the name of a value


def shipped() -> list[str]:
    return sorted(file.stem for file in FOLDER.glob("*.npz"))


def check_value(name: str) -> None:
    """Raises ValueError unless it is "auto", "none", a shipped value, "policy:" with a network, or the path of a file."""
    if name.startswith(NETWORK):
        find_file(name.removeprefix(NETWORK))
    elif name not in (AUTO, NONE, *shipped()) and not Path(name).is_file():
        others = 'or "auto", "none", "policy:FILE.npz", or the path of a file of fs-env fit-value'
        raise ValueError(unknown("value", name, shipped(), others))
