"""Games that are won or lost together, in matches, tournaments and the measure of single bots."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.agent_api.specs import load_agent
from fs_env.arena import Plan, Tournament
from fs_env.arena.cooperative import play_cooperative
from fs_env.arena.match import play_match
from fs_env.arena.plan import Pairing
from fs_env.arena.referee import Referee
from fs_env.arena.rows import forfeited
from fs_env.core.four_souls.game import GAME
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.registry.games import load_game

SOLO, COOPERATIVE = {"variant": 1}, {"variant": 2}


def first(view: Any) -> int:
    """The lowest legal id: it passes wherever it may."""
    return int(view.legal[0])


def test_match__lost_by_both() -> None:
    """R21.6: two who only pass lose when the die has run out: both are paid -1, and no player has won."""
    result = play_match(
        GAME, [load_agent("tests.arena.test_cooperative:first") for _ in range(2)], seed=1, options=SOLO
    )
    assert (result.outcome, result.returns, result.winners) == (Outcome.LOST, (-1.0, -1.0), ())


def test_tournament__counts_wins_for_both_and_lost_games() -> None:
    """R21.7: a win counts 1 for each seat; lost games are counted as such, and no even rate is given."""
    table = Tournament(Plan(("random", "heuristic"), games=40, seed=3, game="four_souls", options=COOPERATIVE)).run()
    assert table.won + table.lost == 40 and table.won > 0 and table.lost > 0 and table.even_rate is None
    assert [agent.wins for agent in table.agents] == [table.won] * 2
    assert [agent.elo for agent in table.agents] == pytest.approx([0, 0]) and not table.rated


@pytest.mark.parametrize(("options", "returns"), [(SOLO, (-1.0, -1.0)), (COOPERATIVE, (-1.0, -1.0)), ({}, (1.0, -1.0))])
def test_match__a_bot_that_fails_loses_for_both(options: dict[str, int], returns: tuple[float, float]) -> None:
    """R21.6: the partner of a bot that fails has lost too; a rival has won."""
    agents = [load_agent(bot, GAME) for bot in ("tests.arena.test_cooperative:first", "tests.arena.bots:illegal")]
    result = play_match(GAME, agents, seed=1, options=options, referee=Referee())
    assert (result.outcome, result.returns, result.forfeits) == (Outcome.FORFEITED, returns, (1,))
    assert result.winners == tuple(seat for seat in range(2) if returns[seat] > 0)


def test_tournament__of_a_bot_that_fails() -> None:
    """Each game is forfeited by the bot that failed and won by no player, and the table knows that they were played together."""
    bots = ("tests.arena.test_cooperative:first", "tests.arena.bots:illegal")
    table = Tournament(Plan(bots, games=4, seed=3, game="four_souls", options=COOPERATIVE)).run()
    assert (table.forfeited, table.won, table.lost, table.even_rate) == (4, 0, 0, None)
    assert {agent.name: (agent.wins, agent.forfeits) for agent in table.agents} == {"first": (0, 0), "illegal": (0, 4)}
    assert [agent.elo for agent in table.agents] == pytest.approx([0, 0])


def test_tournament__of_rivals_who_may_all_lose() -> None:
    """R76: Betrayal has games that all win or lose beside games with winners and losers: its seats are rivals, with ratings, and
    the even rate counts games that all lost as 0 and games that all won as 1 for each seat."""
    plan = Plan(("random", "tests.arena.test_cooperative:first"), games=20, players=3, seed=12, game="betrayal")
    table = Tournament(plan).run()
    assert table.won and table.lost and table.won + table.lost + table.truncated == 20
    assert table.even_rate == pytest.approx(sum(agent.wins for agent in table.agents) / 60) and table.even_rate < 0.3
    assert {agent.elo for agent in table.agents} != {0.0}


def test_tournament__of_a_process_that_ends() -> None:
    row = forfeited(Pairing(0, 1, (0, 1)), 1, "ended its process", cooperative=True)
    assert (row.outcome, row.winners, row.returns, row.forfeits) == (Outcome.FORFEITED, (), (-1.0, -1.0), (1,))


def test_play_cooperative__counts_what_the_games_say() -> None:
    record = play_cooperative(GAME, "random", 30, seed=5, options=SOLO)
    ends = [
        play_match(GAME, [load_agent("random") for _ in range(2)], seed=seed, options=SOLO) for seed in range(5, 35)
    ]
    assert record.won == sum(end.outcome == Outcome.WON for end in ends)
    assert record.games == 30 == record.won + record.lost and record.drawn == record.truncated == 0
    assert record.decisions == pytest.approx(sum(end.decisions for end in ends) / 30)
    assert record.win_low < record.win_rate + 1e-9 and record.win_rate < record.win_high
    assert 0 <= record.souls < 4


def test_play_cooperative__only_passing_loses_everything() -> None:
    """Two who only pass hardly get a soul, and the die is at 0 in all of their games."""
    over: list[int] = []
    record = play_cooperative(GAME, "tests.arena.test_cooperative:first", 3, options=COOPERATIVE, progress=over.append)
    assert (record.won, record.lost, record.win_rate, record.die_left) == (0, 3, 0.0, 0.0) and over == [1, 2, 3]


@pytest.mark.parametrize(("games", "high"), [(1, 1.0), (3, 0.8605)])
def test_play_cooperative__interval_of_few_games(games: int, high: float) -> None:
    """A single game excludes no win rate. Of three without a win it is Wilson's t² / (3 + t²), Student's t = 4.3027 of two degrees."""
    options = {"team": 1, "max_decisions": 1}
    record = play_cooperative(load_game("tests.luck.race:GAME"), "random", games, options=options)
    assert record.truncated == games and (record.win_low, record.win_high) == pytest.approx((0.0, high), abs=1e-4)


def test_play_cooperative__refuses_rivals_and_no_games() -> None:
    with pytest.raises(ValueError, match="rivals do not win or lose together"):
        play_cooperative(GAME, "random", 1, options={})
    with pytest.raises(ValueError, match="games=0: expected at least 1"):
        play_cooperative(GAME, "random", 0, options=SOLO)


def test_heuristic__plays_better_than_random() -> None:
    """R21.6: over 100 deals the heuristic wins four times as often as random play, which wins one game in forty."""
    assert (
        play_cooperative(GAME, "heuristic", 100, options=SOLO).won
        > 4 * play_cooperative(GAME, "random", 100, options=SOLO).won
    )
