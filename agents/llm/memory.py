"""`Memory`: the notes of a language model, which it rewrites after each game and reads in later ones."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Any, NamedTuple

from fs_env.agents.llm.client import LOOK_SECONDS
from fs_env.arena.referee import TooLate
from fs_env.core.files import FileKind, write_whole
from fs_env.narration.conversation.thoughts import storable, without_thoughts
from fs_env.narration.speech import unmarked
from fs_env.registry.games import version_of

if TYPE_CHECKING:
    from fs_env.agents.search.budget import Interrupt
    from fs_env.arena.match import MatchResult

FORMAT = "fs-env notes 1"
LONGEST_NOTES = 4000  # characters
MOST_GAMES = 250  # whose notes a file stores: within the limits of `FileKind.json`, whatever the notes are
LONGEST_LOG = 12_000  # characters of a game that the model reads when it rewrites its notes
FILE = FileKind("the notes of a language model", "name another file for memory=")
CUT = f"(The notes end here: the limit is {LONGEST_NOTES:,} characters.)"
TASK = (
    f"Rewrite your notes for later games, in at most {LONGEST_NOTES:,} characters. They replace the earlier notes, and you read them in "
    "every later game. Later games have other deals: write what helps in all of them. Answer with the notes only."
)


class Played(NamedTuple):
    """A game after which the notes were rewritten.

    Attributes:
        id: of the game: two games of equal deal, number, seat and players have the same one.
        deal: the seed that an agent gets in each seat of this deal.
        notes: after the game.
    """

    id: str
    deal: tuple[int, ...]
    notes: str


class Memory:
    """The notes of one model about one version of a game, in a file.

    Args:
        path: of the file; it is created after the first game.
        model: its name at the endpoint.
    """

    def __init__(self, path: str, model: str) -> None:
        self.path, self.model = Path(path), model

    def games(self, game: str) -> list[Played]:
        """The games in the file, first to last. Raises FileFault for a file without notes of this model and game, or OSError."""
        if not self.path.exists():
            with FILE.checked(self.path.parent):
                os.stat(self.path.parent)
            return []
        table = FILE.table(self.path)
        with FILE.checked(self.path):
            if table.get("format") != FORMAT:
                raise ValueError(f"it is not of format {FORMAT!r}")
            owner, own = (table["model"], table["game"]), (self.model, version_of(game))
            if owner != own:
                raise ValueError(f"it belongs to model {owner[0]!r} and {owner[1]!r}, not to {own[0]!r} and {own[1]!r}")
            return [Played(str(one["id"]), tuple(one["deal"]), cut(clean(one["notes"]))) for one in table["games"]]

    def before(self, game: str, seed: int) -> tuple[str, int]:
        """The notes for a game, and of how many games they are: those before the first game of its deal, so that no game of a deal
        shows what another one of the same deal has revealed. Raises as `games`, and FileFault if it has notes of `MOST_GAMES` games.

        Args:
            game: its id.
            seed: that the agent got for it.
        """
        played = self.games(game)
        if len(played) >= MOST_GAMES:
            FILE.refuse(self.path, f"it has the notes of {len(played)} games, the most that a file stores")
        known = next((k for k, one in enumerate(played) if seed in one.deal), len(played))
        return (played[known - 1].notes if known else ""), known

    def write(self, game: str, played: Sequence[Played]) -> None:
        about = {"format": FORMAT, "model": self.model, "game": version_of(game)}
        lines = ",\n  ".join(json.dumps(one._asdict(), ensure_ascii=False) for one in played)
        head = json.dumps(about, indent=1, ensure_ascii=False).removesuffix("\n}")
        write_whole(self.path, f'{head},\n "games": [\n  {lines}\n ]\n}}\n')

    @contextmanager
    def locked(self, interrupt: Interrupt) -> Iterator[None]:
        """Waits until no other game rewrites the notes, in this process or another one on this machine. Raises TooLate: the interrupt."""
        try:
            import fcntl
        except ImportError:  # there is none on Windows
            yield
            return
        with self.path.with_name(f".{self.path.name}.lock").open("w") as lock:
            while True:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    if interrupt.over:
                        raise TooLate("there is no time left to rewrite the notes") from None
                    sleep(LOOK_SECONDS)
                except OSError:  # a file system without locks
                    break
            yield


def game_id(result: MatchResult, seat: int, names: Sequence[str], number: int | None) -> str:
    words = json.dumps([result.seed, number, seat, list(names)])
    return blake2b(words.encode(), digest_size=12).hexdigest()


def clean(text: Any) -> str:
    """A text without control characters and marks of direction. Raises TypeError for anything else."""
    if not isinstance(text, str):
        raise TypeError(f"expected a text as notes, not {type(text).__name__}")
    return unmarked(storable("\n".join(text.splitlines()))).strip()


def cut(text: str, whole: bool = True) -> str:
    """A text within `LONGEST_NOTES`, cut at the end of a line; `whole`: whether the model ended it itself."""
    if whole and len(text) <= LONGEST_NOTES:
        return text
    part = text[: LONGEST_NOTES - len(CUT) - 1]
    lines = part.rpartition("\n")[0].rstrip()
    return f"{lines or part}\n{CUT}"


def revised(reply: str, whole: bool, old: str) -> str:
    text = clean(without_thoughts(reply))
    return cut(text, whole) if text else old


def with_notes(rules: str, notes: str, games: int) -> str:
    return f"{rules}\n\n{heading(games)}\n{notes}" if notes else rules


def heading(games: int) -> str:
    return f"Your notes from {games} earlier game{'s' if games != 1 else ''}"


def request(log: Sequence[str], result: MatchResult, seat: int, notes: str, games: int) -> str:
    """What a model reads after a game; no seed, fault, side or count of choices of another player is in it."""
    lines: list[str] = []
    left = LONGEST_LOG
    for line in reversed(log):
        left -= len(line) + 3
        if left < 0:
            lines.append("(earlier events are left out)")
            break
        lines.append(f"- {line}")
    happened = "\n".join(["What happened", *reversed(lines)])
    return "\n\n".join(
        [f"The game is over. {outcome(result, seat)}", happened, f"{heading(games)}\n{notes or '(none)'}", TASK]
    )


def outcome(result: MatchResult, seat: int) -> str:
    who = ["you" if one == seat else f"player_{one}" for one in range(len(result.returns))]
    won = ", ".join(who[one] for one in result.winners)
    lost = [f"Forfeited by {who[one]}." for one in result.forfeits]
    return " ".join([f"Won by {won}." if won else "No player won.", *lost])
