"""The analysis of a finished game judges choices as hints do."""

import pytest

from fs_env.narration.legal_actions import choices
from fs_env.narration.narrator import Narrator
from fs_env.narration.speech import Speech
from fs_env.replays import play_back
from fs_env.serve.table.analysis import LONGEST, MOST_COSTLY, analyse
from fs_env.serve.table.hints import Estimate
from tests.replays.games import explored, recorded


@pytest.mark.slow
def test_analysis__names_the_choice_that_was_made():
    """Points are in the order of the game, of the seat that was asked; a costly choice is in the words of its position, and another legal
    one is preferred; those that most surely cost something come first."""
    replay = recorded()
    found = analyse(replay, 4)
    offered = {}
    for moment, game, S in play_back(replay):
        if moment.action >= 0:
            narrator = Narrator(game, moment.seat)
            narrator.see(S)
            legal = game.legal(S).tolist()
            words = {one.action: one.words for one in choices(game, moment.seat, legal, Speech(replay.names), narrator)}
            offered[moment.choice] = moment.seat, words.pop(moment.action), set(words.values())
    points = found["points"]
    assert len(points) >= 3 and [k for k, *_ in points] == sorted({k for k, *_ in points})
    assert all(offered[k][0] == seat and 0 <= chance <= 1 and error > 0 for k, seat, chance, error in points)
    costs = found["costs"]
    assert 0 < len(costs) <= MOST_COSTLY and {k for k, *_ in costs} <= {k for k, *_ in points}
    assert all(
        lost > error > 0 and offered[k][:2] == (seat, made) and better in offered[k][2]
        for k, seat, lost, error, made, better in costs
    )
    sure = [lost - error for _, _, lost, error, *_ in costs]
    assert sure == sorted(sure, reverse=True)


@pytest.mark.parametrize("seconds", [0, -1, LONGEST + 1, float("nan")])
def test_analysis__is_bounded(seconds):
    """An impossible time is refused before anything is played."""
    with pytest.raises(ValueError, match="--analysis"):
        analyse(recorded(), seconds)


def test_analysis__of_a_choice_that_equals_another(monkeypatch):
    """Of two equal rotations of a tile only the first is offered; a replay in which the second was chosen is analysed all the same."""

    class Judge:
        def __init__(self, game, S, *_):
            self.legal = sorted(game.legal(S).tolist())

        def chances(self, action, seconds):
            other = next(one for one in self.legal if one != action)
            return [Estimate(other, 0.9, 0.01), Estimate(action, 0.1, 0.01)], "", other

    monkeypatch.setattr("fs_env.serve.table.analysis.Look", Judge)
    replay = explored(56)
    found = analyse(replay, len(replay.choices))
    assert len(found["points"]) == len(replay.choices) and len(found["costs"]) == MOST_COSTLY


def test_analysis__begins_with_the_decisions_of_the_reader(monkeypatch):
    """Where there is time for a few decisions only, all are of the reader; with more time the others' are spread over the game too."""

    class Judge:
        def __init__(self, *_):
            pass

        def chances(self, action, seconds):
            return [Estimate(action, 0.5, 0.01)], "", action

    monkeypatch.setattr("fs_env.serve.table.analysis.Look", Judge)
    replay = recorded()
    asked = [moment.seat for moment, *_ in play_back(replay) if moment.action >= 0]
    for seat in range(3):
        own = [k for k, who in enumerate(asked) if who == seat]
        few = [k for k, *_ in analyse(replay, 3, seat)["points"]]
        assert len(few) == 3 and set(few) <= set(own) and few[0] == own[0] and few[-1] > own[len(own) // 2]
        more = [k for k, *_ in analyse(replay, len(own) + 2, seat)["points"]]
        assert set(own) < set(more) and len(more) == len(own) + 2
