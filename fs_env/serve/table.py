"""`Table`: a game between people and bots while it is played, with what everybody at it sees. It knows no network and no clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from fs_env.arena.match import winners_of
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.registry.games import load_game
from fs_env.replays import Recorder, Replay
from fs_env.replays.transcript import RESULTS
from fs_env.serve.setup import Setup
from fs_env.serve.viewer import Viewer
from fs_env.telling.choices import LegalAction, choices


class Made(NamedTuple):
    """A choice that was made: who made it, the action, and whether a person's passing was automatic."""

    seat: int
    action: int
    automatic: bool = False


class Table:
    """Deals a game and takes choices.

    Decisions with one legal action (`forced`) are answered one at a time, so that viewers see every position.

    Args:
        setup: what is played by whom.
        seed: of the deal; secret until the end.
    """

    def __init__(self, setup: Setup, seed: int) -> None:
        self.setup, self.seed = setup, seed
        self.game = load_game(setup.game)
        self.options = {"num_players": len(setup.seats), **setup.options}
        self.state = self.game.new(1)
        self.made: list[Made] = []
        self.viewers = {seat: Viewer(self.game, seat, setup.names) for seat in setup.people}
        self._recorder = Recorder(self.game, seed, self.options, setup.names, setup.seats)
        self.game.setup(self.state, seed=seed, **self.options)
        self.look()

    @property
    def asked(self) -> int:
        """The seat that is asked, -1 when the game is over."""
        return self.game.to_act(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.asked < 0

    @property
    def number(self) -> int:
        """Decisions answered so far, forced ones included: names the pending one."""
        return self.game.decisions(self.state)

    def legal(self) -> list[int]:
        """The legal actions, ascending."""
        return sorted(self.game.legal(self.state).tolist())

    def offer(self, seat: int) -> list[LegalAction]:
        """The choices of a seat in words, [] if it is not asked or has no choice."""
        legal = self.legal()
        if self.asked != seat or len(legal) < 2:
            return []
        viewer = self.viewers[seat]
        return choices(self.game, seat, legal, viewer.speech, viewer.teller.option_words())

    def look(self) -> bool:
        """Shows the position to everybody; returns whether anybody saw more than passes. At the end all cards lie open."""
        happened = [viewer.see(self.state) for viewer in self.viewers.values()]
        if self.over:
            for viewer in self.viewers.values():
                viewer.open_up(self.state)
        return any(happened)

    def take(self, action: int, *, automatic: bool = False) -> bool:
        """Answers the pending decision; returns whether anybody saw more than passes.

        Raises:
            IllegalAction: the action does not answer it.
            GameOver: nothing is asked any more.
        """
        seat, legal = self.asked, self.legal()
        if action not in legal:
            self.game.refuse(self.state, action)
        self._recorder.choice(self.state, seat, legal, action)
        self.game.step(self.state, action)
        if len(legal) > 1:
            self.made.append(Made(seat, action, automatic))
        return self.look()

    def forced(self) -> int | None:
        """The action that is the only legal one, None if there are more or none."""
        legal = self.legal()
        return legal[0] if len(legal) == 1 else None

    def add_line(self, kind: str, texts: Mapping[int, str] | str) -> None:
        """Adds a line to every log; `texts` by seat where they differ."""
        for seat, viewer in self.viewers.items():
            viewer.add_line(kind, texts if isinstance(texts, str) else texts[seat])

    def back_to(self, seat: int) -> int | None:
        """How many choices are left if the last one that this seat made itself is taken back, None if there is none."""
        own = [k for k, made in enumerate(self.made) if made.seat == seat and not made.automatic]
        return own[-1] if own else None

    def replay(self) -> Replay:
        """The game so far as a replay."""
        return self._recorder.replay(self.state, self.game.outcome(self.state), self.game.returns(self.state).tolist())

    def ending(self) -> str:
        """How the game ended, in a sentence; "" while it runs."""
        if not self.over:
            return ""
        outcome = Outcome(self.game.outcome(self.state))
        winners = [self.setup.names[seat] for seat in winners_of(self.game.returns(self.state).tolist())]
        if winners and outcome == Outcome.WON:
            return f"{winners[0]} won" if len(winners) == 1 else f"won by {', '.join(winners)}"
        return f"nobody won: {RESULTS.get(outcome, 'the game is over')}"

    def points(self) -> list[tuple[str, ...]]:
        """Table of points: a heading, and a row for each player, its name first."""
        viewer = next(iter(self.viewers.values()), None) or self.open_viewer()
        heading, *rows = viewer.teller.points()
        return [("", *heading), *((name, *row) for name, row in zip(self.setup.names, rows, strict=True))]

    def open_viewer(self) -> Viewer:
        """A new viewer who sees all cards, at this position."""
        viewer = Viewer(self.game, None, self.setup.names)
        viewer.see(self.state)
        return viewer
