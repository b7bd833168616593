"""The golden games are played as they are written down."""

import difflib

import pytest

from fs_env.core.four_souls.game import GAME
from fs_env.registry.games import GAMES
from tests.every import every
from tests.golden import four_souls
from tests.golden.games import GOLDEN
from tests.golden.transcript import FOLDER, transcript

LONGEST = 60  # lines of a difference
SENSIBLE = 700  # lines of a transcript that a person still reads
PLAYERS = {"betrayal": (3, 5)}  # of the golden games of a game; (2, 3, 4) otherwise


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.path.stem)
def test_golden(golden):
    """The same seed still gives the same game, in the same words; `make golden` accepts a change that is meant."""
    assert golden.path.exists(), f"{golden.path.name} is missing; `make golden` writes it"
    written = golden.path.read_text(encoding="utf-8").splitlines()
    played = transcript(golden).splitlines()
    difference = [*difflib.unified_diff(written, played, "written", "played", n=2, lineterm="")]
    more = f"\n... and {len(difference) - LONGEST} lines more" if len(difference) > LONGEST else ""
    shown = "\n".join(difference[:LONGEST]) + more
    assert not difference, f"{golden.path.name} is played differently; `make golden` writes it anew:\n{shown}"


def test_golden__every_game_and_number_of_players_is_there():
    """Every game of the package has golden games for its numbers of players; there is no other file."""
    there = {(golden.wording.game.name, golden.num_players) for golden in GOLDEN}
    assert there == {(name, n) for name in GAMES for n in PLAYERS.get(name, (2, 3, 4))}
    assert {path.name for path in FOLDER.glob("*.txt")} == {golden.path.name for golden in GOLDEN}


def test_golden__every_combination_of_sets_is_there():
    """Four Souls has one golden game for 2, 3 and 4 players with each combination of card sets."""
    every = (1 << len(GAME.options["sets"].bits)) - 1
    there = [(golden.num_players, golden.options["sets"]) for golden in four_souls.GOLDEN]
    assert sorted(there) == [(n, sets) for n in (2, 3, 4) for sets in range(1, every + 1)]


@every(GOLDEN, lambda golden: golden.path.stem)
def test_golden__is_a_whole_game(golden):
    """A transcript tells a game that a player wins, or all lose, and is not too long to read."""
    text = golden.path.read_text(encoding="utf-8")
    ended = "lost by all" if golden.variant == "solo" else "won"
    assert "\nturn 1, " in text and f"\n{ended}: player_0 " in text
    assert text.count("\n") < SENSIBLE, "`python -m tests.golden.regenerate --pick 100` finds a shorter game"
