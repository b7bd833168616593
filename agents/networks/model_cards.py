"""Cards of the networks that come with the package: how each was trained, and how it plays."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from fs_env.agents.networks.shipped_files import FOLDER, shipped
from fs_env.core.checks import unknown
from fs_env.core.files import FileKind

FILE = FileKind("a model card", "install the package again")
LARGEST = 5_000_000  # bytes of a shipped file
GREEDY, DRAWING = "highest logit", "drawing"


class Result(NamedTuple):
    """Games of a network in one seat, or in all seats of one side, against one bot in all others, on deals not used to train or select it.

    Attributes:
        play: GREEDY or DRAWING.
        games, seed: how many, and of the first deal; every deal was played from every seat, or once.
        rate, low, high: share of the win, with Wilson's 95 % interval, games counted as independent.
        side: the side that the network played; "": one seat, on any side.
        own: win rate of the bot itself there on the same deals.
        whole: the network played one seat that was on the side at the end; otherwise it played all seats of the side once sides were
            assigned, and the bot all seats before.
    """

    against: str
    play: str
    games: int
    seed: int
    rate: float
    low: float
    high: float
    side: str = ""
    own: float = 0.0
    whole: bool = False


def where_of(result: Result) -> str:
    """The side of a result in words before what follows, "" for all games of one seat."""
    if not result.side:
        return ""
    where = f"of these, on the side {result.side}" if result.whole else f"{result.side}, after sides are assigned"
    return f"{where} ({result.against} itself {100 * result.own:.1f} %), "


@dataclass(frozen=True)
class ModelCard:
    """A shipped network, which plays as `policy:NAME`.

    Attributes:
        game, num_players, options: games that it was trained for; it refuses all others.
        sha256: of its file.
        commands: that trained it, in order; `decisions`: of the last one; `minutes`: of all.
        machine: processor, and versions of libraries.
        commit: of the sources that trained it.
        exploited: result of a best response, as written by `fs-env train best_response`; empty: not measured.
        prior_policy: the bot whose action is an input; empty: none.
    """

    name: str
    game: str
    num_players: int
    options: dict[str, int]
    sha256: str
    commands: list[str]
    decisions: int
    minutes: float
    machine: str
    commit: str
    results: list[Result]
    exploited: dict[str, Any]
    note: str = ""
    prior_policy: str = ""

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name}.npz"

    def text(self) -> str:
        stored = asdict(self) | {"results": [result._asdict() for result in self.results]}
        return json.dumps(stored, indent=2, ensure_ascii=False) + "\n"


def model_card(name: str) -> ModelCard:
    """The card of a shipped network. Raises ValueError if there is none, or it is damaged."""
    if name not in shipped():
        raise ValueError(unknown("shipped policy", name, shipped()))
    file = FOLDER / f"{name}.json"
    stored = FILE.table(file)
    with FILE.checked(file):
        return ModelCard(**{**stored, "results": [Result(**result) for result in stored["results"]]})


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
