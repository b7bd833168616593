"""Positions for the heuristic bot: a game set up as a scenario, and the bot's answers in words."""

from __future__ import annotations

from fs_env.agent_api.view import SeatView
from fs_env.agents.heuristic import HeuristicAgent
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.scenario import Placed, Play, Scenario, Seat


def seen(play: Play) -> SeatView:
    seat = play.asked
    assert seat is not None, "the game is over"
    mask = GAME.mask(play.S)
    return SeatView(GAME, seat, len(GAME.returns(play.S)), GAME.observe(play.S, seat), mask)


def position(*seats: Seat, **scenario: object) -> Play:
    """A game in the action phase of seat 0, two default seats if none are given. Every player knows that Mom lies on top of
    the monster deck, where nothing else is said: no player attacks it."""
    players = seats or (Seat(), Seat())
    scenario.setdefault("monster_deck", [Placed("mom", known=range(len(players)))])
    return Scenario(players=players, **scenario).start()


class Bot:
    """A heuristic player who answers every decision put to one seat and remembers the game."""

    def __init__(self, seat: int = 0, seed: int = 1) -> None:
        self.seat = seat
        self.agent = HeuristicAgent()
        self.agent.reset(seat, seed)

    def would(self, play: Play) -> str:
        """Its answer to the pending decision in words; the game stays as it is."""
        assert play.asked == self.seat, f"seat {play.asked} is asked, not {self.seat}"
        view = seen(play)
        assert len(view.legal) > 1, "the decision is forced"
        return view.text(self.agent.act(view))

    def does(self, play: Play) -> str:
        words = self.would(play)
        view = seen(play)
        GAME.step(play.S, next(a for a in view.legal.tolist() if view.text(a) == words))
        return words
