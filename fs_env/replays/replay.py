"""`Replay`: what a finished game is made from, as a JSON file, compressed if its name ends in ".gz"."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

FORMAT = 1  # of the file
ENDINGS = (".json", ".json.gz")
PERSON = "person"  # among the players: no bot
LARGEST = 64 * 2**20  # bytes of a file, uncompressed


class Check(NamedTuple):
    """What must be true when a turn begins, or at the end of the game.

    Attributes:
        choice: number of choices made before.
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
        values: (choice, seat, share of the win that this seat expected after it, 0 to 1), where a player told it.
        fault: what the player did who forfeited the game, "" if nobody did.
        players: by seat: "person", or the spec of the bot; () where it is not told.
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

    def to_json(self) -> dict[str, Any]:
        """Plain data for JSON."""
        plain = asdict(self)
        plain["checks"] = [list(check) for check in self.checks]
        if not self.players:
            del plain["players"]
        return {"replay": FORMAT, **plain}

    @staticmethod
    def from_json(plain: Any) -> Replay:
        """The other way round.

        Raises:
            ValueError: the data is not a replay, or one of a later form; says what is wrong.
        """
        if not isinstance(plain, dict) or "replay" not in plain:
            raise ValueError('this is not a replay: expected a JSON object with the key "replay"')
        if plain["replay"] != FORMAT:
            raise ValueError(
                f"a replay of form {plain['replay']!r}: this package reads form {FORMAT}; take a later one"
            )
        try:
            return _read(plain)
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise ValueError(f"this replay is damaged: {type(error).__name__} {error}") from None


def _read(plain: Mapping[str, Any]) -> Replay:
    seats = len(plain["names"])
    values = tuple((int(choice), int(seat), float(value)) for choice, seat, value in plain["values"])
    found = Replay(
        **{name: _text(plain, name) for name in ("game", "environment", "package", "rules", "fault")},
        options={str(name): _whole(value) for name, value in plain["options"].items()},
        seed=_whole(plain["seed"]),
        names=tuple(str(name) for name in plain["names"]),
        choices=tuple(_whole(action) for action in plain["choices"]),
        checks=tuple(Check(*(_whole(number) for number in check)) for check in plain["checks"]),
        outcome=_whole(plain["outcome"]),
        returns=tuple(float(paid) for paid in plain["returns"]),
        values=values,
        players=tuple(str(player) for player in plain.get("players", ())),
    )
    if len(found.players) not in (0, seats):
        raise ValueError(f"{len(found.players)} players for {seats} seats")
    if found.options.get("num_players") != seats or len(found.returns) != seats:
        raise ValueError(f"{seats} names, options {found.options} and {len(found.returns)} returns do not fit")
    if any(not (0 <= seat < seats and 0 <= choice < len(found.choices)) for choice, seat, _ in values):
        raise ValueError("a value of a seat or choice that is not there")
    return found


def _text(plain: Mapping[str, Any], name: str) -> str:
    if not isinstance(plain[name], str):
        raise ValueError(f"{name} is {plain[name]!r}, expected a text")
    return str(plain[name])


def _whole(number: Any) -> int:
    if not isinstance(number, int) or isinstance(number, bool):
        raise ValueError(f"{number!r}, expected a whole number")
    return number


def save_replay(replay: Replay, path: str | Path) -> Path:
    """Writes a replay; the file appears whole or not at all. Equal replays give equal bytes.

    Raises:
        ValueError: the name does not end in ".json" or ".json.gz".
        OSError: it cannot be written.
    """
    file = Path(path)
    if not file.name.endswith(ENDINGS):
        raise ValueError(f"{file}: expected a name that ends in {' or '.join(ENDINGS)}")
    data = json.dumps(replay.to_json(), separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
    if file.suffix == ".gz":
        data = gzip.compress(data, mtime=0)
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    part.write_bytes(data)
    part.replace(file)
    return file


def load_replay(path: str | Path) -> Replay:
    """Reads a replay, compressed or not.

    Raises:
        ValueError: the file is not a replay, or is damaged; names it.
        OSError: it cannot be read.
    """
    try:
        with Path(path).open("rb") as file:
            packed = file.read(2) == b"\x1f\x8b"
            file.seek(0)
            with gzip.open(file) if packed else file as source:
                data = source.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise ValueError(f"more than {LARGEST} bytes")
        return Replay.from_json(json.loads(data))
    except (ValueError, EOFError, gzip.BadGzipFile, RecursionError) as error:
        raise ValueError(f"{path}: {error}") from None


def file_name(replay: Replay, number: int | None = None) -> str:
    """A name for the file of a replay: game, seed, and its number where there are several."""
    game = "".join(letter if letter.isalnum() or letter in "-_" else "_" for letter in replay.game)
    lead = "" if number is None else f"{number:06}_"
    return f"{lead}{game}_{replay.seed}.json.gz"
