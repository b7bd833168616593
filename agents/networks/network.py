"""A network over few inputs: its weights, its file, and the header by which compiled code finds them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fs_env.agents.networks.archive import opened, read_archive, write_archive
from fs_env.agents.networks.header import LAYERS, STEP, WIDEST, Head
from fs_env.agents.networks.inputs import Inputs, sizes
from fs_env.agents.networks.layers import Layers
from fs_env.agents.networks.prior_policy import load_prior_policy
from fs_env.agents.networks.recurrence import Recurrence
from fs_env.core.files import FileFault, FileKind, reason
from fs_env.registry.games import GAMES, load_game

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

FORMAT = 2
FILE = FileKind("a network", "train it again with `fs-env train`, or copy or download it again", 2**28)
TABLES = ("entries", "rows", "bases")
TOWERS = ("policy", "value")
RELU = "relu"
LARGEST = 64  # weight of the first layer
RECURRENCE = "recurrence_"  # in front of the names of its weights in a file


class SparseNetwork:
    """Inputs, then a tower of layers with a rectifier after each but the last for the logits of actions, and one for a score.

    Args:
        inputs: how an observation becomes inputs.
        policy: (weights, biases) of its layers, see `layers.Layers`; empty: the network has no policy.
        value: the same with one output, the score: the shares of the win that are expected are the softmax of the scores of all
            seats, each from its own observation. Empty: the network has no value.
        about: what it was trained for, see `made_for`; "prior_policy", the name of a bot, if it has one; and what its author adds under
            "training".
        prior_logits: float32 (num_actions,): what is added to the logit of each action where the prior policy would take it; or empty.
        recurrence: arrays by the names of the weights of `agents.networks.recurrence`; None: it has none.

    Raises:
        ValueError: layers that do not fit each other, a prior policy without its logits or the reverse, or numbers that are not finite.
    """

    def __init__(
        self,
        inputs: Inputs,
        policy: Layers,
        value: Layers,
        about: Mapping[str, Any],
        prior_logits: NDArray[np.float32] | None = None,
        recurrence: Mapping[str, NDArray[Any]] | None = None,
    ) -> None:
        self.inputs, self.about = inputs, dict(about)
        self.policy = checked("policy", policy, inputs.size, None)
        self.value = checked("value", value, inputs.size, 1)
        if not self.policy and not self.value:
            raise ValueError("it has neither a policy nor a value")
        self._version = np.ones(1, np.int64)  # of the weights
        self.prior_logits = np.array([] if prior_logits is None else prior_logits, np.float32, order="C")
        shape = (self.num_actions if self.prior_policy else 0,)
        if self.prior_logits.shape != shape or not np.isfinite(self.prior_logits).all():
            raise ValueError(
                f"its prior policy is {self.prior_policy!r} and its prior logits of shape {self.prior_logits.shape}: expected a "
                f"finite number for each of {self.num_actions} actions with a prior policy, none without"
            )

        self.recurrence: Recurrence | None = None
        if recurrence:
            widths = self.widths["policy"]
            if not widths:
                raise ValueError("it has a recurrent state and no policy")
            self.recurrence = Recurrence.checked(dict(recurrence), widths[0], widths[-1], self.num_actions)

    @property
    def prior_policy(self) -> str:
        """The name of the bot whose choice it sees; empty: none."""
        return str(self.about.get("prior_policy", ""))

    def copy(self) -> SparseNetwork:
        return SparseNetwork(
            self.inputs, self.policy, self.value, self.about, self.prior_logits, self.recurrence_arrays
        )

    @property
    def recurrence_arrays(self) -> dict[str, NDArray[np.float32]]:
        return {} if self.recurrence is None else dict(vars(self.recurrence))

    @property
    def num_actions(self) -> int:
        """How many actions its policy knows, 0 without one."""
        return len(self.policy[-1][1]) if self.policy else 0

    @property
    def widths(self) -> dict[str, list[int]]:
        return {name: [len(bias) for _, bias in getattr(self, name)[:-1]] for name in TOWERS}

    def take(self, other: SparseNetwork) -> None:
        """Copies the weights of a network of the same inputs and sizes in place. Raises ValueError for others."""
        same = all(np.array_equal(getattr(self.inputs, name), getattr(other.inputs, name)) for name in TABLES)
        own_state, their_state = self.recurrence_arrays, other.recurrence_arrays
        same = same and self.prior_policy == other.prior_policy
        same = same and [one.shape for one in own_state.values()] == [one.shape for one in their_state.values()]
        if not same or self.widths != other.widths or self.num_actions != other.num_actions:
            raise ValueError(
                f"weights for {other.widths} cannot replace those for {self.widths}: other inputs, sizes, prior policy or recurrent state"
            )
        self._version += 1
        self.prior_logits[:] = other.prior_logits
        for name, array in own_state.items():
            array[:] = their_state[name]
        for name in TOWERS:
            for own, theirs in zip(getattr(self, name), getattr(other, name), strict=True):
                for mine, new in zip(own, theirs, strict=True):
                    mine[:] = new

    def header(self, temperature: float = 0.0) -> NDArray[np.int64]:
        """int64 (Head.WORDS,), for compiled code; valid while this network lives; without the prior policy."""
        built = self.header_of(self.inputs)
        built[Head.ACTIONS], built[Head.TEMPERATURE] = self.num_actions, round(temperature * 1e6)
        built[Head.PRIOR_LOGITS_AT], built[Head.VERSION_AT] = self.prior_logits.ctypes.data, self._version.ctypes.data
        if self.recurrence is not None:
            built[Head.RECURRENT_SIZE] = self.recurrence.size
        for name, weights in self.recurrence_arrays.items():
            built[Head[f"{name.upper()}_AT"]] = weights.ctypes.data
        for name, word in (("policy", Head.POLICY), ("value", Head.VALUE)):
            layers = getattr(self, name)
            built[word] = max(0, len(layers) - 1)
            for k, (weights, bias) in enumerate(layers):
                at = int(word) + k * STEP
                built[at + 1], built[at + 2], built[at + 3] = len(bias), weights.ctypes.data, bias.ctypes.data
        return built

    @staticmethod
    def header_of(tables: Inputs) -> NDArray[np.int64]:
        """A header without layers, for kernels that list inputs only; valid while the table lives."""
        built = np.zeros(Head.WORDS, np.int64)
        built[Head.NUMBERS], built[Head.INPUTS] = tables.numbers, tables.size
        built[Head.ENTRIES], built[Head.SINGLE], built[Head.ROWS] = len(tables.entries), tables.single, len(tables.rows)
        firsts, readers = tables.readers
        built[Head.READERS] = len(readers)
        for word, array in (
            (Head.FIRSTS_AT, firsts),
            (Head.READERS_AT, readers),
            (Head.ENTRIES_AT, tables.entries),
            (Head.ROWS_AT, tables.rows),
            (Head.BASES_AT, tables.bases),
            (Head.SIZES_AT, sizes()),
        ):
            built[word] = array.ctypes.data
        return built

    def save(self, path: Path, *, half: bool = False) -> None:
        """Writes the file under another name first; `half`: weights as float16, for files that are shipped."""
        arrays = {name: getattr(self.inputs, name) for name in TABLES}
        for name in TOWERS:
            for k, (weights, bias) in enumerate(getattr(self, name)):
                arrays |= {f"{name}_{k}": weights.astype(np.float16) if half else weights, f"{name}_bias_{k}": bias}
        if self.prior_policy:
            arrays["prior_logits"] = self.prior_logits
        for name, weights in self.recurrence_arrays.items():
            arrays[RECURRENCE + name] = weights.astype(np.float16) if half else weights
        facts = {**self.about, "format": FORMAT, "activation": RELU, "hidden": self.widths}
        facts |= {"inputs": self.inputs.size, "numbers": self.inputs.numbers}
        write_archive(path, facts, arrays)

    @classmethod
    def load(cls, path: Path, game: Game | None = None, num_players: int = 0) -> SparseNetwork:
        """Reads a file that `save` wrote.

        Args:
            path: of the file.
            game: the game it must be for; None: any registered game.
            num_players: for how many it must be; 0: any number.

        Raises:
            ValueError: no such file, another kind of file, or a network for another game, version or number of players.
        """
        about, arrays = read_file(path)
        check_purpose(path, about, game, num_players)
        try:
            policy, value = (layers_of(name, arrays) for name in TOWERS)
            if any(arrays[name].dtype.kind not in "iuf" for name in TABLES):
                raise ValueError("its table of inputs has wrong types")
            tables = Inputs(about["numbers"], about["inputs"], *(arrays[name] for name in TABLES))
            recurrence = {name[len(RECURRENCE) :]: one for name, one in arrays.items() if name.startswith(RECURRENCE)}
            network = cls(tables, policy, value, about, arrays.get("prior_logits"), recurrence)
            wanted = game if game is not None else load_game(about["game"])
            if network.prior_policy:
                load_prior_policy(network.prior_policy, wanted)
            if tables.numbers != wanted.schema.size or (policy and network.num_actions != wanted.num_actions):
                raise ValueError(f"it reads {tables.numbers} numbers and knows {network.num_actions} actions")
        except Exception as error:  # damaged archives make numpy raise nearly anything
            raise ValueError(unusable(path, error)) from None
        return network


def checked(name: str, layers: Layers, inputs: int, outputs: int | None) -> list[tuple[Any, Any]]:
    """The layers of a tower as contiguous float32 copies. Raises ValueError for layers that do not fit each other."""
    if len(layers) == 1 or len(layers) > LAYERS + 1:
        raise ValueError(f"its {name} has {len(layers) - 1} hidden layers: expected 1 to {LAYERS}")
    built, before = [], inputs
    for k, (weights, bias) in enumerate(layers):
        last = k == len(layers) - 1
        shape = (len(bias), before) if last else (before, len(bias))
        if weights.dtype.kind != "f" or bias.dtype.kind != "f" or bias.ndim != 1 or weights.shape != shape:
            raise ValueError(
                f"layer {k} of its {name} has weights {weights.dtype} {weights.shape} and biases {bias.dtype} {bias.shape}: "
                f"expected floats of shapes {shape} and ({len(bias)},)"
            )
        if not last and not 1 <= len(bias) <= WIDEST or last and outputs not in (None, len(bias)):
            raise ValueError(
                f"layer {k} of its {name} has {len(bias)} units: expected {outputs if last else f'1 to {WIDEST}'}"
            )
        if not np.isfinite(weights).all() or not np.isfinite(bias).all():
            raise ValueError(f"layer {k} of its {name} has numbers that are not finite")
        if k == 0 and name == "policy" and np.abs(weights).max(initial=0) > LARGEST:
            raise ValueError(
                f"layer 0 of its {name} has weights up to {np.abs(weights).max():g}: expected at most {LARGEST}, so that sums are "
                "32-bit integers; larger weights mean that training diverged"
            )
        built.append((np.array(weights, np.float32, order="C"), np.array(bias, np.float32, order="C")))
        before = len(bias)
    return built


def layers_of(name: str, arrays: Mapping[str, Any]) -> list[tuple[Any, Any]]:
    count = sum(f"{name}_bias_{k}" in arrays for k in range(LAYERS + 2))
    return [(arrays[f"{name}_{k}"], arrays[f"{name}_bias_{k}"]) for k in range(count)]


def actions_key(game: Game) -> str:
    """16 hex digits that change with the meaning of any action id."""
    ranges = [(name, [int(one) for one in ids]) for name, ids in game.action_ids.items()]
    return hashlib.sha256(repr((game.num_actions, ranges)).encode()).hexdigest()[:16]


def made_for(game: Game, num_players: int, options: Mapping[str, int] | None = None) -> dict[str, Any]:
    """The game and version of a network, as `SparseNetwork.about`; `options` are those of games."""
    return {
        "game": game.name,
        "num_players": num_players,
        "options": chosen_options(game, num_players, options or {}),
        "schema": game.schema.key,
        "num_actions": game.num_actions,
        "actions": actions_key(game),
    }


def chosen_options(game: Game, num_players: int, options: Mapping[str, int]) -> dict[str, int]:
    values = game.option_values(num_players=num_players, **options).tolist()
    return dict(zip(game.options, values, strict=True))


def check_options(path: Path | str, about: Mapping[str, Any], game: Game, options: Mapping[str, int]) -> None:
    """Raises ValueError if a network was trained with other card sets than `options`; other options may differ."""
    stated = about.get("options")
    if not isinstance(stated, dict):
        return
    for name, option in game.options.items():
        wanted, found = options.get(name, option.default), stated.get(name, option.default)
        if option.bits and wanted != found:
            words = [option.text_of(one) if type(one) is int else repr(one) for one in (found, wanted)]
            raise ValueError(
                f"policy: {str(path)!r} was trained with {name} {words[0]}, this is {name} {words[1]}: choose a network for "
                f"these {name}, or train one"
            )


def format_of(path: Path) -> int:
    """The format of a network's file; 0 for other files."""
    if not path.is_file():
        return 0
    try:
        with opened(FILE, path) as (about, _):
            number = about.get("format")
    except (ValueError, OSError):
        return 0
    return number if type(number) is int else 0


def unusable(path: Path, error: object) -> str:
    return f"policy: {str(path)!r} is not a network that can be played ({reason(error)}): expected {FILE.holds}; {FILE.advice}"


def read_file(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    if not path.is_file():
        raise ValueError(f"policy: there is no file {str(path)!r}")
    try:
        about, arrays = read_archive(FILE, path)
        if about.pop("format", None) != FORMAT or about.get("activation") != RELU:
            raise ValueError("it was written by another version")
    except FileFault as fault:
        raise ValueError(f"policy: {fault}") from None
    except ValueError as error:
        raise ValueError(unusable(path, error)) from None
    return about, arrays


def check_purpose(path: Path, about: Mapping[str, Any], game: Game | None, num_players: int) -> None:
    """Raises ValueError if a network is for another game, number of players or version."""
    name, players, file = about.get("game"), about.get("num_players"), f"policy: {str(path)!r}"
    if game is None and (not isinstance(name, str) or name not in GAMES):
        known = ", ".join(GAMES)
        raise ValueError(f"{file} was trained for the game {name!r}, which is not registered: expected one of {known}")
    wanted = game if game is not None else load_game(str(name))
    train = "choose a network for {}, or train one"
    if name != wanted.name:
        raise ValueError(f"{file} was trained for {name!r}, this is {wanted.name!r}: {train.format('this game')}")
    if type(players) is not int or not wanted.min_players <= players <= wanted.max_players:
        least, most = wanted.min_players, wanted.max_players
        raise ValueError(f"{file} was trained for {players!r} players: expected {least} to {most}; train it again")
    if num_players not in (0, players):
        table = f"this table has {num_players}: {train.format(num_players)}"
        raise ValueError(f"{file} was trained for {players} players, {table}")
    for what, key in (("observation", wanted.schema.key), ("actions", actions_key(wanted))):
        found = about.get("schema" if what == "observation" else what)
        if found != key:
            version = f"another version of the {what} of {name} ({found}, now {key})"
            raise ValueError(f"{file} was trained on {version}: train it again")
