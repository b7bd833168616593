"""States that a seat cannot distinguish have equal observations, JSON, texts, events and drawings for it."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from fs_env.core.betrayal.game import GAME
from fs_env.core.betrayal.language.codes import Role
from fs_env.core.betrayal.language.haunts import Goal
from fs_env.core.betrayal.scenario import Play
from fs_env.drawing import draw
from fs_env.narration.narrator import Narrator

FOLLOWED = 14
DRAWN_EVERY = 6
DRAWINGS = ("wide", "narrow")


def hidden(turn: int = 1, players: int = 4, fellow: int | None = None) -> Play:
    """A haunt with a hidden traitor, seat 2, and maybe a fellow, in which every player stands where there is much to do."""
    game = Play(players, turn=turn).tile("House of Blood", "north", of="Inner Chamber")
    game.haunt(103 if fellow is None else 107, traitor=2)
    if fellow is not None:
        game.having(fellow, role=int(Role.TRAITOR))
    for seat in range(players):
        game.stand(seat, "House of Blood")
    return game.give(0, "Pry Bar").give(2, "Book of Spells").give(3, "Cursed Armor").start()


def traitor_of(S: Any) -> int:
    """Who it is in truth."""
    return int(S.view(np.ndarray)["traitor"][0])


def other_state(S: Any, seat: int) -> Any:
    """A state that the seat cannot distinguish from the true one, with another traitor and the same dice and stacks."""
    for seed in range(200):
        sampled = GAME.clone(S)
        GAME.resample(sampled, seat, 0, seed)
        if traitor_of(sampled) != traitor_of(S):
            for name in ("rng", "deck", "place"):
                sampled.view(np.ndarray)[name] = S.view(np.ndarray)[name]
            return sampled
    raise AssertionError("no other traitor is ever drawn")


class Channels:
    """All that a seat is shown of a game."""

    def __init__(self, S: Any, seat: int) -> None:
        self.S, self.seat, self.narrator = S, seat, Narrator(GAME, seat)
        self.narrator.see(S)

    def step(self, action: int) -> None:
        GAME.step(self.S, action)
        self.narrator.see(self.S)

    def shown(self, *drawings: str) -> dict[str, Any]:
        """The output of every channel now; of the drawings, which take long, those that are named."""
        legal = GAME.legal(self.S).tolist() if GAME.to_act(self.S) == self.seat else None
        return {
            "observation": GAME.observe(self.S, self.seat).tolist(),
            "json": GAME.to_json(self.S, player=self.seat),
            "text": GAME.text(self.S, player=self.seat),
            "decision": GAME.decision_text(self.S),
            "legal": legal,
            "told": self.narrator.news(),
            "points": self.narrator.points(),
            **{
                how: draw(GAME, self.S, player=self.seat, narrow=how == "narrow", marked=True).svg() for how in drawings
            },
        }


def known(S: Any) -> list[int]:
    """The sides that have come to light, 0 for others."""
    seats = S.view(np.ndarray)["seats"][0]
    return (seats["role"] * seats["shown"]).tolist()


@pytest.mark.parametrize(("seat", "fellow"), [(0, None), (1, None), (3, None), (0, 3), (1, 3), (4, 1)])
def test_states__look_alike_on_every_channel(seat: int, fellow: int | None):
    """R75, A59: two states with different traitors are played on by the same answers; for as long as nothing comes to light by
    the rules, the seat is shown the same everywhere, and the whole table differs."""
    compared = 0
    for start in range(4):
        truth = hidden(turn=start, players=4 if fellow is None else 5, fellow=fellow).S
        pair = [Channels(GAME.clone(truth), seat), Channels(other_state(truth, seat), seat)]
        assert GAME.to_json(pair[0].S) != GAME.to_json(pair[1].S)
        draw_answer = Random(start)
        for k in range(FOLLOWED):
            drawings = DRAWINGS[k // DRAWN_EVERY % 2 :][:1] if k % DRAWN_EVERY == 0 else ()
            here, there = (channels.shown(*drawings) for channels in pair)
            assert [name for name in here if here[name] != there[name]] == [], f"turn of {start}, {k} later"
            compared += 1
            both = sorted(set(GAME.legal(pair[0].S).tolist()) & set(GAME.legal(pair[1].S).tolist()))
            answer = draw_answer.choice(both)
            for channels in pair:
                channels.step(answer)
            if min(GAME.to_act(channels.S) for channels in pair) < 0:
                break
            if known(pair[0].S) != known(pair[1].S):
                break
    assert compared > 40


@pytest.mark.parametrize("event", ["Sound of Looming Doom", "Familiar Echoes", "Go for the Eyes!", "Green Slime"])
def test_states__look_alike_while_tokens_may_be_revealed(event: str):
    """R75, A44: an event is drawn in two states with different traitors, then the turn is over: the same seats are asked whether
    they reveal, a seat that is the traitor in neither is shown the same before and after."""
    game = Play(4, turn=1).tile("Ambush Alley", "north", of="Elfsong Tavern").haunt(103, traitor=2)
    game.stand(1, "Ambush Alley")
    truth = game.stack("events", event).start().choose("end the turn").S
    pair = [Channels(GAME.clone(truth), 0), Channels(other_state(truth, 0), 0)]
    windows = 0
    while "reveal the token" in GAME.decision_text(pair[0].S):
        here, there = (channels.shown(*DRAWINGS) for channels in pair)
        assert [name for name in here if here[name] != there[name]] == []
        for channels in pair:
            channels.step(next(a for a in GAME.legal(channels.S) if GAME.action_text(a) == "no"))
        windows += 1
    asked = {"Sound of Looming Doom": 4, "Familiar Echoes": 4, "Go for the Eyes!": 1, "Green Slime": 1}[event]
    assert windows == asked + 3, "the three others at the end of the turn"
    here, there = (channels.shown(*DRAWINGS) for channels in pair)
    assert [name for name in here if here[name] != there[name]] == []


@pytest.mark.parametrize("seat", [0, 2])
def test_nothing_to_do__is_asked_of_everybody(seat: int):
    """R75: in a hidden haunt a seat that can only end its turn is asked all the same; skipped, it would be known to have no
    token to reveal. Once the traitor is known such a turn ends by itself."""
    game = Play(3, turn=seat).haunt(103, traitor=2).having(seat, stopped=1, attacked=1).start()
    legal = {"end the turn", "reveal your token"} if seat == 2 else {"end the turn"}
    assert (game.asked, game.question, set(game.legal())) == (seat, "turn", legal)
    assert len(GAME.legal(game.S)) == len(legal), "each action once"
    known = Play(3, turn=seat).haunt(103, traitor=2).having(0, shown=1).having(1, shown=1).having(2, shown=1)
    assert known.having(seat, stopped=1, attacked=1).start().asked == (seat + 1) % 3


def test_objectives__of_a_hidden_haunt_stay_known():
    """R75: its rules stand in the heroes' book, which all read; nothing of them is forgotten when the traitor shows the token."""
    game = Play(3, turn=2).haunt(103, traitor=2).start()
    heroes, traitor = [Goal.TRAITOR_DEAD, Goal.MARKS], [Goal.NO_HEROES, Goal.ROUNDS]
    for _ in range(2):
        read = [game.seen(seat)["aims"]["goal"].tolist() for seat in range(3)]
        assert read == [[*heroes, -1, *traitor, -1], [*heroes, -1, *traitor, -1], [*traitor, -1, *heroes, -1]]
        game.choose("reveal your token" if "reveal your token" in game.legal() else "end the turn")


def test_objectives__of_the_other_side_are_secret():
    """R63: with an open traitor each side reads its own page, with the option open_haunts both."""
    seen = [Play(3).haunt(105, traitor=1).start().seen(seat)["aims"]["goal"].tolist() for seat in range(2)]
    heroes, traitor = [Goal.MARKS, Goal.TRAITOR_DEAD, -1], [Goal.MARKS, Goal.NO_HEROES, Goal.ROUNDS]
    assert seen == [heroes + [-1] * 3, traitor + [-1] * 3]
    both = Play(3, open_haunts=1).haunt(105, traitor=1).start().seen(0)["aims"]["goal"].tolist()
    assert both == heroes + traitor


@pytest.mark.parametrize("seat", [0, 1, 3])
def test_states__with_piles_flags_and_something_under_way(seat: int):
    """R75: discard piles, who revealed the haunt, used-up cards and what is half resolved tell nothing of a hidden traitor."""
    game = hidden(turn=1).set_aside("items", "Maul").set_aside("omens", "Meenlock")
    game.give(2, "Figurine of Wondrous Power").having(2, figurine=1, flask=1, attacked=1, once=3, tasks=1)
    game.having(0, bitten=1, loom=3).table(fate=2, revealer=2).dice(2, 2, 2, 0, 0, 0, 0, 0)
    game.choose("attack player 1 to your left")
    here, there = (Channels(S, seat).shown(*DRAWINGS) for S in (game.S, other_state(game.S, seat)))
    assert here["json"]["decision"]["about"]["doing"] == "attack" and here["json"]["discarded"]["omens"]
    assert [name for name in here if here[name] != there[name]] == []
    assert here["json"]["traitor"] is None and game.seen(seat)["traitor"] == -1
