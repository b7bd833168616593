"""Which questions each range of action ids answers."""

from __future__ import annotations

from random import Random

from fs_env.core.castles_of_caleira.actions import NUM_ACTIONS, RANGES, TABLE
from fs_env.core.castles_of_caleira.game import GAME
from fs_env.core.castles_of_caleira.questions import Question

RULES = {
    "play_down": {"play"},  # R9
    "play_up": {"play"},  # R9, R10
    "target": {"target"},  # R14
    "stop": {"target"},  # R25
    "reveal": {"reveal"},  # R20
    "leave": {"reveal"},
    "give": {"give", "return"},  # R19, A2
    "player": {"player"},  # R19
    "order": {"order"},  # R26
}
GAMES = 150


def test_ranges__are_declared_with_the_questions_of_the_rules() -> None:
    """The declaration names exactly the questions that the rules let a range answer, and every id is in one range."""
    declared = {name: {question.name.lower() for question in one.legal} for name, one in TABLE.ranges.items()}
    assert declared == RULES
    ids = [action for one in TABLE.ranges.values() for action in one.ids]
    assert ids == list(range(NUM_ACTIONS)) and RANGES == {name: one.ids for name, one in TABLE.ranges.items()}


def test_ranges__answer_just_these_questions_in_random_play() -> None:
    """In random games each range is legal under every question that the rules give it, and under no other."""
    draw, S = Random(3), GAME.new()
    seen: dict[str, set[str]] = {}
    for seed in range(GAMES):
        GAME.setup(S, seed=seed, num_players=2 + seed % 3)
        while GAME.to_act(S) >= 0:
            legal = sorted(GAME.legal(S).tolist())
            for name, ids in RANGES.items():
                if any(action in ids for action in legal):
                    seen.setdefault(name, set()).add(Question(int(S["question"][0])).name.lower())
            GAME.step(S, draw.choice(legal))
    assert seen == RULES
