"""A set of self-play as Parquet: one row a choice, one file for each file of games, and a card.

`fs-env selfplay --parquet FOLDER`; docs/do/exports.md. Needs the extra "parquet".
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from fs_env.arena.report.export import import_parquet
from fs_env.core.files import replacing, write_whole
from fs_env.training.selfplay.card import CARD, Facts, text_of
from fs_env.training.selfplay.shard import ARRAYS

if TYPE_CHECKING:
    from fs_env.training.selfplay.data import SelfplayData
    from fs_env.training.selfplay.shard import Shard


COLUMNS: dict[str, tuple[str, str]] = {
    "game": ("int64", "number of the game in the plan, 0 the first"),
    "seed": ("int64", ARRAYS["seeds"].meaning),
    "returns": ("list of float64, one for each seat", ARRAYS["returns"].meaning),
    "outcome": ("int8", ARRAYS["outcomes"].meaning),
    "length": ("int32", ARRAYS["lengths"].meaning),
    "seat": ("int8", ARRAYS["seats"].meaning),
    "agent": ("text", "spec of the bot in that seat"),
    "return": ("float64", "return of that seat at the end"),
    "turn": ("int32", ARRAYS["turns"].meaning),
    "decision": ("int32", ARRAYS["decisions"].meaning),
    "observation": ("list of int16, observation_size", ARRAYS["observations"].meaning),
    "actions": ("list of int16, one for each legal action", "ids of the legal actions, ascending"),
    "chosen": ("int16", ARRAYS["chosen"].meaning),
    "policy_action": ("int16", ARRAYS["policy_actions"].meaning),
    "values": ("list of float32, as actions", ARRAYS["values"].meaning),
    "errors": ("list of float32, as actions", ARRAYS["errors"].meaning),
    "rollouts": ("list of int32, as actions", ARRAYS["rollouts"].meaning),
}
READING = """```python
import pyarrow.parquet

rows = pyarrow.parquet.read_table("data", columns=["game", "seat", "agent", "chosen", "return"])  # beside this card
```"""
FILES = "data"  # apart from the card, since readers of a folder take each file for one of theirs


def write_parquet(data: SelfplayData, folder: str | Path) -> Facts:
    """Writes the files, file by file, and the card; files of the same names are replaced.

    Raises:
        ImportError: pyarrow is not installed; names the extra.
        ValueError: the folder contains Parquet files of another set, or the set has no games, or a damaged file.
    """
    parquet, facts = import_parquet(), Facts(data)
    target = Path(folder) / FILES
    target.mkdir(parents=True, exist_ok=True)
    names = {path.with_suffix(".parquet").name for path in data.files}
    strange = sorted(path.name for path in target.glob("*.parquet") if path.name not in names)
    if strange:
        raise ValueError(f"{target / strange[0]}: is not a file of this set: choose another folder, or empty this one")
    for path, shard in zip(data.files, data.shards()):
        digest = facts.add(shard)
        table = table_of(shard, data.plan["agents"])
        about = json.dumps({**shard.about, "digest": digest}, sort_keys=True)
        with replacing(target / path.with_suffix(".parquet").name) as file:
            parquet.write_table(table.replace_schema_metadata({"fs_env": about}), file, compression="zstd")
    write_whole(Path(folder) / CARD, text_of(facts, "Parquet", "row", COLUMNS, READING))
    return facts


def table_of(shard: Shard, agents: Sequence[str]) -> Any:
    """The choices of a file of games as a `pyarrow.Table` with the columns `COLUMNS`; `agents` are those of the plan."""
    import pyarrow

    game = np.repeat(np.arange(shard.games), np.diff(shard.game_starts))
    seats = shard.seats
    starts = pyarrow.array(shard.action_starts.astype(np.int32))

    def wide(rows: np.ndarray[Any, Any]) -> Any:
        return pyarrow.FixedSizeListArray.from_arrays(np.ascontiguousarray(rows).reshape(-1), rows.shape[1])

    def lists(name: str) -> Any:
        return pyarrow.ListArray.from_arrays(starts, pyarrow.array(shard.arrays[name]))

    plain = ("seats", "turns", "decisions", "chosen", "policy_actions")
    columns = {
        "game": shard.about["first"] + game,
        "seed": shard.seeds[game],
        "returns": wide(shard.returns[game]),
        "outcome": shard.outcomes[game],
        "length": shard.lengths[game],
        "agent": pyarrow.DictionaryArray.from_arrays(shard.agents[game, seats], list(agents)),
        "return": shard.returns[game, seats],
        "observation": wide(shard.observations),
        **{name.removesuffix("s"): shard.arrays[name] for name in plain},
        **{name: lists(name) for name in ("actions", "values", "errors", "rollouts")},
    }
    return pyarrow.table({name: columns[name] for name in COLUMNS})
