"""Nothing that a seat cannot know is in its messages, in what a conversation keeps, or on the screen of a person."""

from __future__ import annotations

import numpy as np
import pytest

from fs_env.cli.person import Person
from fs_env.cli.screen import Screen
from fs_env.core.betrayal.scenario import Play
from fs_env.narration.conversation import conversation as talk
from fs_env.narration.conversation.conversation import Conversation
from fs_env.registry.games import load_game
from tests.generic.suite import hidden_bytes, walk

PAIRS, FOLLOWED = 11, 8
OPEN_DICE = ("betrayal", "castles_of_caleira")
"""Games whose random streams are the same in both states: what is rolled openly is told and is not in what a seat observes."""
WAYS = ({}, {"cards": "always", "budget": 900})


class Seated:
    """A seat in one state: its conversations, and a person at a screen."""

    def __init__(self, game, S, seat, capsys):
        self.game, self.S, self.seat, self.capsys = game, S, seat, capsys
        names = ("you", "ann", "bob", "eve")[: game.num_players(S)]
        self.person = Person(game, seat, Screen(names[-seat:] + names[:-seat]))
        self.conversations = [Conversation(game, seat, **way) for way in WAYS] + [self.person.conversation]
        self.look()

    def look(self) -> None:
        for one in self.conversations:
            one.see(self.S)

    def reads(self) -> list[object]:
        """All that is told or kept."""
        told: list[object] = [one.snapshot() for one in self.conversations]
        if self.game.to_act(self.S) == self.seat:
            told += [one.message() for one in self.conversations]
            self.person.show(self.person.conversation.message())
            told.append(self.capsys.readouterr().out)
        return told


def compare(name: str, players: int, capsys, every: int = 5, **options: int) -> tuple[int, int, int]:
    """Plays pairs of states that a seat cannot distinguish by the same actions, and compares what it reads as long as it
    sees the same: readings, those with news, and states that differ."""
    game = load_game(name)
    compared = news = differing = 0
    for i, (S, _, _) in enumerate(walk(game, players, PAIRS * every, players, **options)):
        if i % every:
            continue
        seat = (i // every) % players
        sampled = game.clone(S)
        game.resample(sampled, seat, 0, i)
        if name in OPEN_DICE:
            sampled.view(np.ndarray)["rng"] = S.view(np.ndarray)["rng"]
        differing += hidden_bytes(sampled) != hidden_bytes(S)
        more = follow(game, (game.clone(S), sampled), seat, i, capsys)
        compared, news = compared + more[0], news + more[1]
    return compared, news, differing


def follow(game, states, seat: int, i: int, capsys) -> tuple[int, int]:
    """Readings of a seat, and those with news, from two states on."""
    pair = [Seated(game, S, seat, capsys) for S in states]
    compared = news = 0
    for k in range(FOLLOWED):
        here, there = (one.reads() for one in pair)
        assert here == there, f"decision {i}, {k} later"
        compared += 1
        news += "· " in str(here[-1])
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
    return compared, news


@pytest.mark.parametrize(
    ("name", "players", "options"),
    [("four_souls", 3, {}), ("castles_of_caleira", 3, {"every": 3}), ("betrayal", 3, {"every": 20})],
)
def test_messages__equal_in_all_states_of_a_seat(name, players, options, capsys):
    """News, position, rules of cards, question and actions, with and without a budget, and the screen of a person."""
    compared, news, differing = compare(name, players, capsys, **options)
    assert compared > 25 and news > 1 and differing > 9, (compared, news, differing)


def test_messages__equal_whoever_the_hidden_traitor_is(capsys):
    """R75: in Betrayal no player reads who it is."""
    game, found = load_game("betrayal"), []
    for seed in range(4):
        here = Play(3, turn=seed % 3).haunt(103, traitor=2).start().S
        there, seat = game.clone(here), seed % 2
        game.resample(there, seat, 0, seed)
        for name in ("rng", "deck", "place"):  # only the traitor is another one
            there.view(np.ndarray)[name] = here.view(np.ndarray)[name]
        if game.text(here) != game.text(there):
            found.append(follow(game, (here, there), seat, seed, capsys))
    assert len(found) > 1 and sum(compared for compared, _ in found) > 10, found


def test_messages__a_leak_is_found(capsys, monkeypatch):
    """A position that shows a hidden hand would not pass."""
    honest = talk.position
    monkeypatch.setattr(talk, "position", lambda game, S, seat, asked: honest(game, S, 1 - seat, asked))
    with pytest.raises(AssertionError):
        compare("castles_of_caleira", 2, capsys)
