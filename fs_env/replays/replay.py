"""`Replay`: a finished game as a JSON file, compressed if its name ends in ".gz"."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from fs_env.core.files import FileKind, reason, write_whole
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.narration.speech import isolated, numbered_names

FORMAT = 1  # of the file
ENDINGS = (".json", ".json.gz")
PERSON = "person"  # among the players: no bot
LONGEST_NAME = 4096  # characters of a name of a seat or of a bot
FILE = FileKind("a replay", "take another copy of it, or record the game again")


class Check(NamedTuple):
    """Facts that must be true when a turn begins, or at the end of the game.

    Attributes:
        choice: number of earlier choices.
        turn: that begins; that of the end.
        state: checksum of the bytes of the state; means something only to the same rules.
        play: checksum of who was asked and what was legal at every choice so far; means the same to all rules.
    """

    choice: int
    turn: int
    state: int
    play: int


@dataclass(frozen=True)
class Replay:
    """A game that was played.

    Attributes:
        game: id of the game, or "module:NAME".
        environment: with its version, such as "four_souls_v1"; "" for a game that is not registered.
        package: version of this package that recorded it.
        rules: tag of the rules and of the form of their states; checksums of states are compared where it is the same.
        options: of `Game.setup`, as numbers, num_players among them.
        seed: of the deal.
        names: of the players, by seat.
        choices: the action of every decision with more than one legal action; all others are answered by themselves.
        checks: one a turn and one at the end.
        outcome: an `Outcome`: 0 for a game that was not played to its end, 5 for one that was forfeited.
        returns: of each seat.
        values: (choice, seat, share of the win that this seat expected after it, 0 to 1), where a player gave it.
        fault: of the player who forfeited the game, "" for none.
        players: by seat: "person", or the spec of the bot; () where it is not known.
    """

    game: str
    environment: str
    package: str
    rules: str
    options: Mapping[str, int]
    seed: int
    names: tuple[str, ...]
    choices: tuple[int, ...]
    checks: tuple[Check, ...]
    outcome: int
    returns: tuple[float, ...]
    values: tuple[tuple[int, int, float], ...] = ()
    fault: str = ""
    players: tuple[str, ...] = ()

    @property
    def shown_names(self) -> tuple[str, ...]:
        return tuple(map(isolated, numbered_names(self.names)))

    def to_json(self) -> dict[str, Any]:
        plain = asdict(self)
        plain["checks"] = [list(check) for check in self.checks]
        if not self.players:
            del plain["players"]
        return {"replay": FORMAT, **plain}

    @staticmethod
    def from_json(plain: Any) -> Replay:
        """The inverse of `to_json`; ValueError explains why the data is no replay, or one of a later format."""
        if not isinstance(plain, dict) or "replay" not in plain:
            raise ValueError('it has no key "replay"')
        if plain["replay"] != FORMAT:
            raise ValueError(f"its format is {plain['replay']!r}, this version reads {FORMAT}: use a later version")
        try:
            return _read(plain)
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise ValueError(f"it is damaged: {reason(error)}") from None


def _read(plain: Mapping[str, Any]) -> Replay:
    seats = len(plain["names"])
    values = tuple((_whole(choice), _whole(seat), _number(value)) for choice, seat, value in plain["values"])
    found = Replay(
        **{name: _text(plain, name) for name in ("game", "environment", "package", "rules", "fault")},
        options={name: _whole(value) for name, value in dict(plain["options"]).items()},
        seed=_whole(plain["seed"]),
        names=_texts(plain["names"]),
        choices=tuple(_whole(action) for action in plain["choices"]),
        checks=tuple(Check(*(_whole(number) for number in check)) for check in plain["checks"]),
        outcome=_whole(plain["outcome"]),
        returns=tuple(_number(paid) for paid in plain["returns"]),
        values=values,
        players=_texts(plain.get("players", [])),
    )
    if found.outcome not in {*Outcome}:
        raise ValueError(f"outcome is {found.outcome}, expected one of {min(Outcome)}..{max(Outcome)}")
    if len(found.players) not in (0, seats):
        raise ValueError(f"{len(found.players)} players for {seats} seats")
    if found.options.get("num_players") != seats or len(found.returns) != seats:
        raise ValueError(f"{seats} names, options {found.options} and {len(found.returns)} returns do not fit")
    if any(not (0 <= seat < seats and 0 <= choice < len(found.choices)) for choice, seat, _ in values):
        raise ValueError("a value of a seat or choice that does not exist")
    if any(not 0 <= value <= 1 for *_, value in values):
        raise ValueError("a value outside 0 to 1")
    return found


def _text(plain: Mapping[str, Any], name: str) -> str:
    if not isinstance(plain[name], str):
        raise ValueError(f"{name} is {plain[name]!r}, expected a text")
    return str(plain[name])


def _texts(found: Any) -> tuple[str, ...]:
    if not isinstance(found, list) or not all(isinstance(text, str) and len(text) <= LONGEST_NAME for text in found):
        raise ValueError(f"{found!r}, expected texts of at most {LONGEST_NAME} characters")
    return tuple(found)


def _number(found: Any) -> float:
    if not isinstance(found, (int, float)) or isinstance(found, bool):
        raise ValueError(f"{found!r}, expected a number")
    return float(found)


def _whole(number: Any) -> int:
    if not isinstance(number, int) or isinstance(number, bool):
        raise ValueError(f"{number!r}, expected a whole number")
    return number


def check_ending(name: str) -> None:
    """Raises ValueError unless the name of a file ends as those of replays do."""
    if not name.endswith(ENDINGS):
        raise ValueError(f"{name}: games are stored as replays; expected a name that ends in {' or '.join(ENDINGS)}")


def save_replay(replay: Replay, path: str | Path) -> Path:
    """Writes a replay; the file appears whole or not at all. Equal replays give equal bytes.

    Raises:
        ValueError: the name does not end in ".json" or ".json.gz".
        OSError: it cannot be written.
    """
    file = Path(path)
    check_ending(file.name)
    data = json.dumps(replay.to_json(), separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
    if file.suffix == ".gz":
        data = gzip.compress(data, mtime=0)
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, data)
    return file


def load_replay(path: str | Path) -> Replay:
    """Reads a replay, compressed or not.

    Raises:
        FileFault: the file is not a replay, or is damaged; names it.
        OSError: it cannot be read.
    """
    plain = FILE.json(path)
    with FILE.checked(path):
        return Replay.from_json(plain)


def file_name(replay: Replay, number: int | None = None) -> str:
    return f"{stem(replay.game, replay.seed, number)}.json.gz"


def stem(game: str, seed: int, number: int | None = None) -> str:
    """Beginning of the names of a game's files: game, seed, and its number where there are several."""
    plain = "".join(letter if letter.isalnum() or letter in "-_" else "_" for letter in game)
    return f"{'' if number is None else f'{number:06}_'}{plain}_{seed}"
