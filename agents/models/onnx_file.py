"""ONNX files as bots, run by onnxruntime on one processor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fs_env.agents.models.agent import Scores
from fs_env.agents.models.forms import Form, form_of
from fs_env.agents.models.spec import ModelSpec

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

NAMES = {"float": "float32", "double": "float64"} | {name: name for name in ("bool", "int8", "int16", "int32", "int64")}
TYPES = {f"tensor({name})": np.dtype(kind) for name, kind in NAMES.items()}


def load(spec: ModelSpec, game: Game) -> tuple[Scores, Form]:
    """The first output of a file as scores, from observations (batch, ...) and the input named "mask", if there is one."""
    import onnxruntime  # type: ignore[import-not-found,import-untyped,unused-ignore]

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = spec.threads
    options.inter_op_num_threads = 1
    try:
        session = onnxruntime.InferenceSession(str(spec.file), options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise ValueError(
            f"bot {spec.text!r} cannot be read by onnxruntime: {str(error).splitlines()[0][:200]}"
        ) from None
    inputs = session.get_inputs()
    seen = [one for one in inputs if "mask" not in one.name]
    masked = [one for one in inputs if "mask" in one.name]
    if len(seen) != 1 or len(masked) > 1 or any(one.type not in TYPES for one in inputs):
        raise ValueError(
            f"bot {spec.text!r} has the inputs {', '.join(f'{one.name}: {one.type}' for one in inputs)}: expected observations, and "
            "optionally a mask"
        )
    shape = tuple(seen[0].shape[1:])
    declared = shape if all(isinstance(one, int) for one in shape) else None
    actions = session.get_outputs()[0].shape[-1]
    known = actions if isinstance(actions, int) else None
    form = form_of(spec.text, game, spec.given.get("observation", ""), declared, known)
    single = isinstance(seen[0].shape[0], int)  # exported for batches of one size

    def scores(observations: Any, masks: Any) -> Any:
        given = {seen[0].name: np.asarray(observations, TYPES[seen[0].type])}
        given |= {one.name: np.asarray(masks, TYPES[one.type]) for one in masked}
        if not single:
            return session.run(None, given)[0]
        rows = [{name: values[k : k + 1] for name, values in given.items()} for k in range(len(masks))]
        return np.concatenate([session.run(None, row)[0] for row in rows])

    return scores, form
