"""No chain of effects that answer effects fills the table: the one that did, and crowds that look for others."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest

from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.scenario import Scenario
from fs_env.core.four_souls.state import OBJECTS, PUSH_LIMIT, Outcome
from tests.core.four_souls import chains

WILD = 1989
"""A crowd that had 112 objects under way while damage at no hit points still triggered."""


@pytest.mark.parametrize("copier", ["diplopia", "modeling_clay"])
def test_chain__ends_with_the_hit_points(copier: str) -> None:
    """R13.7, A26: a bomb on the player of [curse_of_the_tower], [the_wiz], its copy and [daddy_haunt], who aims the wizards at
    no one else and always rolls 5: when the hit points are gone nothing continues. [diplopia] [modeling_clay]"""
    items = ["curse_of_the_tower", "the_wiz", "daddy_haunt", copier, "dinner", "breakfast"]
    game = Scenario(players=[{"items": items, "hand": ["bomb"]}, {}], monsters=["fly", "fatty"], shop=["meat"]).start()
    game.activate(copier, "the_wiz").settle().expect(player=0, hp=4).play("bomb", 0)
    most = 0
    while game.stack or game.question != "priority":
        most = max(most, int(np.count_nonzero(game.S["objects"]["kind"])))
        if game.question == "priority":
            game.roll(*[5] * (5 - int(game.S["n_die"][0]))).pass_()
        elif "choose player 0" in game.legal():
            game.choose(0)
        else:
            GAME.step(game.S, game.ids()[0])
    assert (
        most <= 2 * sum(hp for hp in (4, 1, 4)) + 2
    )  # a trigger or its roll for each point that can be lost, and a death
    game.expect(over=False).expect(player=0, dead=True, hp=0)


def expect_room(seeds: Iterable[int], decisions: int = 1500) -> None:
    """Plays crowds; none fills a table, none is drawn, and none comes near the bound of objects pushed."""
    fullest = 0
    for seed in seeds:
        peak = chains.play(seed, decisions)
        assert peak.outcome in (Outcome.RUNNING, Outcome.WON), f"crowd {seed}: {', '.join(peak.cards)}"
        assert peak.objects <= OBJECTS // 2, f"crowd {seed}: {peak.objects} objects at once: {', '.join(peak.cards)}"
        assert peak.pushes <= PUSH_LIMIT // 4, (
            f"crowd {seed}: {peak.pushes} objects in a chain: {', '.join(peak.cards)}"
        )
        fullest = max(fullest, peak.objects)
    assert fullest > OBJECTS // 8, "the crowds are too quiet to find anything"


def test_crowds__leave_room() -> None:
    """ER-51: with dozens of answering cards on one player, copied, recharged and aimed at that player, half the table is free."""
    expect_room([*range(30), WILD])


@pytest.mark.long
def test_crowds__leave_room_in_thousands_of_them() -> None:
    """The same in more and longer games."""
    expect_room(range(1000, 6000))
