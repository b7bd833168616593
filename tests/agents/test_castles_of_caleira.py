"""The bot for Castles of Caleira: what it chooses where the answer is plain, and how it does against random play."""

from __future__ import annotations

import pytest

from fs_env.agents.castles_of_caleira import AggressiveAgent, HeuristicAgent, HeuristicAgent1, PassiveAgent
from fs_env.agents.random_agent import RandomAgent
from fs_env.arena import load_agent, play_match
from fs_env.core.castles_of_caleira.game import GAME
from tests.agents.chosen import answer_of, check_answers
from tests.core.castles_of_caleira.table import Table

GAMES = 400


def answer(table):
    return answer_of(HeuristicAgent(), table)


def test_destroys_a_known_spire():
    """It destroys a Princess Spire that it has seen."""
    table = Table().hand(0, "Trebuchet", "Observatory").hand(1, "Battlements").piece(1, "Barracks")
    table.piece(1, "Princess Spire", "down", seen_by=(0,))
    assert answer(table) == "play Trebuchet face up"
    assert answer(table.play("Trebuchet", "up")) == "choose piece 2"


def test_spares_its_own_spire():
    """With its own Spire the only worthy target in sight it destroys something else."""
    table = Table().hand(0, "Trebuchet").hand(1, "Battlements").piece(0, "Princess Spire", "down").piece(1, "Barracks")
    assert answer(table.play("Trebuchet", "up")) == "choose piece 2"


def test_keeps_the_spire_back():
    """While Trebuchets are about it plays another card than the Spire."""
    table = Table().hand(0, "Princess Spire", "Battlements").hand(1, "Battlements", "Battlements")
    assert answer(table) == "play Battlements face down"


def test_turns_its_own_pieces_up():
    """A Watchtower turns up its own pieces that score more face up, and nothing of the other player's."""
    table = Table().hand(0, "Watchtower").hand(1, "Battlements").piece(0, "Wizard's Tower", "down")
    table.piece(1, "Observatory", "down").play("Watchtower", "up")
    assert answer(table) == "choose piece 1"
    assert answer(table.choose(1)) == "choose no further piece"


def test_turns_down_what_scores_most():
    """A Barracks turns down the other player's best piece."""
    table = Table().hand(0, "Barracks").hand(1, "Battlements").piece(1, "Marketplace").piece(1, "Observatory")
    assert answer(table.play("Barracks", "up")) == "choose piece 2"


def test_leaves_an_opponents_effect_asleep():
    """It does not turn up the Watchtower of the other player that it has seen."""
    table = Table().hand(0, "Observatory").hand(1, "Battlements").piece(1, "Watchtower", "down")
    table.play("Observatory", "up")
    assert answer(table.choose(1)) == "leave it face down"


def traded(players, *hand):
    """What the bot, its first version and the two styles of that give for the Marketplace of the player to their right."""
    table = Table(players, turn=players - 1).hand(players - 1, "Marketplace", "Battlements").hand(0, *hand)
    table.play("Marketplace", "up").choose("choose the player to your left").choose("give Battlements")
    assert (table.asked, table.question) == (0, "return")
    return [answer_of(bot(), table) for bot in (HeuristicAgent, HeuristicAgent1, AggressiveAgent, PassiveAgent)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_keeps_the_spire_in_trades(players):
    """It gives a Throne Room away and keeps the Princess Spire, which its first version gives away."""
    assert traded(players, "Princess Spire", "Throne Room") == ["give Throne Room", *["give Princess Spire"] * 3]


def test_keeps_a_trebuchet_in_trades_of_two_players():
    """With more players it gives the Trebuchet, as its first version does with two."""
    assert traded(2, "Trebuchet", "Throne Room") == ["give Throne Room", *["give Trebuchet"] * 3]
    assert traded(3, "Trebuchet", "Throne Room") == ["give Trebuchet"] * 4


def test_plays_trebuchets_face_down_before_battlements():
    """With nothing to destroy and no use of either card."""
    table = Table().hand(0, "Trebuchet", "Battlements").hand(1, "Watchtower", "Watchtower")
    assert answer(table) == "play Trebuchet face down"
    assert answer_of(HeuristicAgent1(), table) == "play Battlements face down"


def test_destroys_points_before_an_unknown_piece():
    """The other player's unknown piece is the Princess Spire only sometimes; an Observatory face up scores 3 points."""
    table = Table().hand(0, "Trebuchet", "Battlements").hand(1, "Watchtower", "Marketplace").deck("Battlements")
    table.piece(1, "Watchtower", "down").piece(1, "Observatory").play("Trebuchet", "up")
    assert answer(table) == "choose piece 2"
    assert answer_of(HeuristicAgent1(), table) == "choose piece 1"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_answers_are_legal_and_need_nothing_hidden(players):
    """Its answer is legal, the same for any order of the ids, and the same in any state that its seat cannot distinguish."""
    check_answers(HeuristicAgent(), GAME, players)


@pytest.mark.parametrize(("players", "least"), [(2, 0.9), (3, 0.6), (4, 0.4)])
def test_beats_random(players, least):
    """Against random players it wins most games: nine of ten with two seats, where three of four are asked for."""
    won = 0.0
    for number in range(GAMES):
        seat = number % players
        agents = [HeuristicAgent() if p == seat else RandomAgent() for p in range(players)]
        winners = play_match(GAME, agents, seed=number // players).winners
        won += 1 / players if not winners else (seat in winners) / len(winners)
    assert won / GAMES > least


def test_load_agent__by_game():
    """The name of a bot that each game has for itself wants the game."""
    assert isinstance(load_agent("heuristic", "castles_of_caleira"), HeuristicAgent)
    with pytest.raises(ValueError, match="the game must be named"):
        load_agent("heuristic")
    with pytest.raises(ValueError, match="none for 'nim'"):
        load_agent("heuristic", "nim")
