"""The values that are shipped, and those that users have fitted: files of weights."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fs_env.agents.networks.agent import value_of
from fs_env.agents.networks.archive import read_archive, read_once, write_archive
from fs_env.agents.networks.layers import Layers
from fs_env.agents.networks.network import FORMAT as NETWORK_FORMAT
from fs_env.agents.networks.network import checked, format_of
from fs_env.agents.values.names import AUTO, FOLDER, NETWORK, NONE, check_value, shipped
from fs_env.agents.values.network import FIRST, SECOND, flat_weights
from fs_env.agents.values.part import Reader, Values
from fs_env.core.checks import unknown
from fs_env.core.files import FileKind
from fs_env.core.machine.run.value import Value
from fs_env.registry.games import GAMES, load_game, manifest_of

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

FILE = FileKind("a value of fs-env fit-value", "fit it again with that command, or copy or download it again", 2**28)
FORMAT = "value 2"  # formats of networks are numbers
MOST_LEVEL = 63  # measured: log-loss as with 127 within .0001, in smaller files; with 15 higher by .0003 and more


def find_value(name: str, game: str | Game, num_players: int, *, cooperative: bool | None = False) -> Value | None:
    """A value for a game.

    Args:
        name: of a shipped value, or the path of a file, also of a network; "policy:NAME": that of a shipped network; "auto": the
            shipped one for the game and the number of players, or none; "none": none.
        game: the game, or its name.
        num_players: of the table; 0: any number, which leaves "auto" without a value.
        cooperative: whether the seats win or lose together; None: that is not known yet, and "auto" is for rivals.

    Raises:
        ValueError: there is no such value, or it is one for another game, another way to win or another version of its inputs.
    """
    check_value(name)
    if name == NONE:
        return None
    if name.startswith(NETWORK) or format_of(Path(name)) == NETWORK_FORMAT:
        return value_of(name.removeprefix(NETWORK), load_game(game) if isinstance(game, str) else game, num_players)
    game = game if isinstance(game, str) else game.name
    if name == AUTO:
        name = cooperative_name(game) if cooperative else f"{game}_{num_players}"
        if name not in shipped():
            return None
    path = FOLDER / f"{name}.npz" if name in shipped() else Path(name)
    value, made_cooperative = load_value(path, game)
    if cooperative is not None and made_cooperative != cooperative:
        kinds = {False: "rivals", True: "seats that win or lose together"}
        raise ValueError(
            f"{path}: a value for {kinds[made_cooperative]}, this is a game of {kinds[cooperative]}: choose another one, "
            f'or "auto" or "none"'
        )
    return value


def is_cooperative(game: str, observation: NDArray[np.int16]) -> bool:
    """Whether the seats of a game win or lose together, as an observation of it shows; False where no value reads that."""
    known = manifest_of(game).part(Values)
    return known is not None and known.cooperative is not None and bool(known.cooperative.is_cooperative(observation))


def reader_of(game: str, cooperative: bool = False) -> Reader:
    """The module that lists the inputs of a game's values. Raises ValueError if there is none."""
    found = _reader(game, cooperative)
    if found is None:
        having = [name for name in GAMES if _reader(name, cooperative) is not None]
        what = "game with values of seats that play together" if cooperative else "game with values"
        raise ValueError(unknown(what, game, having))
    return found


def _reader(game: str, cooperative: bool) -> Reader | None:
    known = manifest_of(game).part(Values)
    return None if known is None else known.cooperative if cooperative else known.reader


def cooperative_name(game: str) -> str:
    return f"{game}_cooperative"


@read_once
def load_value(path: Path, game: str) -> tuple[Value, bool]:
    layers, cooperative = load_layers(path, game)
    name = cooperative_name(game) if cooperative else game
    return Value(name, reader_of(game, cooperative).score, flat_weights(layers)), cooperative


def load_layers(path: Path, game: str) -> tuple[Layers, bool]:
    """The weights in a file, and whether they are for seats that win or lose together. Raises ValueError as `find_value`."""
    about, arrays = read_archive(FILE, path)
    if about.get("game") != game or about.get("format") != FORMAT:
        FILE.refuse(
            path, f"it is one for {about.get('game')!r} (format {about.get('format')!r}), not {game!r} ({FORMAT!r})"
        )
    cooperative = bool(about.get("together", False))
    if cooperative and _reader(game, False) is not None and _reader(game, True) is None:
        FILE.refuse(path, f"it is for seats that win or lose together, which {game} has no values for")
    n_inputs = reader_of(game, cooperative).N_INPUTS
    with FILE.checked(path):
        for name, kind in {"used": "uint8", "levels": "int8", "steps": "float", "mixture": "float"}.items():
            if not arrays[name].dtype.name.startswith(kind):
                raise ValueError(f"{name} is {arrays[name].dtype}, not {kind}")
        bits = np.unpackbits(arrays["used"], count=min(8 * arrays["used"].size, n_inputs + 8))
        used, levels = np.flatnonzero(bits), arrays["levels"]
        steps, mixture = (arrays[name].astype(np.float32) for name in ("steps", "mixture"))
        if about.get("inputs") != n_inputs or used.max(initial=0) >= n_inputs:
            raise ValueError(f"it reads {about.get('inputs')} inputs, and {game} now has {n_inputs}")
        rank = steps.size
        if (levels.shape, steps.shape, mixture.shape) != ((len(used), rank), (rank,), (rank, FIRST)):
            raise ValueError(f"the weights of its inputs have another size than {len(used)} by {FIRST}")
        inputs = np.zeros((n_inputs, FIRST), np.float32)
        with np.errstate(all="ignore"):
            inputs[used] = levels * steps @ mixture
        last = np.atleast_2d(arrays["last"])
        layers = [(inputs, arrays["bias"]), (arrays["second"], arrays["second_bias"]), (last, np.zeros(1, np.float32))]
        built = checked("value", layers, n_inputs, 1)
        if [len(bias) for _, bias in built[:-1]] != [FIRST, SECOND]:
            raise ValueError(f"its layers have other sizes than {FIRST} and {SECOND}")
    return built, cooperative


def save_value(path: Path, layers: Layers, game: str, about: dict[str, Any], rank: int = FIRST) -> None:
    """Writes a file, under another name first.

    The weights of the inputs are written as a product: int8 `levels` (inputs that are used, rank), each column times its own step,
    and a float16 `mixture` (rank, FIRST), approximated by least squares; the other weights as float16. `used` has a bit for each input.
    """
    (inputs, bias), (second, second_bias), (last, _) = layers
    used = np.abs(inputs).max(1) > 0
    left, sizes, mixture = np.linalg.svd(inputs[used].astype(np.float64), full_matrices=False)
    columns = (left * sizes)[:, :rank]
    steps = np.maximum(np.abs(columns).max(0, initial=0.0), 1e-30) / MOST_LEVEL
    parts = {"steps": steps.astype(np.float32), "mixture": mixture[:rank].astype(np.float16)}
    others = {"bias": bias, "second": second, "second_bias": second_bias, "last": last[0]}
    parts |= {name: part.astype(np.float16) for name, part in others.items()}
    parts |= {"used": np.packbits(used), "levels": np.rint(columns / steps).astype(np.int8)}
    write_archive(path, {**about, "game": game, "format": FORMAT, "inputs": len(used)}, parts)
