"""A card of your own: a room, written in the words of the cards, with its text made from it, and played.

python examples/own_room.py
"""

import os
import tempfile
from pathlib import Path

ROOMS = """
# A room is an id, a printed name, and what it does: paid, activated, when or static.
room("toll_gate", "Toll Gate", paid(coins(2), loot(1)))
room("quiet_room", "Quiet Room", when(turn_start(me), gain(2)))
"""
DECK = "in the files of the decks cards are written with the same words; see CONTRIBUTING.md, A card"


def texts(rooms: str) -> list[str]:
    """The rules text of each room; a mistake raises an error that names the line."""
    from fs_env.core.four_souls.cards.own_rooms import parse_rooms
    from fs_env.core.four_souls.language.english.cards import card_text

    return [f"{card.name}: {card_text(card)}" for card in parse_rooms(rooms, "rooms")]


def coins_after_a_turn_begins(room: str) -> int:
    """The cents of player 0, who has 3, once the first turn has begun in a room."""
    from fs_env.core.four_souls.scenario import Scenario, Seat

    game = Scenario(players=[Seat(coins=3), Seat()], phase="start", rooms=[room]).start()
    return int(game.settle().player(0)["coins"])


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "my_rooms.txt"
        file.write_text(ROOMS, encoding="utf-8")
        os.environ["FS_ENV_ROOMS"] = str(file)  # read when the cards are: set it before the game is imported
        os.environ["NUMBA_DISABLE_JIT"] = "1"  # plain Python: other cards would be compiled for a minute
        print("\n".join(texts(ROOMS)))
        print(f"in the Quiet Room a turn begins with {coins_after_a_turn_begins('quiet_room')} cents instead of 3")
        print(DECK)
