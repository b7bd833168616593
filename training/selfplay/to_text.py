"""A set of self-play as conversations: one line of JSON for each seat of each game, one file for each file of games, and a card.

`fs-env selfplay --text FOLDER`; docs/do/exports.md. What fine-tuning tools read as a data set of chats.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from fs_env.core.files import write_whole
from fs_env.luck.replays import ReplayLuck
from fs_env.pool import Context, LocalPool
from fs_env.replays.conversations import conversations_of
from fs_env.replays.replay import Replay
from fs_env.training.selfplay.card import CARD, Facts, text_of
from fs_env.training.selfplay.data import SelfplayData
from fs_env.training.selfplay.to_parquet import FILES
from fs_env.version import __version__

if TYPE_CHECKING:
    from fs_env.training.selfplay.shard import Shard

MADE = "made.json"  # the settings of the conversations, and the games in each of the files
COLUMNS: dict[str, tuple[str, str]] = {
    "messages": ("list of {role, content}", "the rules as system message, then questions and answers in turn"),
    "actions": ("list of lists of int", "ids of the legal actions at each question, in the order of their numbers"),
    "chosen": ("list of int", "number of each answer, from 1"),
    "game": ("int", "number of the game in the plan, 0 the first"),
    "seed": ("int", "seed of the deal"),
    "seat": ("int", "seat of the conversation"),
    "agent": ("text", "spec of the bot in that seat"),
    "result": ("float", "return of that seat at the end"),
    "won": ("float", "its part of the win: its return if it won, else 0"),
    "adjusted": ("float or null", "the same, luck-adjusted; null: not measured"),
}
READING = """```python
import json

lines = [json.loads(line) for line in open("data/games_00000000.jsonl")]  # beside this card
```"""


class TextSettings(NamedTuple):
    """Settings of the text of games.

    Attributes:
        passes: rule of the game by which passes are not asked about; None: as in `conversations_of`.
        cards: as in `Conversation`.
        luck: whether the luck of each game is measured.
    """

    passes: str | None = None
    cards: str = "once"
    luck: bool = False


def write_text(
    data: SelfplayData,
    folder: str | Path,
    settings: TextSettings,
    workers: int = 1,
    progress: Callable[[int], object] | None = None,
) -> Facts:
    """Writes the files that are not there yet, and the card.

    Raises:
        ValueError: the folder contains conversations of other settings, the set has no games, or a damaged file.
    """
    facts, target = Facts(data), Path(folder) / FILES
    target.mkdir(parents=True, exist_ok=True)
    plan = {name: value for name, value in data.plan.items() if name != "games"}
    wanted = {"version": __version__, "plan": plan, **settings._asdict()}
    built = _made(Path(folder) / MADE, wanted)
    digests = {path.with_suffix(".jsonl").name: facts.add(data.read(path)) for path in data.files}
    left = [name for name, digest in digests.items() if built.get(name) != digest or not (target / name).exists()]
    done = len(digests) - len(left)
    with closing(_told(data.folder, left, settings, min(workers, len(left)))) as shown:
        for name, lines in shown:
            write_whole(target / name, lines)
            built[name] = digests[name]
            write_whole(Path(folder) / MADE, json.dumps({"settings": wanted, "files": built}, indent=2) + "\n")
            done += 1
            if progress is not None:
                progress(done)
    write_whole(Path(folder) / CARD, text_of(facts, "JSON lines of chats", "question", COLUMNS, READING))
    return facts


def _made(path: Path, wanted: dict[str, Any]) -> dict[str, str]:
    if not path.exists():
        return {}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        settings, files = dict(found["settings"]), dict(found["files"])
    except (ValueError, TypeError, KeyError):
        raise ValueError(f"{path}: is damaged: delete the folder, and the same command writes it again") from None
    for name, value in wanted.items():
        if settings.get(name) != value:
            raise ValueError(
                f"{path}: the folder contains conversations with {name} {settings.get(name)!r}, not {value!r}: choose another folder"
            )
    return files


def _told(
    folder: Path, names: list[str], settings: TextSettings, workers: int
) -> Generator[tuple[str, str], None, None]:
    if workers < 2:
        tell = narrator(folder, settings, None)
        yield from map(tell, names)
        return
    with closing(LocalPool(workers, partial(narrator, folder, settings))) as pool:
        yield from pool.run(names, _given_up)


def _given_up(failed: Any) -> None:
    raise RuntimeError(f"{failed.task}: {failed}. Finished files remain")


def narrator(folder: Path, settings: TextSettings, context: Context | None) -> Callable[[str], tuple[str, str]]:
    data, luck = SelfplayData(folder), ReplayLuck()

    def tell(name: str) -> tuple[str, str]:
        shard = data.read((folder / name).with_suffix(".npz"))
        return name, "".join(_lines(shard, data.plan, settings, luck))

    return tell


def _lines(shard: Shard, plan: dict[str, Any], settings: TextSettings, luck: ReplayLuck) -> Iterator[str]:
    for place in range(shard.games):
        replay = replay_of(shard, place, plan)
        parts = luck.measure(replay) if settings.luck else None
        best = max(replay.returns)
        for conversation in conversations_of(replay, passes=settings.passes, cards=settings.cards):
            seat, result = conversation.seat, replay.returns[conversation.seat]
            line = {
                "messages": conversation.messages,
                "actions": conversation.actions,
                "chosen": conversation.chosen,
                "game": shard.about["first"] + place,
                "seed": replay.seed,
                "seat": seat,
                "agent": replay.players[seat],
                "result": result,
                "won": result if result == best and result > 0 else 0.0,
                "adjusted": parts[seat].adjusted if parts is not None else None,
            }
            yield json.dumps(line, ensure_ascii=False) + "\n"


def replay_of(shard: Shard, place: int, plan: dict[str, Any]) -> Replay:
    first, end = shard.game_starts[place : place + 2].tolist()
    agents = tuple(plan["agents"][agent] for agent in shard.agents[place])
    return Replay(
        game=plan["game"],
        environment=plan["environment"],
        package=plan["version"],
        rules="",
        options={"num_players": plan["players"], **plan["options"]},
        seed=int(shard.seeds[place]),
        names=agents,
        choices=tuple(shard.chosen[first:end].tolist()),
        checks=(),
        outcome=int(shard.outcomes[place]),
        returns=tuple(shard.returns[place].tolist()),
        players=agents,
    )
