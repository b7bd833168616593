"""`aggressive` and `passive`: they play differently from the bot that they vary, in the direction of their names, and still play well."""

from __future__ import annotations

from collections import Counter

import pytest

from fs_env.arena import Plan, Tournament, load_agent, play_match
from fs_env.registry.games import load_game

GAMES = 30
USUAL = {"four_souls": "heuristic", "castles_of_caleira": "heuristic@1"}  # the bot that the styles vary


def habits(game_id: str, style: str) -> dict[str, float]:
    """How often a bot chooses each kind of action where it may, in games against the bot that the styles vary: 0..1."""
    game, bot, other = load_game(game_id), load_agent(style, game_id), load_agent(USUAL[game_id], game_id)
    kind_of = {action: kind for kind, ids in game.action_ids.items() for action in ids}
    could, did = Counter[str](), Counter[str]()
    choose = bot.act

    def watched(view):
        action = choose(view)
        could.update({kind_of[a] for a in view.legal.tolist()})
        did[kind_of[action]] += 1
        return action

    bot.act = watched
    for seed in range(GAMES):
        play_match(game, [bot, other] if seed % 2 else [other, bot], seed=seed)
    return {kind: did[kind] / could[kind] for kind in could}


def test_four_souls__attacks_and_purchases() -> None:
    """Where it may attack, the aggressive bot does so most and the passive one least; where they may buy it is the other way round."""
    found = [habits("four_souls", style) for style in ("passive", "heuristic", "aggressive")]
    attacks, buys = ([one[kind] + one[f"{kind}_top"] for one in found] for kind in ("attack", "buy"))
    assert 2 * attacks[0] < attacks[1] < attacks[2] / 1.1, attacks
    assert buys[0] > buys[1] > 2 * buys[2], buys


def test_castles__cards_played_face_up() -> None:
    """The aggressive bot plays more of its cards face up, for their effects, the passive one fewer."""
    passive, usual, aggressive = (
        habits("castles_of_caleira", style)["play_up"] for style in ("passive", "heuristic@1", "aggressive")
    )
    assert passive < usual < aggressive


@pytest.mark.parametrize("game", ["four_souls", "castles_of_caleira"])
@pytest.mark.parametrize("style", ["aggressive", "passive"])
def test_style__wins_a_quarter_to_half_of_its_games(game: str, style: str) -> None:
    """It wins between a quarter and 55 % of its games against the bot that it varies."""
    table = Tournament(Plan([style, USUAL[game]], 2, 150, 5, game)).run()
    rate = next(line.win_rate for line in table.agents if line.name == style)
    assert 0.25 < rate < 0.55
