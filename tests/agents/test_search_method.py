"""`search` takes the method that is better in the game: a race of all actions, or a tree."""

import numpy as np
import pytest

from fs_env.arena.agent import SeatView, complete_view, load_agent
from fs_env.core.machine.run.commands.codes import NO_ACTION
from fs_env.registry.games import load_game


def answers(spec: str, game_id: str, players: int, choices: int = 6) -> list[tuple[int, list[int]]]:
    """The first choices of a bot in all seats of a game, each with the rollouts of all actions."""
    game = load_game(game_id)
    bots = [load_agent(spec, game) for _ in range(players)]
    S, row = game.new(), game.new_rows()
    row["skip_forced"] = 1
    obs, mask = np.zeros(game.schema.size, np.int16), np.zeros(game.num_actions, np.int8)
    game.setup(S, seed=5, num_players=players)
    for seat, bot in enumerate(bots):
        bot.reset(seat, 7)
    found, action = [], NO_ACTION
    for _ in range(choices):
        game.advance(S, 0, action, obs, mask, row)
        seat = int(row["seat"][0])
        view = SeatView(game, seat, players, obs.copy(), mask.copy())
        complete_view(view, bots[seat], game, S, 0, 5)
        result = bots[seat].search(view)
        action = result.chosen
        found.append((action, result.rollouts.tolist()))
    return found


@pytest.mark.parametrize(
    ("game", "players", "given", "method"),
    [
        ("castles_of_caleira", 2, "", "tree"),
        ("castles_of_caleira", 3, "", "race"),
        ("four_souls", 2, "", "race"),
        ("castles_of_caleira", 2, ",method=race", "race"),
        ("castles_of_caleira", 3, ",method=tree", "tree"),
        ("castles_of_caleira", 2, ",confidence=1", "race"),
        ("castles_of_caleira", 3, ",exploration=0.15", "tree"),
    ],
)
def test_search__plays_as_the_method_that_is_better(game, players, given, method):
    """A tree with two players of Castles and nowhere else, unless the method is named, or a parameter that one of them alone has."""
    played = answers(f"search:rollouts=40,policy=random,value=none{given}", game, players)
    race, tree = (
        answers(f"{spec}rollouts=40,policy=random,value=none", game, players)
        for spec in ("search:method=race,", "tree:")
    )
    assert race != tree
    assert played == {"race": race, "tree": tree}[method]


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("search:method=walk", "unknown method 'walk': expected auto, race, tree"),
        ("search:plans=0.5,nodes=all", "races have plans, trees have nodes, none has both: leave one of them out"),
        ("search:method=tree,plans=0.5", "unknown tree parameter 'plans'"),
        ("tree:method=race", "unknown tree parameter 'method'"),
    ],
)
def test_method__that_cannot_be(spec, reason):
    """An error says which word is wrong."""
    with pytest.raises(ValueError, match=reason):
        load_agent(spec)


def test_agent__at_another_table():
    """One bot at a table of two and then at one of three takes the method of each."""
    game = load_game("castles_of_caleira")
    bot = load_agent("search:rollouts=5,policy=random")
    for players, kind in ((2, "TreeSearcher"), (3, "FlatSearcher")):
        S = game.new()
        game.setup(S, seed=1, num_players=players)
        seat = game.to_act(S)
        view = SeatView(game, seat, players, game.observe(S, seat), game.mask(S))
        complete_view(view, bot, game, S, 0, 1)
        assert bot.act(view) in view.legal
        assert type(bot.searcher).__name__ == kind
