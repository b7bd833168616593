"""A set of self-play as a data set of Minari: an episode is what one seat saw and did in one game."""

from __future__ import annotations

import shutil
import warnings
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fs_env.core.files import write_whole
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.registry.games import GAMES, manifest_of, version_of
from fs_env.training.selfplay.card import CARD, Facts, text_of
from fs_env.training.selfplay.shard import ARRAYS

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game
    from fs_env.training.selfplay.data import SelfplayData
    from fs_env.training.selfplay.shard import Shard

INFOS: dict[str, tuple[str, str]] = {
    "seat": ("int64", "the seat"),
    "decisions": ("int64", "decisions of the game so far, of all seats, forced ones included"),
    "returns": ("float64, one for each seat", "return of each seat; zeros until the end"),
    "illegal_action": ("bool", "False: as in the environment"),
    "turn": ("int32", ARRAYS["turns"].meaning),
    "policy_action": ("int16", ARRAYS["policy_actions"].meaning),
    "actions": ("int16, widest", "ids of the legal actions, ascending, then -1"),
    "values": ("float32, widest", ARRAYS["values"].meaning),
    "errors": ("float32, widest", ARRAYS["errors"].meaning),
    "rollouts": ("int32, widest", ARRAYS["rollouts"].meaning),
}
"""Infos by name, type and meaning; the last entry of an episode is the end of the game. `widest`: the most legal actions in the set."""
COLUMNS: dict[str, tuple[str, str]] = {
    "observations/observation": (
        "int16, observation_size",
        "observation of the seat; the last one at the end of the game",
    ),
    "observations/action_mask": ("int8, num_actions", "1 for each legal action; at the end only for action 0"),
    "actions": ("int64", "id of the chosen action"),
    "rewards": ("float64", "0, and with the last action the return of the seat"),
    "terminations": ("bool", "True with the last action, unless the game reached its limit of decisions"),
    "truncations": ("bool", "True with the last action, if it did"),
    **{f"infos/{name}": one for name, one in INFOS.items()},
}
FILLED = {"actions": -1, "values": np.nan, "errors": np.nan, "rollouts": 0}
READING = """The metadata of an episode contain its `seed`, `game`, `seat`, and `agent`, the spec of its player.

```python
import minari

data = minari.load_dataset("{}")
print(data.total_episodes, data[0].actions, data[0].infos["decisions"], *data.storage.get_episode_metadata([0]))
env = data.recover_environment()
```"""


class End(NamedTuple):
    """The end of a game: what each seat observes, (players, size), and the decisions answered."""

    observations: NDArray[np.int16]
    decisions: int


def write_minari(data: SelfplayData, name: str) -> Facts:
    """Makes the data set, file by file, and puts the card next to it.

    Args:
        data: the set.
        name: id of the data set, such as "castles/search-v0"; stored in Minari's folder (`MINARI_DATASETS_PATH`).

    Raises:
        ImportError: minari is not installed; names the extra.
        ValueError: Minari has a data set of that id, or takes no such id; the set has no games, a damaged file, games of another version
            of the environment, or ones in which one person plays all seats.
    """
    minari = import_minari()
    facts = Facts(data)
    game, plan = facts.game, data.plan
    if plan["environment"] != version_of(plan["game"]):
        raise ValueError(
            f"{data.folder}: contains games of {plan['environment']}, not of {version_of(plan['game'])}: export it with the version of "
            f"fs-env that played them, {plan['version']}"
        )
    if game.single_agent(num_players=plan["players"], **plan["options"]):
        raise ValueError(f"{data.folder}: one person plays all seats, which are not separate episodes: use --parquet")
    place = free_folder(name)
    widest = max(int(np.diff(shard.action_starts).max(initial=1)) for shard in data.shards())
    env = environment_of(game, plan)
    try:
        built = None
        for shard in data.shards():
            facts.add(shard)
            found = list(episodes(game, shard, plan, widest))
            buffer, about = [one for one, _ in found], [one for _, one in found]
            first = 0 if built is None else built.storage.total_episodes
            if built is None:
                with warnings.catch_warnings():  # about author, address and link, which only who publishes it knows
                    warnings.filterwarnings("ignore", module="minari")
                    built = minari.create_dataset_from_buffers(
                        name, buffer, env=env, algorithm_name=", ".join(plan["agents"])
                    )
            else:
                built.update_dataset_from_buffer(buffer)
            built.storage.update_episode_metadata(about, range(first, first + len(about)))
        assert built is not None  # a set without games has no facts
        text = text_of(facts, "Minari", "step of an episode", COLUMNS, READING.format(name))
        built.storage.update_metadata({"description": text})
        write_whole(place / CARD, text)
    except BaseException:
        shutil.rmtree(place, ignore_errors=True)
        raise
    return facts


def episodes(game: Game, shard: Shard, plan: Mapping[str, Any], widest: int) -> Iterator[tuple[Any, dict[str, Any]]]:
    """The episodes of a file, game by game and seat by seat, as `EpisodeBuffer`, each with what its data say."""
    from minari.data_collector import EpisodeBuffer

    for number in range(shard.games):
        first, last = shard.game_starts[number : number + 2]
        end = end_of(game, shard, number, plan)
        for seat in range(plan["players"]):
            choices = first + np.flatnonzero(shard.seats[first:last] == seat)
            if not len(choices):
                continue
            over = np.arange(len(choices)) == len(choices) - 1
            late = over & (shard.outcomes[number] == Outcome.TRUNCATED)
            infos = infos_of(shard, number, seat, choices, widest, end)
            mask = mask_of(infos["actions"], game.num_actions)
            mask[-1, 0] = 1  # as the environment's after the end
            buffer = EpisodeBuffer(
                seed=int(shard.seeds[number]),
                observations={
                    "observation": np.vstack([shard.observations[choices], end.observations[seat]]),
                    "action_mask": mask,
                },
                actions=shard.chosen[choices].astype(np.int64),
                rewards=np.where(over, shard.returns[number, seat], 0.0),
                terminations=over & ~late,
                truncations=late,
                infos=infos,
            )
            agent = plan["agents"][shard.agents[number, seat]]
            yield buffer, {"game": int(shard.about["first"]) + number, "seat": seat, "agent": agent}


def infos_of(
    shard: Shard, number: int, seat: int, choices: NDArray[np.intp], widest: int, end: End
) -> dict[str, NDArray[Any]]:
    n = len(choices)
    starts, counts = shard.action_starts[:-1][choices], np.diff(shard.action_starts)[choices]
    legal = np.arange(widest) < counts[:, None]
    wide = {}
    for name, blank in FILLED.items():
        array = shard.arrays[name]
        wide[name] = np.full((n + 1, widest), blank, array.dtype)
        wide[name][:n][legal] = np.concatenate([array[a : a + k] for a, k in zip(starts, counts)])
    returns = np.zeros((n + 1, shard.returns.shape[1]))
    returns[n] = shard.returns[number]
    return {
        "seat": np.full(n + 1, seat, np.int64),
        "decisions": np.append(shard.decisions[choices].astype(np.int64), end.decisions),
        "returns": returns,
        "illegal_action": np.zeros(n + 1, np.bool_),
        "turn": np.append(shard.turns[choices], shard.turns[choices[-1]]),
        "policy_action": np.append(shard.policy_actions[choices], np.int16(-1)),
        **wide,
    }


def mask_of(actions: NDArray[np.int16], num_actions: int) -> NDArray[np.int8]:
    mask = np.zeros((len(actions), num_actions), np.int8)
    row, place = (actions >= 0).nonzero()
    mask[row, actions[row, place]] = 1
    return mask


def end_of(game: Game, shard: Shard, number: int, plan: Mapping[str, Any]) -> End:
    first, last = shard.game_starts[number : number + 2]
    chosen = iter(shard.chosen[first:last].tolist())
    S = game.new()
    game.setup(S, seed=int(shard.seeds[number]), num_players=plan["players"], **plan["options"])
    while game.to_act(S) >= 0:
        legal = game.legal(S)
        action = int(legal[0]) if len(legal) == 1 else next(chosen, None)
        if action is None or action not in legal:
            break
        game.step(S, action)
    if next(chosen, None) is not None or not np.array_equal(game.returns(S), shard.returns[number]):
        raise ValueError(
            f"game {int(shard.about['first']) + number} does not reach its stored end when it is replayed: its rules differ "
            f"from those of fs-env {plan['version']}, which played it; export it with that version"
        )
    return End(np.stack([game.observe(S, seat) for seat in range(plan["players"])]), game.decisions(S))


def environment_of(game: Game, plan: Mapping[str, Any]) -> Any:
    """The Gymnasium environment of one seat in games of the plan; without a `spec` for a game that is not registered."""
    from fs_env.envs.seat import GameSeatEnv

    if plan["game"] not in GAMES:
        return GameSeatEnv(game, num_players=plan["players"], game_options=plan["options"], skip_forced=True)
    import gymnasium

    written = {name: keyword(game.options[name], number) for name, number in plan["options"].items()}
    name = f"fs_env:{manifest_of(game).gymnasium}"
    return gymnasium.make(name, num_players=plan["players"], skip_forced=True, **written)


def keyword(option: Any, number: int) -> Any:
    if option.bits:
        return option.text_of(number).split(",")
    if option.words:
        return option.text_of(number)
    return bool(number) if (option.low, option.high) == (0, 1) else number


def free_folder(name: str) -> Path:
    import_minari()
    from minari.dataset.minari_dataset import parse_dataset_id
    from minari.storage import get_dataset_path

    try:
        parse_dataset_id(name)
    except (ValueError, TypeError):  # the latter where there is no version
        raise ValueError(
            f"--minari {name}: expected an id of Minari with a version, such as castles/search-v0"
        ) from None
    place = Path(get_dataset_path(name))
    if place.exists():
        raise ValueError(f"--minari {name}: {place} exists: choose another id, or delete it")
    return place


def import_minari() -> Any:
    try:
        import_module("h5py")
        import minari
    except ImportError as error:
        raise ImportError(
            f"--minari needs minari and h5py, which cannot be imported ({error}): in the source tree, pip install '.[minari]'"
        ) from error
    return minari
