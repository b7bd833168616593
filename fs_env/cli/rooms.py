"""Lists the rooms of Four Souls, or checks a file with custom rooms."""

from __future__ import annotations

import argparse

ABOUT_FILE = 'a text file of calls such as room("quiet_room", "Quiet Room", when(turn_start(me), gain(2)))'


def describe(parser: argparse.ArgumentParser) -> None:
    what = parser.add_subparsers(title="what", dest="what", required=True, metavar="WHAT")
    what.add_parser("list", help="print the rooms in the game, custom ones included, and those left out")
    check = what.add_parser("check", help="read a file of rooms and print their rules text, or the first mistake")
    check.add_argument("file", metavar="FILE", help=ABOUT_FILE)


def run(args: argparse.Namespace) -> int:
    return check(args.file) if args.what == "check" else show()


def show() -> int:
    from fs_env.core.four_souls.cards import card_rows
    from fs_env.core.four_souls.cards.rooms import LEFT_OUT

    rooms = [row for row in card_rows() if row["deck"] == "room"]
    for row in rooms:
        print(f"{row['name']} ({row['id']}, {row['confidence'] or 'custom'})\n    {row['text']}")
    print(f"{len(rooms)} rooms. Known rooms without a program:")
    for card_id, (name, why) in LEFT_OUT.items():
        print(f"{name} ({card_id}): {why}")
    return 0


def check(file: str) -> int:
    from fs_env.core.four_souls.cards import cards_of, packages
    from fs_env.core.four_souls.cards.own_rooms import VARIABLE, read_rooms
    from fs_env.core.four_souls.language.english.cards import card_text

    taken = {card.id for name in packages() for card in cards_of(name)}
    rooms = read_rooms(file, taken)
    for room in rooms:
        print(f"{room.name} ({room.id})\n    {card_text(room)}")
    print(
        f"{file}: {len(rooms)} room{'' if len(rooms) == 1 else 's'}; to play with them set {VARIABLE}={file} and the option rooms"
    )
    return 0
