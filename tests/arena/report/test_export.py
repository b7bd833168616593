"""Games as tables for other programs."""

from __future__ import annotations

import csv
import io
import sys

import pytest

from fs_env.arena.report.export import COLUMNS, as_csv, columns_of, write_parquet
from tests.arena.report.games import STORED


def test_csv__one_line_for_each_seat():
    """Eight games of two are sixteen lines; a missing time or character is empty, a flag 0 or 1."""
    lines = list(csv.DictReader(io.StringIO(as_csv(STORED))))
    assert list(lines[0]) == list(COLUMNS) and len(lines) == 16
    assert lines[0] == {
        "game": "0", "seed": "70", "outcome": "1", "decisions": "10", "fault": "", "seat": "0", "agent": "0", "name": "ann",
        "return": "1.0", "won": "1", "forfeited": "0", "choices": "4", "seconds": "0.4", "character": "isaac", "luck": "",
        "side": "", "story": "",
    }  # fmt: skip
    assert (lines[1]["seconds"], lines[1]["character"], lines[1]["return"]) == ("0.008", "cain", "-1.0")
    assert (lines[-1]["seconds"], lines[-1]["character"], lines[-1]["name"]) == ("", "", "ben")


def test_csv__no_formulas():
    lines = list(csv.DictReader(io.StringIO(as_csv(STORED))))
    assert lines[10]["fault"] == "'=it left" and lines[10]["forfeited"] == "1"


def test_parquet__the_same_columns(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed (extra parquet)")
    write_parquet(STORED, tmp_path / "games.parquet")
    table = parquet.read_table(tmp_path / "games.parquet")
    assert table.to_pydict() == columns_of(STORED) and table.column_names == list(COLUMNS)
    kinds = {name: str(table.schema.field(name).type) for name in ("seed", "return", "won", "character")}
    assert kinds == {"seed": "int64", "return": "double", "won": "bool", "character": "string"}
    assert [path.name for path in tmp_path.iterdir()] == ["games.parquet"]


def test_parquet__without_pyarrow(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r"pip install '\.\[parquet\]'"):
        write_parquet(STORED, tmp_path / "games.parquet")
    assert list(tmp_path.iterdir()) == []
