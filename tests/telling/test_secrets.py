"""Nothing that a seat cannot know is on the screen of the person in it."""

from __future__ import annotations

import pytest

from fs_env.arena.agent import SeatView, complete_view
from fs_env.cli.person import Person
from fs_env.cli.screen import Screen
from fs_env.registry.games import load_game
from tests.generic.suite import walk

DECISIONS, EVERY, FOLLOWED = 100, 5, 12


class Seated:
    """A person in a seat of one state, and all that was on the screen."""

    def __init__(self, game, S, seat, capsys):
        self.game, self.S, self.seat, self.capsys = game, S, seat, capsys
        names = ("you", "ann", "bob", "eve")[: game.num_players(S)]
        self.person = Person(game, seat, Screen(names[-seat:] + names[:-seat]))
        self.look()

    def look(self) -> None:
        self.person.teller.see(self.S)

    def screen(self) -> str:
        game, seat = self.game, self.seat
        mask = game.mask(self.S) if game.to_act(self.S) == seat else game.mask(self.S) * 0
        view = SeatView(game, seat, game.num_players(self.S), game.observe(self.S, seat), mask)
        complete_view(view, self.person, game, self.S, 0, 0)
        self.person.show(view, self.person.choices(view))
        return self.capsys.readouterr().out


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", ["four_souls", "castles_of_caleira"])
def test_screen__equal_in_all_states_of_a_seat(name, players, capsys):
    """Two states that a seat cannot tell apart are played on by the same actions: as long as it sees the same, its screens
    are equal, with what happened, the position, the question and the choices."""
    game = load_game(name)
    compared = news = differing = 0
    for i, (S, _, _) in enumerate(walk(game, players, DECISIONS, players)):
        if i % EVERY:
            continue
        seat = (i // EVERY) % players
        sampled = game.clone(S)
        game.resample(sampled, seat, 0, i)
        differing += game.text(sampled) != game.text(S)
        pair = [Seated(game, states, seat, capsys) for states in (game.clone(S), sampled)]
        for k in range(FOLLOWED):
            here, there = (one.screen() for one in pair)
            assert here == there, f"decision {i}, {k} later"
            compared += 1
            news += "· " in here
            both = set(game.legal(pair[0].S).tolist()) & set(game.legal(pair[1].S).tolist())
            if not both:
                break
            action = sorted(both)[(7 * k + i) % len(both)]
            for one in pair:
                game.step(one.S, action)
            if game.observe(pair[0].S, seat).tolist() != game.observe(pair[1].S, seat).tolist():
                break
            for one in pair:
                one.look()
    assert compared > 40 and news > 15 and differing > 10, (compared, news, differing)
