"""A policy network as plain arrays: its outputs and its file."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fs_env.agents.policy.archive import ABOUT, read_archive

FORMAT = 1


class Network:
    """Linear layers with a rectifier after each but the last, whose outputs are the logits of the actions.

    Attributes:
        layers: (weight (outputs, inputs), bias (outputs,)) of each, float32.
        about: what it was made for: "game", "num_players", "features", and anything that its author adds, as JSON values.

    Raises:
        ValueError: no layers, layers that are not tables of numbers or do not fit each other, or numbers that are not finite.
    """

    def __init__(
        self, layers: Sequence[tuple[NDArray[np.float32], NDArray[np.float32]]], about: Mapping[str, Any]
    ) -> None:
        if not layers:
            raise ValueError("the network has no layers")
        for k, (weight, bias) in enumerate(layers):
            if weight.dtype.kind != "f" or bias.dtype.kind != "f" or weight.ndim != 2 or bias.shape != weight.shape[:1]:
                raise ValueError(
                    f"layer {k} has weights {weight.dtype} {weight.shape} and biases {bias.dtype} {bias.shape}: expected floats "
                    "of shapes (outputs, inputs) and (outputs,)"
                )
            if not np.isfinite(weight).all() or not np.isfinite(bias).all():
                raise ValueError(f"layer {k} has numbers that are not finite")
        self.layers = [(np.ascontiguousarray(w, np.float32), np.ascontiguousarray(b, np.float32)) for w, b in layers]
        self.about = dict(about)
        for (before, _), (after, _) in zip(self.layers, self.layers[1:]):
            if before.shape[0] != after.shape[1]:
                raise ValueError(
                    f"a layer with {before.shape[0]} outputs is followed by one with {after.shape[1]} inputs"
                )

    def _hidden(self, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        """The inputs of the last layer."""
        values = inputs
        for weight, bias in self.layers[:-1]:
            values = values @ weight.T
            values += bias
            np.maximum(values, 0, out=values)
        return values

    def logits(self, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        """The logits of all actions, float32 (k, num_actions), for inputs float32 (k, features)."""
        weight, bias = self.layers[-1]
        return self._hidden(inputs) @ weight.T + bias

    def logits_of(
        self, inputs: NDArray[np.float32], rows: NDArray[np.intp], actions: NDArray[np.intp]
    ) -> NDArray[np.float32]:
        """The logits of some actions, float32 (n,): of `actions` (n,) for the inputs in `rows` (n,)."""
        weight, bias = self.layers[-1]
        made: NDArray[np.float32] = np.einsum("nh,nh->n", self._hidden(inputs)[rows], weight[actions])
        return made + bias[actions]

    def save(self, path: Path) -> None:
        """Writes the file, first under another name, so that a reader never finds an incomplete one."""
        part = path.with_name(path.name + ".part")
        arrays: dict[str, Any] = {ABOUT: np.array(json.dumps({"format": FORMAT, **self.about}))}
        for k, (weight, bias) in enumerate(self.layers):
            arrays |= {f"weight_{k}": weight, f"bias_{k}": bias}
        with part.open("wb") as file:
            np.savez(file, **arrays)
        os.replace(part, path)

    @classmethod
    def load(cls, path: Path) -> Network:
        """Reads a file that `save` wrote.

        Raises:
            ValueError: no such file, or another kind of file.
        """
        if not path.is_file():
            raise ValueError(f"policy: there is no file {str(path)!r}")
        try:
            about, arrays = read_archive(path)
            count = sum(name.startswith("weight_") for name in arrays)
            layers = [(arrays[f"weight_{k}"], arrays[f"bias_{k}"]) for k in range(count)]
            if about.pop("format", None) != FORMAT:
                raise ValueError("it was written by another version: train it again")
            return cls(layers, about)
        except Exception as error:  # damaged archives make zipfile and numpy raise nearly anything
            words = " ".join(str(error).split()) or type(error).__name__
            raise ValueError(
                f"policy: {str(path)!r} is not a network that can be played ({words}): expected a file that `fs-env train` "
                "wrote, such as best.npz in the folder of a run"
            ) from None
