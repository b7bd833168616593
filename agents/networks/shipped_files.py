"""Files of the networks that come with the package; imports nothing large."""

from __future__ import annotations

from pathlib import Path

from fs_env.core.checks import suggestion

FOLDER = Path(__file__).parent / "shipped"


def shipped() -> list[str]:
    return sorted(file.stem for file in FOLDER.glob("*.npz"))


def find_file(name: str) -> Path:
    """The file of a network: that of a shipped one by its name, else the path itself."""
    if name not in shipped() and not Path(name).exists():
        raise ValueError(f"policy: there is no file {name!r}{suggestion(name, shipped())}")
    return FOLDER / f"{name}.npz" if name in shipped() else Path(name)
