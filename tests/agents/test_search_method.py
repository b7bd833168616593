"""`search` takes the method that is better in the game: a race of all actions, or a tree."""

from functools import partial

import pytest

from fs_env.agent_api.specs import load_agent
from fs_env.agents.search.flat import FlatSearcher
from fs_env.agents.search.tree import TreeSearcher
from fs_env.arena.match import play_match
from fs_env.registry.games import load_game


def answers(spec: str, game_id: str, players: int) -> list[tuple[int, list[int]]]:
    """The choices of a bot in all seats at the beginning of a game, each with the rollouts of all actions."""
    game = load_game(game_id)
    bots, found = [load_agent(spec, game) for _ in range(players)], []

    def told(bot, view):
        result = bot.search(view)
        found.append((result.chosen, result.rollouts.tolist()))
        return result.chosen

    for bot in bots:
        bot.act = partial(told, bot)
    play_match(game, bots, seed=5, options={"max_decisions": 8})
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


def test_agent__at_another_table():
    """One bot at a table of two and then at one of three takes the method of each."""
    bot = load_agent("search:rollouts=5,policy=random")
    for players, kind in ((2, TreeSearcher), (3, FlatSearcher)):
        others = [load_agent("random") for _ in range(players - 1)]
        play_match(load_game("castles_of_caleira"), [bot, *others], seed=1, options={"max_decisions": 8})
        assert type(bot.searcher) is kind
