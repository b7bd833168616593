"""Betrayal as it is drawn: each fact in its place and nowhere else, nothing that a seat cannot know, the map as it lies."""

from __future__ import annotations

import copy
import random
import re
from html import unescape
from typing import Any

import numpy as np
import pytest

from fs_env.core.betrayal.actions import POWER
from fs_env.core.betrayal.scenario import Play
from fs_env.core.betrayal.tables import TILES
from fs_env.drawing import draw, draw_view, layout
from fs_env.drawing.betrayal.places import places_of
from fs_env.drawing.gallery import entry_at
from fs_env.drawing.seats import Names
from fs_env.drawing.stage import read_stage
from fs_env.registry.games import load_game
from tests.drawing.positions import changed, random_game, shapes, turning_a_tile, words


@pytest.fixture(scope="module")
def table():
    game, S = turning_a_tile()
    return game.to_json(S, player=0)


EVERYBODY = {f"player-{p}" for p in range(4)}  # those with cards have more room
MUTATIONS = [
    (("players", 1, "tile"), "Kitchen", {"player-1", "city"}, "player-1", "Avrixis Mizzrym · Kitchen"),
    (("players", 1, "cards"), ["Lead Bracers"], EVERYBODY, "player-1", "Lead Bracers"),
    (("players", 3, "events"), ["Future Sight"], EVERYBODY, "player-3", "Future Sight"),
    (("players", 3, "side"), "traitor", {"player-3"}, "player-3", "traitor"),
    (("players", 3, "cursed"), True, {"player-3"}, "player-3", "Vort Dormall · Fountain · next roll is 0"),
    (("players", 0, "moved"), 3, {"player-0"}, "player-0", "Torskar Stonecleaver · Kitchen Basement · moved 3"),
    (
        ("monsters", 2, "tile"),
        "Catacomb Landing",
        {"catacomb", "haunt"},
        "haunt",
        "Intellect Devourer 3: Catacomb Landing",
    ),
    (
        ("monsters", 0, "stunned"),
        True,
        {"catacomb", "haunt"},
        "haunt",
        "Intellect Devourer 1, 2: Kitchen Basement, stunned",
    ),
    (("marks",), [3, 1], {"haunt"}, "haunt", "Quest tokens: heroes 3 of 4, traitor 1."),
    # the pages of haunt 7 ask for tiles with an omen symbol, those of the other value do not
    (("pages",), ["what only this side knows"], {"catacomb", "haunt"}, "haunt", "what only this side knows"),
    (("decks", "streets"), 0, {"decks"}, "decks", "0 streets"),
    (("turn",), 7, {"head"}, "head", "turn 7 · turn of player_0"),
    (("tiles", 0, "tokens"), ["pit"], {"city"}, "city", "pit"),
    (("tiles", 0, "cards"), ["Maul"], {"city"}, "city", "Maul"),
    (("laying",), None, {"catacomb"}, "catacomb", "Ash Well"),
]


def case_name(value: Any) -> str:
    """A short text, the same in every process."""
    return str(sorted(value) if isinstance(value, set) else value)[:24]


@pytest.mark.parametrize(("path", "value", "parts", "where", "told"), MUTATIONS, ids=case_name)
def test_drawing__of_one_changed_fact(table, path, value, parts, where, told):
    """A fact changes its own parts alone, where it can be read afterwards."""
    other = copy.deepcopy(table)
    place = other
    for key in path[:-1]:
        place = place[key]
    assert place[path[-1]] != value
    place[path[-1]] = value
    before, after = draw_view("betrayal", table), draw_view("betrayal", other)
    assert changed(before, after) == parts
    assert told in words(after, where)


def test_tile__shows_everybody_who_stands_there(table):
    """Four adventurers and four monsters on one tile have their signs, each can be chosen; many more monsters are told by kind."""
    view = copy.deepcopy(table)
    for player in view["players"]:
        player["tile"] = "Kitchen Basement"
    for n, told in ((4, ["1", "2", "3", "4"]), (18, ["×9", "×9"])):
        view["monsters"] = [{**view["monsters"][0], "monster": k, "stunned": k > 9} for k in range(1, n + 1)]
        for narrow in (False, True):
            canvas = draw_view("betrayal", view, ["you", "Rosa", "Omar", "bot 2"], marked=True, narrow=narrow)
            signs = [word for word in words(canvas, "catacomb") if len(word) < 3]
            assert [sign for sign in signs if sign != "O"] == ["Y", "R", "2", *told]
            assert "O" in signs


@pytest.mark.parametrize("narrow", [False, True])
def test_adventurers__are_compared_at_the_first_choice(narrow):
    """R5: both sides of every card that is left have their traits and their power, and the same for whoever looks; of a card that was
    dealt only its sides are there. Afterwards the map is."""
    game, S = random_game("betrayal", 4, 9, 0)
    drawn = {}
    for chosen in ([], ["Azadeh Rashka"], ["Azadeh Rashka", "Aldan Pyrite"]):
        for name in chosen[-1:]:
            game.step(S, next(a for a in game.legal(S).tolist() if name in game.action_text(a)))
        canvas = draw(game, S, player=game.to_act(S), marked=True, narrow=narrow)
        (part,) = (part for part in canvas.parts if part.name == "adventurers")
        drawn[len(chosen)] = [
            unescape(name) for name in re.findall('data-place="adventurer:(.*?)"', " ".join(part.lines))
        ]
        assert all(
            words(draw(game, S, player=p, narrow=narrow), "adventurers") == words(canvas, "adventurers")
            for p in range(4)
        )
        assert {f"play {name}" for name in drawn[len(chosen)]} == {game.action_text(a) for a in game.legal(S).tolist()}
        told = " ".join(words(canvas, "adventurers"))
        assert "Tasha Brightbottle halfling rogue Might × 2 3 3 3 4 5 6 7 Speed × 3 4 5 6 6 6 7 7 Knowledge" in told
        assert "Cunning Action: opponents do not slow you down" in told
    assert [len(names) for names in drawn.values()] == [12, 10, 8]
    game, S = random_game("betrayal", 4, 9, 0)
    small = draw_view("betrayal", game.to_json(S, player=0), stage=read_stage("892,593;adventurers,0,0,892,593,1,1"))
    lowest = max(float(y) for y in re.findall(r'<text x="[\d.]+" y="([\d.]+)"', small.body()))
    assert 500 < lowest < 593, "the board of a window of 1280 x 650 pixels has room for twelve"
    game, S = random_game("betrayal", 4, 9, 0, adventurer_cards=1)
    canvas = draw(game, S, player=0, marked=True, narrow=narrow)
    assert sum('data-place="adventurer:' in line for part in canvas.parts for line in part.lines) == 2
    game, S = random_game("betrayal", 4, 9, 4)
    assert {"city", "catacomb"} <= {part.name for part in draw(game, S, narrow=narrow).parts} - {"adventurers"}


def test_haunt__counts_tokens_and_monsters_for_these_players():
    """R66: numbers that depend on the players are said as numbers; a haunt without quest tokens and rounds says nothing of them."""
    told = {}
    for number in (105, 101, 104):
        game = Play(3).haunt(number, traitor=1).start()
        told[number] = " ".join(words(draw(game.game, game.S, player=0), "haunt"))
    needed = int(Play(3).haunt(105, traitor=1).start().seen(0)["aims"]["needed"][0])
    assert f"Quest tokens: heroes 0 of {needed}." in told[105] and f"You win when {needed} quest tokens" in told[105]
    assert "Quest tokens" not in told[101] and "Rounds over: 1." in told[101]
    assert "as many as" not in " ".join(told.values()) and "players)" not in " ".join(told.values())
    assert told[101].count("The Collector") == 1
    assert all(
        re.match(r"(haunt \d+, [^.?!]+[?!]? )?(You|The heroes|The traitor) wins? when ", text) for text in told.values()
    )


def test_narrow__has_the_readers_traits_above_the_map_where_they_are_asked_about(table):
    """Which trait takes damage is asked above the map; a move is asked above the panel of the reader."""
    for question, above in (("split", True), ("turn", False)):
        view = {**table, "decision": {**table["decision"], "question": question, "player": 0}}
        tops = {part.name: part.box.y for part in draw_view("betrayal", view, narrow=True).parts}
        assert (tops["player-0"] < min(tops["city"], tops["catacomb"])) == above and tops["player-1"] > tops["city"]


def test_player__has_a_power_that_opens_the_card(table):
    """R88: the power of each adventurer stands by its name, the reader's can be used there, and its place has the adventurer's card."""
    for narrow in (False, True):
        canvas = draw_view("betrayal", table, marked=True, narrow=narrow)
        assert "Reckless Attack" in words(canvas, "player-0") and "Hunter's Mark" in words(canvas, "player-1")
        assert any(
            'data-place="power:0" data-card="Torskar Stonecleaver"' in line
            for part in canvas.parts
            for line in part.lines
        )
    assert "Reckless Attack: before you roll" in entry_at("betrayal", "power:0", "Torskar Stonecleaver").label
    assert places_of(table, 0, POWER) == ["power:0"]


def test_names__have_a_sign_for_each_seat():
    """Signs are the last digit or a letter of the name, and no two seats have the same one."""
    names = Names(["player 1", "heuristic", "heuristic 2", "Hanna", "H", ""])
    assert [names.sign(seat) for seat in range(6)] == ["1", "H", "2", "A", "4", "5"]
    assert [Names(None).sign(seat) for seat in range(3)] == ["0", "1", "2"]


def test_tile__shows_what_is_drawn_there_while_it_matters(table):
    """R31: the letter of a symbol stands on a tile in its turn of discovery, and on others where a page asks for such tiles."""
    view = copy.deepcopy(table)
    well = next(tile for tile in view["tiles"] if tile["tile"] == "Ash Well")
    for new, pages, shown in ((True, [], True), (False, [], False), (False, ["on a tile with an omen symbol"], True)):
        well["new"], view["pages"] = new, pages
        assert ("O" in words(draw_view("betrayal", view), "catacomb")) == shown


def test_drawing__before_the_haunt():
    """Omens are counted, and the next haunt roll is said in dice, eight at most (R59, A6)."""
    game = Play(3).table(omens=4).start()
    told = " ".join(words(draw(game.game, game.S), "haunt"))
    assert "4 of 13 omens" in told and "roll of 5 dice" in told
    assert "traitor" not in words(draw(game.game, game.S))


def test_map__lies_as_it_was_built():
    """The Fountain to the north of the Tavern is drawn right above it, the Inner Chamber to its left; doors that meet touch."""
    game = Play(3).tile("Fountain", "north", of="Elfsong Tavern").start()
    found = shapes(draw(game.game, game.S).svg("light"))
    cells = [one for one in found if one.part == "city" and one.sort == "rect" and 60 < one.right - one.left < 200]
    named = {}
    for cell in cells:
        inside = [
            one.text
            for one in found
            if one.part == "city" and one.sort == "text" and cell.left < one.left and one.right < cell.right
            and cell.top < one.top < cell.bottom
        ]  # fmt: skip
        named[" ".join(inside)] = cell
    fountain, tavern, chamber = (
        next(cell for words, cell in named.items() if words.startswith(name))
        for name in ("Fountain", "Elfsong", "Inner")
    )
    assert fountain.left == pytest.approx(tavern.left, abs=0.2) and 0 < tavern.top - fountain.bottom < 5
    assert chamber.top == pytest.approx(tavern.top, abs=0.2) and 0 < tavern.left - chamber.right < 5


def test_ghost__lies_where_an_unexplored_door_leads():
    """R27: at each turn of a game, on maps of any size, every way on has its place; one that is unexplored has an empty one right
    beside the reader's tile, and there are no others."""
    pick, found, cropped = random.Random(1), 0, 0
    game, S = random_game("betrayal", 3, 1, 0)
    for _ in range(260):
        seat, legal = game.to_act(S), sorted(game.legal(S).tolist())
        view = game.to_json(S, player=seat)
        if view["decision"]["question"] == "turn":
            canvas = draw_view("betrayal", view, marked=True, narrow=True)
            lines = [line for part in canvas.parts if part.name in ("city", "catacomb") for line in part.lines]
            cropped += any("all below" in line for line in lines)
            ways = [places_of(view, seat, action) for action in legal if game.action_text(action).startswith("go ")]
            for (place,) in ways:
                assert any(f'data-place="{place}"' in unescape(line) for line in lines), place
            ghosts = [line for line in lines if 'data-place="door:' in line]
            asked = [place for (place,) in ways if place.startswith("door:")]
            assert len(asked) == len(set(asked)) <= len(ghosts) <= 4
            found += len(asked)
        game.step(S, pick.choice(legal))
    assert found > 40 and cropped > 5
    tavern = Play(3).start()  # all stand in the Elfsong Tavern, whose doors to the north, east and south are unexplored
    city = [one for one in shapes(draw(tavern.game, tavern.S, player=0).svg("light")) if one.part == "city"]
    north, east, south = sorted((one for one in city if one.found.get("stroke-dasharray")), key=lambda one: one.top)
    name = next(one for one in city if one.text.startswith("Elfsong"))
    assert north.bottom < name.top < south.top and north.left < name.left < name.right < north.right < east.left
    assert north.left == south.left and north.bottom <= east.top and east.bottom <= south.top


def test_turning__is_marked_where_it_will_lie(table):
    """A tile that is being turned has its place on the map, and no other drawing has one."""
    marked = draw_view("betrayal", table, marked=True)
    (level,) = (part for part in marked.parts if part.name == "catacomb")
    assert any('data-place="tile:Gnawed Tunnel"' in line for line in level.lines)
    assert sum('stroke-dasharray="5 3"' in line for line in level.lines) == 1
    plain = draw_view("betrayal", {**table, "laying": None}, marked=True)
    assert not any("Gnawed" in line for part in plain.parts if part.name == "catacomb" for line in part.lines)


@pytest.mark.parametrize("size", [60, 71, 110])
def test_tiles__have_their_whole_name(table, size):
    """Each tile has its name in full at the smallest size and above: with a symbol, with a figure, and while it is turned; also where
    tiles are upright or flat."""
    tiles = [
        {"tile": row.name, "level": "city", "x": k % 8, "y": k // 8, "tokens": [], "cards": [], "new": True}
        | {"doors": dict.fromkeys(("north", "south", "west", "east"), "street")}
        for k, row in enumerate(TILES)
    ]
    crowd = [{**table["monsters"][0], "monster": 1, "tile": tile["tile"]} for tile in tiles]
    below = [tile for tile in table["tiles"] if tile["level"] == "catacomb"]
    views = [{"tiles": below + tiles, "monsters": monsters, "laying": None} for monsters in ([], crowd)]
    views += [{"tiles": below, "monsters": [], "laying": tile} for tile in tiles]
    for wide, high in ((size, size), (size - 16, size + 24), (size + 32, size - 16)):
        stage = read_stage(f"980,860;city,0,0,960,840,{wide},{high}")
        found: dict[str, list[bool]] = {tile["tile"]: [] for tile in tiles}
        for view in views:
            body = draw_view("betrayal", table | view, stage=stage).body()
            for name, group in re.findall(r'data-card="([^"]*)">\n(.*?)(?=<g data-place="tile|$)', body, re.DOTALL):
                letters = re.sub(r"[ \n-]|<[^>]*>", "", group)
                found[unescape(name)].append(unescape(name).replace(" ", "") in unescape(letters))
        assert len(found) == 47 and {name for name, named in found.items() if named != [True] * 3} == set()


def test_tiles__keep_a_shortened_name_at_the_least_size(table):
    """On tiles of 39 x 34, the smallest of a page, the name is shortened, also below it figures or a token lie."""
    stage = read_stage("980,860;city,0,0,960,840,39,34")
    tiles = [
        {"tile": row.name, "level": "city", "x": k % 8, "y": k // 8, "tokens": ["mold"], "cards": [], "new": False}
        | {"doors": dict.fromkeys(("north", "south"), "street")}
        for k, row in enumerate(TILES)
    ]
    below = [tile for tile in table["tiles"] if tile["level"] == "catacomb"]
    for n in range(5):
        monsters = [
            {**table["monsters"][0], "monster": k + 1, "tile": tile["tile"]} for tile in tiles for k in range(n)
        ]
        view = table | {"tiles": below + tiles, "monsters": monsters, "laying": None}
        drawn = shapes(draw_view("betrayal", view, stage=stage).svg())
        texts = [
            one for one in drawn if one.part == "city" and one.text[:1].isalpha() and not one.text.startswith("the")
        ]
        for tile in tiles:
            left, top = tile["x"] * 39 + 1.5, tile["y"] * 34 + 1.5
            inside = [
                one for one in texts if left < (one.left + one.right) / 2 < left + 36 and top < one.top < top + 31
            ]
            name = unescape(inside[0].text).rstrip("…")
            assert len(name) > 2 and tile["tile"].startswith(name), (n, tile["tile"], name)
            assert all(one.left >= left and one.right <= left + 36 and one.bottom <= top + 31 for one in inside)
    lone = [{**table["monsters"][0], "monster": 7, "tile": "Echo Gallery"}]
    view = table | {"tiles": below + [tile | {"tokens": []} for tile in tiles], "monsters": lone, "laying": None}
    drawn = shapes(draw_view("betrayal", view, stage=read_stage("980,860;city,0,0,960,840,66,36")).svg())
    last, figure = (next(one for one in drawn if one.text == text) for text in ("Gallery", "7"))
    assert last.right < figure.left and abs(last.bottom - figure.bottom) < 4  # the end of a name is beside a figure


def test_monsters__are_explained_above_their_level(table):
    """The numbers of the black squares on tiles belong to monsters, whose kinds are listed above each level that has some."""
    stage = read_stage("900,600;city,0,0,440,590,60,60;catacomb,450,0,440,590,60,60")
    for drawn in (draw_view("betrayal", table, narrow=True), draw_view("betrayal", table, stage=stage)):
        assert "the catacomb ■ Intellect Devourer 1, 2, 3" in words(drawn, "catacomb")
        assert "the city" in words(drawn, "city")
    more = [{**table["monsters"][0], "monster": k} for k in (1, 2, 3, 4, 6)]
    low = read_stage("900,600;catacomb,0,0,176,590,40,60")
    headings = [words(draw_view("betrayal", table | {"monsters": more}, stage=one), "catacomb") for one in (stage, low)]
    assert "the catacomb ■ Intellect Devourer 1–4, 6" in headings[0] and "the catacomb" in headings[1]


@pytest.mark.parametrize("narrow", [False, True])
def test_secrets__a_hidden_traitor_is_not_drawn(narrow):
    """R75: for others the picture is the same whoever the traitor is; the open one differs, and so does the traitor's own."""
    game = load_game("betrayal")
    truth = Play(4, turn=1).haunt(103, traitor=2).start().S
    sampled = game.clone(truth)
    for seed in range(50):
        game.resample(sampled, 0, 0, seed)
        if sampled.view(np.ndarray)["traitor"][0] != 2:
            break
    pictures = [[draw(game, S, player=p, narrow=narrow).svg() for p in (0, None, 2)] for S in (truth, sampled)]
    assert pictures[0][0] == pictures[1][0]
    assert pictures[0][1] != pictures[1][1] and pictures[0][2] != pictures[1][2]


def test_secrets__each_side_reads_its_own_page():
    """R63: the objectives of the other side are in no part of a seat's picture; where they have no room, the page has all lines."""
    game = load_game("betrayal")
    S = Play(3).haunt(105, traitor=1).start().S
    low = read_stage("800,600;haunt,0,0,300,90,1,1")
    cut = [draw_view("betrayal", game.to_json(S, player=p), stage=low).body() for p in (0, 1, None)]
    for told in [" ".join(words(draw(game, S, player=p))) for p in (0, 1, None)], cut:
        assert "copy a page" in told[0] and "burn a page" not in told[0]
        assert "burn a page" in told[1] and "copy a page" not in told[1]
        assert "copy a page" in told[2] and "burn a page" in told[2]
    assert all("lines more</text>" in body for body in cut)


@pytest.mark.parametrize(("narrow", "seed"), [(False, 7), (True, 83)])
def test_map__that_is_large_is_drawn_in_part_above_a_plan(narrow, seed):
    """Of a city that has not enough room the tiles round the reader are drawn with letters that can be read; every tile, and that
    which is turned, can be chosen once, there or on the plan, and every player who is alive stands on both levels together."""
    game, S = random_game("betrayal", 3, seed, 200)
    view = game.to_json(S, player=0)
    drawn = draw_view("betrayal", view, marked=True, narrow=narrow)
    lines = [line for part in drawn.parts if part.name in ("city", "catacomb") for line in part.lines]
    assert any("all below" in line for line in lines)
    tiles = [unescape(found) for line in lines for found in re.findall(r'data-place="tile:(.*?)"', line)]
    assert sorted(tiles) == sorted(tile["tile"] for tile in [*view["tiles"], *filter(None, [view["laying"]])])
    assert any('data-place="player:0"' in line for line in lines), "the reader's figure is on the large part"
    assert sum(line.startswith("<circle") for line in lines) >= sum(player["alive"] for player in view["players"])


def test_players__that_are_stored_are_those_of_a_fresh_drawing() -> None:
    """A panel is drawn once for equal contents: turns, questions, wins and readers that change are seen in it all the same."""
    game, S = random_game("betrayal", 3, 7, 40)
    view = game.to_json(S, player=0)
    decision = view["decision"]
    changes: list[dict[str, Any]] = [
        {},
        {"turn_player": 1},
        {"turn_player": 2},
        {"reader": 1},
        {"winners": [1]},
        {"winners": [0, 2]},
    ]
    changes += [{"decision": {**decision, "player": seat}} for seat in (None, 0, 1, 2)]

    cases = [(view | change, names) for change in changes for names in (None, ["Xu", "Yi", "Zo"])]
    stored = [draw_view("betrayal", table, names).svg() for table, names in cases]
    for (table, names), found in zip(cases, stored, strict=True):
        layout._drawn.clear()
        assert draw_view("betrayal", table, names).svg() == found
