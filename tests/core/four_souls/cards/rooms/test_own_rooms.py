"""A file with a player's own rooms: what it may hold, what its mistakes are called, and a game with it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from fs_env.core.four_souls.cards import cards_of
from fs_env.core.four_souls.cards.own_rooms import RoomsError, parse_rooms, read_rooms
from fs_env.core.four_souls.language.english.cards import card_text

GOOD = """
# two rooms
room("quiet_room", "Quiet Room", when(turn_start(me), gain(2)))
room(
    "toll_gate", "Toll Gate",
    paid(coins(2), roll_for({(1, 2, 3): loot(1), (4, 5, 6): nothing()}), only=coins_of(me) >= 3),
    static(atk(-1, everybody)),
    when(dies(any_player), destroy(pick(item & noneternal & of(it), by=it))),
)
"""


def mistake(text: str) -> str:
    with pytest.raises(RoomsError) as found:
        parse_rooms(text, "my_rooms.txt")
    return str(found.value)


def test_file__rooms_in_order() -> None:
    """Calls, targets, dice tables, conditions, lists and signs are read as in the modules of the cards."""
    quiet, toll = parse_rooms(GOOD, "my_rooms.txt")
    assert (quiet.id, quiet.name) == ("quiet_room", "Quiet Room")
    assert card_text(quiet) == "At the start of the active player's turn: the active player gains 2¢."
    assert "Use this only if the active player has 3¢ or more." in card_text(toll)
    assert "Each player has -1 attack." in card_text(toll)


def test_file__says_the_same_as_the_modules() -> None:
    """A room of the package written in a file is the same card, but for what is known of its source."""
    beggar = next(card for card in cards_of("rooms") if card.id == "beggar")
    text = """room("beggar", "Beggar", paid(coins(3),
        roll_for({(1, 2): nothing(), (3, 4): gain(2), 5: loot(2), 6: [treasure(1), discard_room(this)]})))"""
    (made,) = parse_rooms(text, "my_rooms.txt")
    assert (made.abilities, made.statics, made.flags) == (beggar.abilities, beggar.statics, beggar.flags)


ROOM = 'room("a", "A", when(turn_start(me), {}))'


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (ROOM.format("gian(2)"), 1, "unknown word 'gian'"),
        (f"# a comment\n\n{ROOM.format('gain(1, 2, 3)')}", 3, "gain(1, 2, 3): "),
        (ROOM.format("gain(99999)"), 1, "the number 99999: expected -99 to 9999"),
        (ROOM.format("gain(1.5)"), 1, "1.5 has no meaning here; expected a whole number or a text"),
        (ROOM.format("__import__('os').system('true')"), 1, "expected a word of the cards"),
        (ROOM.format("gain.op"), 1, "gain.op has no meaning here"),
        (ROOM.format("[gain(n) for n in (1, 2)]"), 1, "has no meaning here"),
        (ROOM.format("gain(*coins)"), 1, "expected its values one by one"),
        (ROOM.format("destroy(pick(item & 3))"), 1, "& and | join kinds of objects"),
        (ROOM.format("if_(coins_of(me) < 3, gain(1))"), 1, "is no condition; expected one such as coins_of(me) >= 5"),
        (ROOM.format("destroy(t)"), 1, "t is used but never asked"),
        (ROOM.format("become(t), t=target(item)"), 1, "become is not for rooms"),
        ('room("a", "A", play(gain(1)))', 1, "a room has no play(...); write paid, activated, when or static"),
        ('room("a", "A", when(this_dies, gain(1)))', 1, "'this_dies' happens to monsters"),
        ('room("a", "A", static(hp(1)))', 1, "hp of a room concerns me; expected each_player or each_monster"),
        ('room("a", "A", static(triple_on_roll(6)))', 1, "a room cannot have the continuous modifier triple_on_roll"),
        ('room("a", "A", static(hp(1, everybody), only=no_attack))', 1, "hp of a room has no condition"),
        ('room("A room", "A", static(loot_step(1)))', 1, "the id 'A room': expected up to 40 small letters"),
        ('room("a", "", static(loot_step(1)))', 1, "the name '': expected 1 to 40 printable characters"),
        ('room("a", "A")', 1, "has 2 values; expected room("),
        ("import os", 1, "import os is not a room; expected room("),
        ('x = 1\nroom("a", "A", static(loot_step(1)))', 1, "x = 1 is not a room"),
        (f"{ROOM.format('gain(1)')}\n{ROOM.format('gain(2)')}", 2, "the id 'a' is that of line 1"),
        ('room("a", "A", static(loot_step(1))\n\n', 1, "cannot be read"),
        (ROOM.format("-" * 3000 + "1"), 1, ""),
    ],
)
def test_mistakes__name_the_line_and_what_was_expected(text: str, line: int, said: str) -> None:
    """Every mistake is an error with the file, the line, what is there and what was expected; nothing of a file is run."""
    assert mistake(text).startswith(f"my_rooms.txt, line {line}: ") and said in mistake(text)


def test_mistakes__an_id_of_another_card() -> None:
    """An id that the game uses already is refused: actions and observations name cards by it."""
    with pytest.raises(RoomsError, match="line 1: the id 'bomb' is that of another card"):
        parse_rooms('room("bomb", "B", static(loot_step(1)))', "my_rooms.txt", {"bomb"})


def test_mistakes__no_file(tmp_path: Path) -> None:
    with pytest.raises(RoomsError, match="nowhere.txt: No such file or directory: check its name"):
        read_rooms(tmp_path / "nowhere.txt")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RoomsError, match="bytes: expected rooms as a text in UTF-8, but it is not text in UTF-8"):
        read_rooms(tmp_path / "bytes")


PLAYED = """
import json
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.scenario import Scenario
from fs_env.core.four_souls.tables import IDS, N_ROOM
seats = [{"coins": 5}, {"coins": 1}]
game = Scenario(players=seats, rooms=["toll_gate"], room_deck=["quiet_room"], dice=[2], phase="start").start()
game.until("action")
before = [game.player(p)["attack"] for p in range(2)]
game.pay("toll_gate").settle()
S = GAME.new()
GAME.setup(S, seed=1, rooms=1)
print(json.dumps({"attack": before, "hand": len(game.player(0)["hand"]), "coins": game.player(0)["coins"],
                  "last": IDS[-2:], "rooms": N_ROOM, "deck": GAME.to_json(S)["rooms"]["deck_size"],
                  "text": "Toll Gate" in GAME.text(game.S, player=0)}))
"""


def other_process(file: Path, *command: str) -> subprocess.CompletedProcess[str]:
    there = {**os.environ, "FS_ENV_ROOMS": str(file), "NUMBA_DISABLE_JIT": "1"}
    return subprocess.run([sys.executable, *command], env=there, capture_output=True, text=True, timeout=200)


def test_file__is_played_with(tmp_path: Path) -> None:
    """R20: with `FS_ENV_ROOMS` the rooms of the file come after all other cards, are shuffled in and do what they say."""
    file = tmp_path / "my_rooms.txt"
    file.write_text(GOOD, encoding="utf-8")
    done = other_process(file, "-c", PLAYED)
    assert done.returncode == 0, done.stderr
    rooms = len(cards_of("rooms")) + 2
    expected = {"attack": [0, 0], "hand": 2, "coins": 3, "last": ["quiet_room", "toll_gate"], "rooms": rooms}
    assert json.loads(done.stdout) == {**expected, "deck": rooms - 1, "text": True}


def test_file__with_a_mistake_stops_the_game(tmp_path: Path) -> None:
    """A game is not played without the rooms that were asked for: the import fails with the line of the mistake."""
    file = tmp_path / "my_rooms.txt"
    file.write_text("\nroom('a', 'A', gian(1))\n", encoding="utf-8")
    done = other_process(file, "-c", "import fs_env.core.four_souls.tables")
    assert done.returncode == 1 and "my_rooms.txt, line 2: unknown word 'gian'" in done.stderr


def test_command__checks_and_lists(tmp_path: Path) -> None:
    """`fs-env rooms check` prints the texts of a file or its first mistake; `list` names rooms, sources and what is left out."""
    file = tmp_path / "my_rooms.txt"
    file.write_text(GOOD, encoding="utf-8")
    main = ("-m", "fs_env.cli")
    checked = subprocess.run([sys.executable, *main, "rooms", "check", str(file)], capture_output=True, text=True)
    assert checked.returncode == 0 and "Quiet Room (quiet_room)" in checked.stdout and "2 rooms" in checked.stdout
    listed = other_process(file, *main, "rooms", "list").stdout
    assert "Toll Gate (toll_gate, custom)" in listed and "Beggar (beggar, medium)" in listed
    assert "Pitfall! (pitfall): only its name is known" in listed
    file.write_text("room(1)", encoding="utf-8")
    wrong = subprocess.run([sys.executable, *main, "rooms", "check", str(file)], capture_output=True, text=True)
    assert wrong.returncode == 2 and "line 1: room(1) has 1 values" in wrong.stderr
