"""Choices of a bot in a position, in words; what must hold for every bot. Shared by the tests of the games' own bots."""

from __future__ import annotations

import numpy as np

from fs_env.agent_api.view import SeatView
from tests.generic.suite import walk


def view(game, S):
    """View of the seat to act."""
    seat = game.to_act(S)
    return SeatView(game, seat, game.num_players(S), game.observe(S, seat), game.mask(S))


def answer_of(bot, play):
    """The words of a bot's choice in a running game."""
    bot.reset(play.asked, 1)
    return play.game.action_text(bot.act(view(play.game, play.S)))


def check_answers(bot, game, players):
    """Asserts that answers are legal, the same for any order of the ids, and the same in any state that the seat cannot distinguish."""
    order = np.random.default_rng(players)
    for S, legal, seat in walk(game, players, 300, players):
        if len(legal) < 2:
            continue
        bot.reset(seat, 5)
        chosen = bot.act(view(game, S))
        assert chosen in legal
        shuffled = order.permutation(np.array(legal, np.int16))
        assert bot.policy.act(game.observe(S, seat), shuffled, bot.policy.new_memory(5)) == chosen
        sampled = game.clone(S)
        game.resample(sampled, seat, 0, 1)
        bot.reset(seat, 5)
        assert bot.act(view(game, sampled)) == chosen
