"""The golden games are played as they are written down."""

import difflib

import pytest

from tests.golden.transcript import GOLDEN, transcript

LONGEST = 60  # lines of a difference


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.path.stem)
def test_golden(golden):
    """The same seed still gives the same game, in the same words; `make golden` accepts a change that is meant."""
    written = golden.path.read_text(encoding="utf-8").splitlines()
    played = transcript(golden).splitlines()
    difference = [*difflib.unified_diff(written, played, "written", "played", n=2, lineterm="")]
    more = f"\n... and {len(difference) - LONGEST} lines more" if len(difference) > LONGEST else ""
    shown = "\n".join(difference[:LONGEST]) + more
    assert not difference, f"{golden.path.name} is played differently; `make golden` writes it anew:\n{shown}"


def test_golden__every_number_of_players_is_there():
    """There is one golden game for each number of players."""
    assert sorted(golden.num_players for golden in GOLDEN) == [2, 3, 4]
    assert all(golden.path.exists() for golden in GOLDEN)
