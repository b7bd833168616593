"""Positions to draw, and what is in a drawing."""

from __future__ import annotations

import random
import re
from functools import cache
from html import unescape
from typing import Any, NamedTuple
from xml.etree import ElementTree

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.language.codes import Deck
from fs_env.core.four_souls.scenario import Placed, Play, Scenario, Seat
from fs_env.drawing import fonts
from fs_env.drawing.canvas import Canvas
from fs_env.registry.games import load_game

SVG = "{http://www.w3.org/2000/svg}"
FULL = 10  # cards in each hand and in play
TWELVE_ITEMS = {  # of Four Souls, with their names
    "the_d6": "The D6",
    "yum_heart": "Yum Heart",
    "incubus": "Incubus",
    "mystery_sack": "Mystery Sack",
    "golden_razor_blade": "Golden Razor Blade",
    "two_of_clubs": "Two of Clubs",
    "sleight_of_hand": "Sleight of Hand",
    "the_d100": "The D100",
    "moms_box": "Mom's Box",
    "pandoras_box": "Pandora's Box",
    "suicide_king": "Suicide King",
    "golden_horseshoe": "Golden Horseshoe",
}


class Shape(NamedTuple):
    """A rectangle or a line of text as it is drawn: left, top, right, bottom."""

    part: str
    sort: str
    text: str
    left: float
    top: float
    right: float
    bottom: float
    found: Any


def shapes(svg: str) -> list[Shape]:
    """Every rectangle and text of a drawing with the room it takes, measured from the document alone."""
    found: list[Shape] = []
    for part in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        if part.get("data-part"):
            _shapes(part, part.get("data-part", ""), 0.0, 0.0, found)
    return found


def _shapes(group: Any, part: str, left: float, top: float, found: list[Shape]) -> None:
    """Adds what is in a group, whose corner is given."""
    moved = re.search(r"translate\(([-\d.]+) ([-\d.]+)\)", group.get("transform", ""))
    left, top = (left + float(moved[1]), top + float(moved[2])) if moved else (left, top)
    for one in group:
        read = {name: float(one.get(name, 0)) for name in ("x", "y", "width", "height", "font-size")}
        x, y = left + read["x"], top + read["y"]
        if one.tag == f"{SVG}g":
            _shapes(one, part, left, top, found)
        elif one.tag == f"{SVG}rect":
            size = (x, y, x + read["width"], y + read["height"])
            found.append(Shape(part, "rect", "", *size, one))
        elif one.tag == f"{SVG}path" and "transform" not in one.attrib:
            xs, ys = _points(one.attrib["d"])
            size = (left + min(xs), top + min(ys), left + max(xs), top + max(ys))
            found.append(Shape(part, "path", "", *size, one))
        elif one.tag == f"{SVG}text":
            text = one.text or ""
            wide = fonts.width(text, read["font-size"], one.get("font-weight") == "700")
            x -= {"start": 0, "middle": wide / 2, "end": wide}[one.get("text-anchor", "start")]
            high, low = y - 0.73 * read["font-size"], y + 0.2 * read["font-size"]
            found.append(Shape(part, "text", text, x, high, x + wide, low, one))


def _points(d: str) -> tuple[list[float], list[float]]:
    """The coordinates of an outline of absolute steps."""
    xs: list[float] = []
    ys: list[float] = []
    for step, given in re.findall(r"([A-Z])([^A-Z]*)", d):
        values = [float(value) for value in given.split()]
        xs += values if step == "H" else [] if step == "V" else values[::2]
        ys += values if step == "V" else [] if step == "H" else values[1::2]
    return xs, ys


def words(canvas: Canvas, part: str = "") -> list[str]:
    """The texts of a drawing, or of one of its parts."""
    lines = [line for one in canvas.parts if part in ("", one.name) for line in one.lines]
    return [unescape(found) for line in lines for found in re.findall(r"<text[^>]*>(.*?)</text>", line)]


def changed(before: Canvas, after: Canvas) -> set[str]:
    """The names of the parts in which two drawings of one table differ."""
    assert [part.name for part in before.parts] == [part.name for part in after.parts]
    return {one.name for one, two in zip(before.parts, after.parts) if one != two}


def random_game(name: str, players: int, seed: int, decisions: int, **options: int) -> Any:
    """The game, and its state after so many random decisions."""
    game = load_game(name)
    S, draw = game.new(), random.Random(seed)
    game.setup(S, seed=seed, num_players=players, **options)
    for _ in range(decisions):
        if game.to_act(S) < 0:
            break
        game.step(S, draw.choice(sorted(game.legal(S).tolist())))
    return game, S


def turning_a_tile() -> Any:
    """Betrayal and a position of haunt 7 in which player 0, in the catacombs among monsters, turns a new tile."""
    from fs_env.core.betrayal.scenario import Play as Explorers

    table = Explorers(4).tile("Fountain", "north", of="Elfsong Tavern").tile("Ash Well", "south", of="Kitchen Basement")
    table.haunt(7, traitor=2).stand(0, "Kitchen Basement").stand(1, "Fountain").stand(3, "Fountain").token(
        "mold", "Fountain"
    )
    table.monster("Kitchen Basement").monster("Kitchen Basement", stunned=True).monster("Ash Well")
    table.give(0, "Pry Bar", "Eye of Vecna").lie("Long Sling", "Ash Well").stack("catacombs", "Gnawed Tunnel").start()
    return load_game("betrayal"), table.choose("go north").S


@cache
def full_table(players: int) -> Any:
    """A position of Four Souls with ten cards in each hand and ten items each, those with the longest names."""

    def longest(deck: Deck) -> list[str]:
        cards = [T.IDS[card] for card in range(T.N_CARDS) if T.C_DECK[card] == deck]
        return sorted(cards, key=lambda card: (-len(T.NAMES[T.CARD_ID[card]]), card))

    loot, treasures = longest(Deck.LOOT), longest(Deck.TREASURE)
    seats = [
        Seat(
            hand=loot[p::players][:FULL],
            items=[Placed(card, turned=k % 3 == 0) for k, card in enumerate(treasures[p::players][:FULL])],
            coins=99,
        )
        for p in range(players)
    ]
    return Scenario(players=seats, monsters=["fly", Placed("fatty", hp=2), "spider"]).start().S


def stacked() -> Play:
    """Three players; a bomb at player 1, answered twice, and a tower above."""
    game = Scenario(
        players=[
            Seat(hand=["bomb", "a_penny", "soul_heart"], items=[Placed("the_d6"), Placed("dinner")], coins=5),
            Seat(hand=["soul_heart", "gold_bomb"], hp=1),
            Seat(hand=["the_tower", "dice_shard"]),
        ],
        monsters=["fly", Placed("fatty", hp=2)],
        loot_deck=["three_cents"],
    ).start()
    game.play("bomb", 1).play("soul_heart", 1, by=1)
    return game.play("the_tower", by=2)


def view(game: Play, player: int | None = None) -> dict[str, Any]:
    """View of a seat as plain data, its own copy."""
    return GAME.to_json(game.S, player=player)
