"""`Table`: a game between people and bots in progress, with the view of each seat. It uses no network and no clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fs_env.arena.match import winners_of
from fs_env.arena.referee import forfeit
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.narration.legal_actions import LegalAction, choices
from fs_env.narration.part import Walk, narration_of
from fs_env.narration.speech import YOU
from fs_env.registry.games import load_game
from fs_env.replays import Recorder, Replay
from fs_env.replays.transcript import RESULTS
from fs_env.serve.store.setup import Setup, unnamed
from fs_env.serve.store.table_store import Made
from fs_env.serve.table.messages import Ended
from fs_env.serve.table.viewer import Viewer

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game


class Table:
    """Deals a game and takes choices. Decisions with one legal action (`forced`) are answered one at a time: viewers see every position.

    Args:
        setup: what is played by whom.
        seed: of the deal; secret until the end.
        look: whether all viewers see the deal.

    Attributes:
        looking: called with the state whenever all viewers look, for bots that read messages.
        forfeited: the seat whose person has resigned a game that ended thereby, -1 for none.
    """

    def __init__(self, setup: Setup, seed: int, *, look: bool = True) -> None:
        self.setup, self.seed = setup, seed
        self.game = load_game(setup.game)
        self.options = {"num_players": len(setup.seats), **setup.options}
        self.state = self.game.new(1)
        self.made: list[Made] = []
        self.forfeited = -1
        self.looking: list[Callable[[Any], None]] = []
        self.viewers = {seat: Viewer(self.game, seat, setup.names) for seat in setup.people}
        self._recorder = Recorder(self.game, seed, self.options, setup.names, setup.seats)
        self.game.setup(self.state, seed=seed, **self.options)
        if look:
            self.look()

    @property
    def asked(self) -> int:
        return -1 if self.forfeited >= 0 else self.game.to_act(self.state)

    @property
    def ends_by_resigning(self) -> bool:
        """Whether the game ends when a person resigns, as when a bot forfeits in the arena; in a larger game the others play on."""
        return len(self.setup.seats) == 2 and self.game.spec.sides is None

    def forfeit(self, seat: int) -> None:
        self.forfeited = seat
        self._open_up()

    def _open_up(self) -> None:
        for viewer in self.viewers.values():
            viewer.open_up(self.state, self.forfeited)

    @property
    def over(self) -> bool:
        return self.asked < 0

    @property
    def decided(self) -> bool:
        S = self.game.clone(self.state) if self.forced() is not None else self.state
        while len(legal := self.game.legal(S)) == 1:
            self.game.step(S, int(legal[0]))
        return self.game.to_act(S) < 0

    @property
    def number(self) -> int:
        """Decisions answered so far, forced ones included: names the pending one."""
        return self.game.decisions(self.state)

    def legal(self) -> list[int]:
        return sorted(self.game.legal(self.state).tolist())

    @property
    def is_secret(self) -> bool:
        """Whether a person is asked even if there is only one answer."""
        return self.asked in self.viewers and self.asks_in_secret

    @property
    def asks_in_secret(self) -> bool:
        """Whether people may not learn from the time of an answer that there was a choice."""
        secret, viewer = narration_of(self.game).secret, next(iter(self.viewers.values()), None)
        return bool(secret) and viewer is not None and viewer.view["decision"]["question"] in secret

    def offer(self, seat: int) -> list[LegalAction]:
        legal = self.legal()
        if self.asked != seat or (len(legal) < 2 and not self.is_secret):
            return []
        viewer = self.viewers[seat]
        return choices(self.game, seat, legal, viewer.speech, viewer.narrator)

    def walks(self, seat: int) -> dict[int, Walk]:
        walks = self.viewers[seat].narrator.walks() if self.asked == seat else []
        return dict(enumerate(walks, self.game.num_actions))

    def first_step(self, walk: Walk) -> int:
        return next(action for action in self.legal() if self.game.action_text(action) == walk.steps[0][0])

    def look(self) -> bool:
        """Shows the position to all viewers; returns whether one saw more than passes. At the end all cards are visible."""
        happened = [viewer.see(self.state, len(self.made)) for viewer in self.viewers.values()]
        for see in self.looking:
            see(self.state)
        if self.over:
            self._open_up()
        return any(happened)

    def take(self, action: int, *, automatic: bool = False) -> bool:
        """Answers the pending decision; returns whether a viewer saw more than passes. Errors as in `play`."""
        self.play(action, automatic=automatic)
        return self.look()

    def play(self, action: int, *, automatic: bool = False) -> None:
        """Answers the pending decision without showing it. Raises IllegalAction or GameOver."""
        seat, legal = self.asked, self.legal()
        if action not in legal:
            self.game.refuse(self.state, action)
        self._recorder.choice(self.state, seat, legal, action)
        self.game.step(self.state, action)
        if len(legal) > 1:
            self.made.append(Made(seat, action, automatic))
            if seat in self.viewers and not automatic:
                self.viewers[seat].answered = len(self.made)

    def forced(self) -> int | None:
        legal = self.legal()
        return legal[0] if len(legal) == 1 else None

    def back_to(self, seat: int) -> int | None:
        """How many choices are left if the last choice of this seat itself is taken back, None if there is none."""
        own = [k for k, built in enumerate(self.made) if built.seat == seat and not built.automatic]
        return own[-1] if own else None

    def replay(self, seat: int | None = None) -> Replay:
        """The game so far as a replay; for a seat whose person gave no name it has "you" for that person, as the table has."""
        outcome, returns = self.game.outcome(self.state), self.game.returns(self.state).tolist()
        if self.forfeited >= 0:
            outcome, returns = Outcome.FORFEITED, list(forfeit((0, 1), self.forfeited)[1])
        built = self._recorder.replay(self.state, outcome, returns)
        if seat is None or not unnamed(built.names[seat]):
            return built
        return replace(built, names=(*built.names[:seat], YOU, *built.names[seat + 1 :]))

    def ended(self) -> Ended | None:
        if not self.over:
            return None
        viewer = next(iter(self.viewers.values()), None) or self.open_viewer()
        return ended(self.game, self.state, viewer, self.forfeited)

    def open_viewer(self) -> Viewer:
        viewer = Viewer(self.game, None, self.setup.names)
        viewer.see(self.state)
        return viewer


def ended(game: Game, S: Any, viewer: Viewer, forfeited: int = -1) -> Ended | None:
    """How the game in `S[0]` ended, with all cards visible, or which of two seats forfeited; None while it runs."""
    if forfeited >= 0:
        text = f"player_{forfeited} resigned: won by player_{1 - forfeited}"
        return Ended(text, viewer.narrator.points(), [1 - forfeited])
    if game.to_act(S) >= 0:
        return None
    outcome = Outcome(game.outcome(S))
    winners = list(winners_of(game.returns(S).tolist())) if outcome == Outcome.WON else []
    text = f"no winner: {RESULTS.get(outcome, 'the game is over').removesuffix(', without a winner')}"
    if winners:
        text = f"won by {', '.join(f'player_{seat}' for seat in winners)}"
    return Ended(text, viewer.narrator.points(), winners)
