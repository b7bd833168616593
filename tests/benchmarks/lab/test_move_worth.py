"""The experiment with moves: who is compared with whom, what is found and written. Its bot, which takes half a
minute to compile, plays in `make test-long`."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.lab import move_worth
from benchmarks.lab.move_worth import CARDS, LOTS, NOTED, NOTES, POLICY, STEP, TRIED, Counts
from fs_env.agents.heuristic.move_worth import MORE, Move
from fs_env.core.four_souls import actions as A
from fs_env.core.four_souls.scenario import Seat
from fs_env.core.four_souls.tables import CARD_ID
from tests.agents.table import position, seen

KIND = {
    A.ActionKind.PLAY: Move.PLAY,
    A.ActionKind.ACTIVATE: Move.ACTIVATE,
    A.ActionKind.PAY: Move.PAY,
    A.ActionKind.BUY: Move.BUY,
    A.ActionKind.ATTACK: Move.ATTACK,
}


def lot_of(action: int) -> int:
    """The lot of a move in one's own turn."""
    return int(KIND[A.ActionKind(A.KIND_OF_ACTION[action])]) * CARDS + int(A.CARD_OF_ACTION[action])


def test_lots__are_thirds():
    """Each of +1, 0 and -1 is drawn by a third of the players, by each for itself and for each move anew."""
    drawn = move_worth.lots(np.arange(400))
    assert drawn.shape == (400, LOTS)
    for step in (-1, 0, 1):
        shares = (drawn == step).mean(0)
        assert abs(shares.mean() - 1 / 3) < 0.005 and 0.2 < shares.min() and shares.max() < 0.5
    assert (drawn[0] != drawn[1]).mean() > 0.6


@pytest.mark.long
@pytest.mark.parametrize(
    ("seat", "table"),
    [
        (Seat(coins=10), {"shop": ["the_chest", "bum_bo_item"], "monsters": ["fly", "satan"]}),
        (Seat(hand=["bomb", "soul_heart"], coins=4), {"monsters": ["the_lamb", "fly"]}),
    ],
)
def test_notes__say_which_lots_the_choice_hangs_on(seat, table):
    """Two players who differ in one lot only, one of them without a step, choose differently just where that lot is noted."""
    view = seen(position(seat, Seat(), **table))
    legal = view.legal.astype(np.int16)
    mine = [lot_of(action) for action in legal if A.ActionKind(A.KIND_OF_ACTION[action]) in KIND]
    drawn = move_worth.lots(np.arange(3000))[:, mine]
    chosen, notes = {}, {}
    for seed in range(3000):
        key = tuple(drawn[seed].tolist())
        if key in chosen:
            continue
        memory = POLICY.new_memory(seed)
        memory[TRIED] = 1
        chosen[key] = POLICY.act(view.observation, legal, memory)
        notes[key] = move_worth.hung(memory[None, NOTED : NOTED + 2 * NOTES])[0][:, mine]
    hangs = compared = 0
    for key, action in chosen.items():
        for k, drew in enumerate(key):
            for less, step in enumerate((1, -1)):
                other = (*key[:k], step, *key[k + 1 :])
                if drew != 0 or other not in chosen:
                    continue
                differs = chosen[other] != action
                if notes[key][less, k] or notes[other][less, k] or differs:
                    # a move of an earlier kind may be chosen in any case: then later kinds are not weighed at all
                    assert notes[key][less, k] == notes[other][less, k] == differs, (key, k, step)
                hangs, compared = hangs + differs, compared + 1
    assert compared > 100 and 10 < hangs < compared


@pytest.mark.long
def test_play__goes_on_where_it_was_stopped(tmp_path):
    """A stopped run comes to the same counts. Of the players whose choices hang on a lot half have drawn the step."""
    whole = move_worth.play(tmp_path / "whole.npz", 2, 1, 60, 5)
    move_worth.play(tmp_path / "parts.npz", 2, 1, 25, 5)
    parts = move_worth.play(tmp_path / "parts.npz", 2, 1, 60, 99)
    assert (whole.tries == parts.tries).all() and (whole.wins == parts.wins).all()
    assert whole.games == parts.games == 60 and parts.seed == 65
    assert (whole.wins <= whole.tries).all()
    assert 0.4 < whole.tries[:, :, 1].sum() / whole.tries.sum() < 0.6
    assert 0 < (whole.tries.sum((1, 2)) > 0).mean() < 0.25


@pytest.mark.long
def test_play__another_kind_of_game_is_refused(tmp_path):
    """A file contains one kind of game."""
    move_worth.play(tmp_path / "two.npz", 2, 1, 1, 0)
    with pytest.raises(ValueError, match="asked for 3 with 1: take another file"):
        move_worth.play(tmp_path / "two.npz", 3, 1, 1, 0)


def test_read__games_with_another_table_are_refused(tmp_path, monkeypatch):
    """Steps are counted from what the bot thought in those games: after its table has changed they mean something else."""
    Counts.none(2, 1, 0).write(tmp_path / "two.npz")
    assert Counts.read(tmp_path / "two.npz").games == 0
    monkeypatch.setattr(move_worth, "MORE", MORE + 0.5)
    with pytest.raises(ValueError, match="another move_worth.tsv"):
        Counts.read(tmp_path / "two.npz")
    with pytest.raises(ValueError, match="files of 2 and of 3 players"):
        Counts.none(2, 1, 0) + Counts.none(3, 1, 0)


def planted() -> Counts:
    """Counts of 200 cards to buy that are worth nothing more or less, but for one: a step more of it wins 15 points more."""
    rng, counts = np.random.default_rng(3), Counts.none(2, 1, 0)
    lots = int(Move.BUY) * CARDS + np.arange(200)
    counts.games = 10_000
    counts.tries[lots, :, 0], counts.tries[lots, :, 1] = 1000, 500
    shares = np.full((200, 2, 2), 0.5)
    shares[17, 0, 1] = 0.65
    counts.wins[lots] = rng.binomial(counts.tries[lots], shares)
    return counts


def test_findings__know_what_was_planted():
    """The one card that is worth more comes first and is taken; what chance does to the others is shrunk to next to nothing."""
    found = move_worth.findings(planted())
    best = found[0]
    assert (best.move, best.card, best.step) == (Move.BUY, 17, STEP[Move.BUY])
    assert best.players == 1500 and best.share == pytest.approx(1.5 * 1500 / 20_000)
    assert best.difference == pytest.approx(0.15, abs=0.08) and best.error == pytest.approx(0.0273, abs=0.001)
    assert all(abs(one.shrunk) < 0.03 for one in found[1:])
    assert move_worth.table(found, 4.0) == {(Move.BUY, 17): STEP[Move.BUY]}


def test_write__adds_to_the_table_of_the_bot(tmp_path):
    """Steps are added to what the bot already thinks of these moves; all other rows stay."""
    card = CARD_ID["the_chest"]
    move_worth.write(tmp_path / "new.tsv", {(Move.BUY, card): 1.25})
    lines = (tmp_path / "new.tsv").read_text().splitlines()[1:]
    rows = {(move, name): float(more) for move, name, more in (line.split("\t") for line in lines)}
    assert rows["buy", "the_chest"] == MORE[Move.BUY, card] + 1.25
    assert len(rows) == np.count_nonzero(MORE) + (MORE[Move.BUY, card] == 0)
