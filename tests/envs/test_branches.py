"""Copies and branches of games in words, and what a reset builds."""

from __future__ import annotations

import copy
import pickle
import random

import pytest
from gymnasium.error import ResetNeeded

from fs_env.agent_api import specs
from fs_env.envs.text import GameTextEnv
from fs_env.envs.text_table import TextTable
from fs_env.narration.conversation import rules


class Counter:
    """Plays at random, and stores the seeds of its resets and the number of its decisions since."""

    name = "counter"

    def reset(self, seat, seed):
        self.seed, self.asked, self.dice = seed, 0, random.Random(1)

    def act(self, view):
        self.asked += 1
        return int(self.dice.choice(view.legal.tolist()))


def play(table, answers):
    """Answers with these numbers, modulo the number of actions; all that is read, and the results."""
    seen = []
    for number in answers:
        if not table.over:
            message = table.message()
            table.answer(f"[{number % len(message.actions) + 1}]")
            seen.append((message.text, None if table.over else table.message().text, table.rewards))
    return seen


def test_copies__have_the_same_future_and_are_independent():
    """A copy in the middle of a game answers as the original does after it was played on otherwise, random opponents included."""
    for make in (copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))):  # noqa: S301 - dumped here
        table = TextTable("castles_of_caleira", num_players=2, seed=4, agents={1: "random"})
        play(table, range(3))
        first, second = make(table), make(table)
        ahead = play(first, range(5, 40))
        play(second, range(6, 9))
        assert first.over and play(table, range(5, 40)) == ahead
        assert not second.over and second.message().text != ahead[-1][0]


@pytest.mark.parametrize(
    ("name", "players", "agents"),
    [
        ("castles_of_caleira", 2, {1: "random"}),
        ("castles_of_caleira", 3, {}),
        pytest.param("four_souls", 2, {1: "heuristic"}, marks=pytest.mark.slow),
    ],
)
def test_branch__depends_only_on_what_the_seat_knows(name, players, agents):
    """Games that differ in what is hidden from the seat, but not in what it knows, have the same branches. A branch differs from its
    original, stays apart from it, and shows the same message."""
    table = TextTable(name, num_players=players, seed=4, agents=agents)
    play(table, range(4))
    text, before = table.message().text, pickle.dumps(table.snapshot())
    other = table.branch(3)
    assert other.game.snapshot(other._match.state) != table.game.snapshot(table._match.state)
    assert other.message().text == text and other.choices == []
    hidden = other.game.snapshot(other._match.state)
    for seat, conversation in other._match.conversations.items():
        assert other.game.snapshot(conversation.narrator.state) == hidden
        assert seat == other.seat or conversation.news() == [] != table._match.conversations[seat].news()
    ahead = [play(one, range(2, 9)) for one in (table.branch(7), other.branch(7), table.branch(8))]
    assert ahead[0] == ahead[1] != ahead[2]
    assert pickle.dumps(table.snapshot()) == before and table.message().text == text
    with pytest.raises(RuntimeError, match="a branch has no snapshot"):
        other.snapshot()


@pytest.mark.parametrize(("name", "options"), [("castles_of_caleira", {"market": 0}), ("four_souls", {"rooms": 1})])
def test_branch__has_no_news_and_no_past(name, options):
    """At every question of random games: no line reports what differs from the true state, and beyond the ends
    of lists there is nothing; with the same seed a branch of a branch has its rooms in the same order."""
    draw, branches = random.Random(4), 0
    for seed in range(4):
        table = TextTable(name, num_players=3, seed=seed, agents={}, options=options)
        while not table.over and branches < 15 * (seed + 1):
            table.message()
            one = table.branch(draw.randrange(9))
            state, branches = one._match.state[0], branches + 1
            for seat, conversation in one._match.conversations.items():
                own = table._match.conversations[seat].narrator.pending if seat == table.seat else []
                assert conversation.narrator.pending == own
            if name == "four_souls":
                assert not any(deck[n:].any() for deck, n in zip(state["deck"], state["n_deck"]))
                assert (
                    one.branch(7)._match.state[0]["room_deck"] == table.branch(7)._match.state[0]["room_deck"]
                ).all()
            table.answer(f"[{draw.randrange(len(table.message().actions)) + 1}]")
    assert branches > 40


def test_branch__begins_agents_anew():
    """An agent in a branch has no memory of the game and another seed, so it neither knows nor repeats what it does in the true one."""
    env = GameTextEnv("castles_of_caleira", seat=0, opponents=Counter())
    with pytest.raises(ResetNeeded):
        env.branch(1)
    env.reset(seed=2)
    for _ in range(3):
        env.step("[1]")
    other = env.branch(1)
    true, drawn = (one._table._agents[1] for one in (env, other))
    assert true.asked >= 3 and drawn.asked == 0 and drawn.seed not in (2, true.seed)
    assert len(other.trajectory.valid) == 3
    other.step("[1]")
    assert len(env.trajectory.valid) == 3
    texts = {one.reset()[0] for one in (copy.deepcopy(env), env, other)}
    assert len(texts) == 2  # the next deal of the original is not that of the branch


def test_reset__builds_no_rules_again(monkeypatch):
    """The rules are written once for equal options, and opponents are loaded once for an environment."""
    calls = []

    def counted(module, name):
        function = getattr(module, name)
        monkeypatch.setattr(module, name, lambda *given, **more: calls.append(name) or function(*given, **more))

    rules._prompt.cache_clear()
    env = GameTextEnv("castles_of_caleira", opponents="heuristic", max_decisions=400)
    counted(rules, "guide_of"), counted(rules, "cards_of"), counted(specs, "load_object")
    texts = [env.reset(seed=seed)[1]["rules"] for seed in range(3)]
    assert texts[0] == texts[1] == texts[2] and calls.count("guide_of") == 1 and "load_object" not in calls
    TextTable("castles_of_caleira", num_players=3, seed=1).rules(0)
    assert calls.count("guide_of") == 2
