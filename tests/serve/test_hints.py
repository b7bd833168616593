"""Hints: chances of the best choices and what they lead to, from what the seat knows alone."""

from __future__ import annotations

import random
from itertools import count
from threading import get_ident
from time import perf_counter
from typing import Any

import numpy as np
import pytest

from fs_env.narration.legal_actions import LegalAction
from fs_env.narration.speech import Speech
from fs_env.registry.games import load_game
from fs_env.serve.table import hints
from fs_env.serve.table.hints import Advice, advise

DEALS = 16
TICK = 0.05  # seconds between two looks at the clock of a test


def advised(monkeypatch: pytest.MonkeyPatch, game: Any, S: Any, seat: int, players: int = 2) -> Advice:
    """A hint by a clock that counts looks, so that equal work gives equal hints; those of other threads do not count."""
    ticks, own = count(), get_ident()
    monkeypatch.setattr(hints, "AT_ONCE", hints.LISTED)
    monkeypatch.setattr(hints, "perf_counter", lambda: TICK * next(ticks) if get_ident() == own else perf_counter())
    return advise("heuristic", game, S, seat, players, 7)


def last_choices() -> list[tuple[Any, int]]:
    """Positions of Castles of Caleira in which the last choice of a game at random is made, and who makes it."""
    game, found = load_game("castles_of_caleira"), []
    for seed in range(50):
        S, pick = game.new(1), random.Random(seed)
        game.setup(S, seed=seed, num_players=2)
        while game.to_act(S) >= 0:
            legal = sorted(game.legal(S).tolist())
            if len(legal) > 1:
                last = game.clone(S), game.to_act(S)
            game.step(S, pick.choice(legal))
        found.append(last)
    return found


def won(S: Any, seat: int, action: int) -> float | None:
    """The share of the win if this choice ends the game, None if the game continues with another choice."""
    game, state = load_game("castles_of_caleira"), load_game("castles_of_caleira").clone(S)
    game.step(state, action)
    while game.to_act(state) >= 0:
        if len(game.legal(state)) > 1:
            return None
        game.step(state, int(game.legal(state)[0]))
    return (game.returns(state)[seat] + 1) / 2


def test_chances__are_those_of_the_last_choice(monkeypatch):
    """Where each choice ends the game, its chance is the share of the deals that fit what the seat knows in which it wins."""
    game, seen, decisive = load_game("castles_of_caleira"), set(), 0
    for S, seat in last_choices():
        legal = sorted(game.legal(S).tolist())
        deals = game.new(DEALS)
        game.determinize(S, seat, deals, DEALS, 11)
        shares = {one: [won(deals[k : k + 1], seat, one) for k in range(DEALS)] for one in legal}
        if any(None in found for found in shares.values()):
            continue
        hint = advised(monkeypatch, game, S, seat)
        for one in hint.best:
            assert abs(one.chance - np.mean(shares[one.action])) < 4 * (one.error + 0.5 / DEALS**0.5)
        seen |= {round(one.chance) for one in hint.best}
        if len({*map(tuple, shares.values())}) == len(legal) == 2:
            decisive += 1
            assert hint.best[0].chance > hint.best[1].chance + 0.5
    assert seen == {0, 1} and decisive >= 1


def test_hint__marks_the_surely_better_choice(monkeypatch):
    """Where one choice wins in every deal and the bot's choice in none, the winning one is marked, and the bot's named; where both are
    equal, or the bot's is the better one, the bot's is marked."""
    game, cases = load_game("castles_of_caleira"), {}
    for S, seat in last_choices():
        legal = sorted(game.legal(S).tolist())
        deals = game.new(DEALS)
        game.determinize(S, seat, deals, DEALS, 11)
        shares = [{won(deals[k : k + 1], seat, one) for k in range(DEALS)} for one in legal]
        if len(legal) == 2 and shares in ([{1.0}, {0.0}], [{0.0}, {1.0}], [{1.0}, {1.0}], [{0.0}, {0.0}]):
            cases.setdefault(shares[0] != shares[1], (S, seat, legal, max(legal, key=lambda one: won(S, seat, one))))
    assert set(cases) == {False, True}
    for decisive, (S, seat, legal, best) in cases.items():
        for bots in legal:
            monkeypatch.setattr(hints, "think", lambda *_, bots=bots: bots)
            hint = advised(monkeypatch, game, S, seat)
            assert (hint.action, hint.bots) == (best if decisive else bots, bots)
            offer = [LegalAction(one, f"choice {one}", "") for one in legal]
            sent = hint.message(0, offer, "heuristic", Speech(("you", "Rosa")))
            assert sent["words"] == f"choice {hint.action}" and sent["by_chance"] == (hint.action != bots)
            assert (f"surely better than that of heuristic: choice {bots}" in sent["how"]) == (hint.action != bots)


@pytest.mark.parametrize(("name", "players", "decisions"), [("castles_of_caleira", 2, 12), ("four_souls", 3, 40)])
def test_hint__comes_from_determinizations_alone(name, players, decisions, monkeypatch):
    """In two states that the seat cannot distinguish a hint is the same to the last digit, chances and reasons too."""
    game, pick = load_game(name), random.Random(3)
    S = game.new(1)
    game.setup(S, seed=3, num_players=players)
    while len(game.legal(S)) < 2 or game.decisions(S) < decisions:
        game.step(S, pick.choice(sorted(game.legal(S).tolist())))
    seat, other = game.to_act(S), game.clone(S)
    game.resample(other, seat, 0, 5)
    assert game.text(S) != game.text(other)
    first, second = (advised(monkeypatch, game, state, seat, players) for state in (S, other))
    assert first == second and first.best and all(one.why for one in first.best)


def test_reason__is_what_lies_on_the_table_then(monkeypatch):
    """Playing a card face up or face down is told apart by the points that it brings; nothing is told of what is equal."""
    game = load_game("castles_of_caleira")
    S = game.new(1)
    game.setup(S, seed=1, num_players=2)
    hint = advised(monkeypatch, game, S, game.to_act(S))
    seat = game.to_act(S)
    for one in hint.best:
        assert f"player_{seat} has " in one.why and (" points" in one.why or " cards in hand" in one.why)
    assert len({one.why for one in hint.best}) > 1
    assert sorted((one.chance for one in hint.best), reverse=True) == [one.chance for one in hint.best]


def test_hint__says_when_there_are_no_chances(monkeypatch):
    """A game whose usual bot cannot play in rollouts, and a time that is too short, leave the choice of the bot, and say so."""
    game = load_game("castles_of_caleira")
    S = game.new(1)
    game.setup(S, seed=1, num_players=2)
    monkeypatch.setattr(hints, "CHANCE_SECONDS", 0.0)
    hint = advise("heuristic", game, S, game.to_act(S), 2, 7)
    assert not hint.best and "there is no estimate" in hint.how and hint.action in game.legal(S)
