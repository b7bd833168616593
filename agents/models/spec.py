"""The specs of models: a file and parameters. Nothing large is imported here."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from fs_env.core.checks import unknown

PARAMETERS = {
    "sb3": ("observation", "algorithm"),
    "torch": ("observation", "weights", "threads"),
    "onnx": ("observation", "threads"),
}
"""Kind of a model -> the parameters of its spec."""
ALGORITHMS = ("a2c", "dqn", "maskableppo", "ppo")
WRITTEN = {"sb3": "sb3:FILE.zip", "torch": "torch:FILE.py:NAME,weights=FILE.pt", "onnx": "onnx:FILE.onnx"}


class ModelSpec(NamedTuple):
    """A spec in its parts; `name` is that of the class of a torch model, "" for others."""

    kind: str
    file: Path
    name: str
    given: dict[str, str]

    @property
    def text(self) -> str:
        return f"{self.kind}:{self.file.name}"

    @property
    def weights(self) -> Path:
        return Path(self.given["weights"])

    @property
    def threads(self) -> int:
        return int(self.given.get("threads", "1"))


def read_model_spec(spec: str) -> ModelSpec:
    """Reads a spec and checks that its files exist.

    Raises:
        ValueError: it is written otherwise, has an unknown parameter, or a file is missing.
    """
    kind, _, rest = spec.partition(":")
    place, *parts = rest.split(",")
    given: dict[str, str] = {}
    for part in parts:
        key, equals, value = (word.strip() for word in part.partition("="))
        if key not in PARAMETERS[kind]:
            raise ValueError(unknown(f"parameter of {kind}", key, PARAMETERS[kind], f"in {spec!r}"))
        if not equals or not value or key in given:
            raise ValueError(f"bot {spec!r}: {part!r}: expected {key}=VALUE once")
        given[key] = value
    file, name = (place.rpartition(":")[0], place.rpartition(":")[2]) if kind == "torch" else (place, "")
    if not file or (kind == "torch") != bool(name) or (kind == "torch" and "weights" not in given):
        raise ValueError(f"bot {spec!r}: expected {WRITTEN[kind]}")
    if not given.get("threads", "1").isdecimal() or not 1 <= int(given.get("threads", "1")) <= 64:
        raise ValueError(f"bot {spec!r}: threads={given['threads']}: expected 1 to 64")
    if given.get("algorithm", "ppo") not in ALGORITHMS:
        raise ValueError(unknown("algorithm", given["algorithm"], ALGORITHMS, f"in {spec!r}"))
    found = ModelSpec(kind, Path(file), name, given)
    for path in (found.file, *([found.weights] if kind == "torch" else [])):
        if not path.is_file():
            hint = f"; did you mean {kind}:{path}.zip?" if kind == "sb3" and Path(f"{path}.zip").is_file() else ""
            raise ValueError(f"bot {spec!r}: there is no file {str(path)!r}{hint}")
    return found


def absolute_model(spec: str) -> str:
    """The spec with absolute paths, for processes with other working folders."""
    kind, _, rest = re.sub("(?<=,weights=)[^,]+", lambda file: str(Path(file[0]).absolute()), spec).partition(":")
    place, comma, parameters = rest.partition(",")
    file, colon, name = place.rpartition(":") if kind == "torch" else (place, "", "")
    return f"{kind}:{Path(file).absolute()}{colon}{name}{comma}{parameters}"
