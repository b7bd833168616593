"""The games of an environment as replays."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fs_env.core.machine.declare.outcome import Outcome
from fs_env.core.machine.declare.passes import NONE
from fs_env.replays.recorder import Recorder
from fs_env.replays.replay import file_name, save_replay

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game


@dataclass
class ReplayWriter:
    """Writes games into a folder, numbered in the order in which they end; numbers that exist are skipped.

    Attributes:
        folder: for the files.
        names: of the players by seat; () where every game has others.
        passes: the rule by which seats pass without being asked.
        recorders: of the games in progress, by the place of their states.
        followed: with such a rule, the same games as far as they are recorded.
    """

    folder: Path
    names: tuple[str, ...] = ()
    passes: str | Collection[str] = NONE
    recorders: dict[int, Recorder] = field(default_factory=dict)
    followed: dict[int, Any] = field(default_factory=dict)
    number: int = 0

    def begin(
        self, game: Game, seed: int, options: Mapping[str, int], e: int = 0, names: Sequence[str] | None = None
    ) -> None:
        """Begins with a new game; one that was not dealt from a seed is not recorded."""
        self.recorders.pop(e, None)
        if seed >= 0:
            self.recorders[e] = Recorder(game, seed, options, self.names or names or ())
            if self.passes != NONE:
                self.followed[e] = game.new()
                game.setup(self.followed[e], seed=seed, **options)

    def choice(self, game: Game, S: Any, action: int, e: int = 0) -> None:
        """Notes an answer before it is played, if it is legal."""
        recorder = self.recorders.get(e)
        legal = [] if recorder is None else game.legal(S, e).tolist()
        if recorder is not None and action in legal:
            self._follow(game, S, e)
            recorder.choice(S, game.to_act(S, e), legal, action, e=e)
            if e in self.followed:
                game.step(self.followed[e], action)

    def _follow(self, game: Game, S: Any, e: int) -> None:
        followed = self.followed.get(e)
        while followed is not None and game.decisions(followed) < game.decisions(S, e):
            legal = game.legal(followed).tolist()
            action = game.passing(followed, 0, self.passes) if len(legal) > 1 else legal[0]
            self.recorders[e].choice(followed, game.to_act(followed), legal, action)
            game.step(followed, action)

    def close(self, game: Game, S: Any, e: int = 0, *, live: bool = False, loser: str = "") -> None:
        """Writes the game in progress, if it has any choices, and forgets it.

        Args:
            game: the rules.
            S, e: the state that it came to.
            live: whether it is left while it could continue; a game that is not over otherwise ran into a limit.
            loser: who lost it by an illegal action, "" if no player did.
        """
        if e in self.recorders:
            self._follow(game, S, e)
        self.followed.pop(e, None)
        recorder = self.recorders.pop(e, None)
        if recorder is None or not len(recorder):
            return
        outcome, fault = game.outcome(S, e), ""
        if loser:
            outcome, fault = int(Outcome.FORFEITED), f"{loser} answered with an illegal action"
        elif not live and outcome == Outcome.RUNNING:
            outcome = int(Outcome.TRUNCATED)
        replay = recorder.replay(S, outcome, game.returns(S, e).tolist(), fault, e)
        self.folder.mkdir(parents=True, exist_ok=True)
        while list(self.folder.glob(f"{self.number:06}_*")):
            self.number += 1
        save_replay(replay, self.folder / file_name(replay, self.number))


def check_names(names: Sequence[str] | None, players: int) -> tuple[str, ...]:
    """The names of the players by seat, () where none are given."""
    if names is None:
        return ()
    if isinstance(names, str) or not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        raise TypeError(f"names={names!r}: expected a list of {players} names, one each")
    if len(names) != players:
        raise ValueError(f"{len(names)} names for {players} players: expected one each")
    return tuple(names)
