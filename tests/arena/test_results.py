"""The results file."""

from __future__ import annotations

import pytest

from fs_env.arena import GameRow, Plan, ResultFile
from tests.arena.bots import NIM

PLAN = {"game": "nim", "seed": 1, "games": 4}
ROW = GameRow(2, 77, (0, 1), 1, (1.0, -1.0), (0,), 9, 8, (4, 4), (0.1, 0.2))


def test_rows__survive_the_file(tmp_path):
    """Games written are read again by another process, in the order of the plan."""
    results = ResultFile(tmp_path / "r.db", PLAN)
    results.add([ROW])
    other = ResultFile(tmp_path / "r.db", PLAN)
    assert other.rows() == [ROW] and other.numbers() == {2}
    other.close()
    results.close()


def test_plan__another_one_is_refused(tmp_path):
    """A file of other settings is refused, naming what differs; more games are welcome."""
    ResultFile(tmp_path / "r.db", PLAN).close()
    ResultFile(tmp_path / "r.db", PLAN | {"games": 8}).close()
    with pytest.raises(ValueError, match="its seed is 1, this one's is 2"):
        ResultFile(tmp_path / "r.db", PLAN | {"seed": 2})


def test_file__of_another_kind_is_refused(tmp_path):
    """A file that is no result file is refused by name."""
    (tmp_path / "notes.txt").write_text("not a database, " * 100)
    with pytest.raises(ValueError, match=r"notes\.txt.*cannot be used"):
        ResultFile(tmp_path / "notes.txt", PLAN)


def test_plan__of_a_tournament_fits():
    """What Plan.to_json gives can be stored."""
    results = ResultFile(None, Plan(("random", "random"), game=NIM).to_json())
    assert results.rows() == []
