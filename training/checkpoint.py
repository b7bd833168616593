"""The checkpoint of a run: one file with the network, the optimizer and the progress, so that it cannot disagree with itself."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import torch

from fs_env.agents.networks.archive import check_sums
from fs_env.agents.networks.inputs import Inputs
from fs_env.core.files import FileKind, json_in, replacing
from fs_env.training.networks.torch_network import TorchNetwork

CHECKPOINT = "checkpoint.pt"
FORMAT = 1
TABLES = ("entries", "rows", "bases")
FILE = FileKind(
    "a checkpoint of a run",
    "restore a copy of it, or begin another run in another folder; best.npz and last.npz still play",
    2**33,
)


def is_count(value: object) -> bool:
    """Whether a stored value is an integer of at least 0 that a run can reach."""
    return type(value) is int and 0 <= value < 2**53


def is_number(value: object) -> bool:
    return type(value) in (int, float) and math.isfinite(value)  # type: ignore[arg-type]


def is_line(value: object) -> bool:
    """Whether a stored value is a line of a curve: names with numbers, or with none."""
    return isinstance(value, dict) and all(one is None or type(one) in (int, float) for one in value.values())


PROGRESS: dict[str, Callable[[Any], bool]] = {
    "rounds": is_count,
    "decisions": is_count,
    "seconds": lambda value: is_number(value) and value >= 0,
    "best": is_number,
    "curve": lambda value: isinstance(value, list) and all(map(is_line, value)),
}
"""Name -> check of what a checkpoint says of the progress of a run."""


def write_checkpoint(
    path: Path,
    about: Mapping[str, Any],
    progress: Mapping[str, Any],
    extra: Mapping[str, Any],
    net: TorchNetwork,
    optimizer: torch.optim.Optimizer,
) -> None:
    """Writes a checkpoint to the disk under a temporary name and renames it; on an error nothing has changed."""
    tensors = {name: value for name, value in extra.items() if isinstance(value, torch.Tensor)}
    plain = {name: value for name, value in extra.items() if name not in tensors}
    inputs = net.tables
    values = {
        "format": FORMAT,
        "about": json.dumps(about),
        "progress": json.dumps({**progress, "extra": plain}),
        "tensors": tensors,
        "widths": [net.network().widths[tower] for tower in ("policy", "value")],
        "tables": {
            "numbers": inputs.numbers,
            "size": inputs.size,
            **{name: torch.from_numpy(getattr(inputs, name).copy()) for name in TABLES},
        },
        "prior_policy": net.prior_policy,
        "recurrent_size": 0 if net.recurrence is None else net.recurrence.size,
        "network": net.state_dict(),
        "optimizer": optimizer.state_dict(),
    }
    with replacing(path, to_disk=True) as file:
        torch.save(values, file)


def read_checkpoint(path: Path) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Contents of the file, the games of the network, and the progress with "extra"."""
    with FILE.checked(path):
        check_sums(FILE, path)
        stored = torch.load(path, map_location="cpu", weights_only=True)
        if not isinstance(stored, dict) or stored.get("format") != FORMAT:
            raise ValueError("it was written by another version")
        about, found = json_in(stored["about"]), json_in(stored["progress"], finite=False)
        for name, is_right in PROGRESS.items():
            if not is_right(found[name]):
                raise ValueError(f"its {name} is {found[name]!r}")
        for name in ("network", "optimizer", "tables", "widths"):
            if not isinstance(stored[name], list if name == "widths" else dict):
                raise ValueError(f"its {name} is of another kind")
        progress = {name: found[name] for name in PROGRESS}
        return stored, about, progress | {"extra": {**found["extra"], **stored["tensors"]}}


def shape_of(stored: Mapping[str, Any]) -> tuple[Inputs, list[int], list[int]]:
    """The inputs of a stored network, and the units of the hidden layers of policy and value."""
    tables = stored["tables"]
    policy, value = stored["widths"]
    return Inputs(tables["numbers"], tables["size"], *(tables[name].numpy() for name in TABLES)), policy, value


def load_weights(net: TorchNetwork, stored: Mapping[str, Any]) -> None:
    """Takes over the weights. Raises nearly anything where they do not fit."""
    net.load_state_dict(stored["network"])
    if not all(torch.isfinite(weights).all() for weights in net.parameters()):
        raise ValueError("a weight in it is not finite")
