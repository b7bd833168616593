"""Each fact of a view is drawn in its place and nowhere else."""

import copy
import random
import re

import pytest

from fs_env.core.four_souls.actions import ACTIONS
from fs_env.core.four_souls.game import GAME
from fs_env.drawing import draw, draw_view
from fs_env.drawing.four_souls.places import places_of
from fs_env.drawing.four_souls.table import situation
from fs_env.drawing.seats import Names
from fs_env.drawing.stage import read_stage
from tests.drawing.positions import changed, random_game, stacked, view, words


def set_of(path, value):
    """A mutation: sets what is at the path of keys."""

    def mutate(table):
        *way, last = path
        for key in way:
            table = table[key]
        assert table[last] != value, f"{path} is {value!r} already"
        table[last] = value

    return mutate


ITEM = {"card": "breakfast", "shows": None, "turned": False, "eternal": False, "counters": 0}
MUTATIONS = [
    (set_of(["players", 0, "hp"], 1), {"player-0"}, "1/3"),
    (set_of(["players", 1, "max_hp"], 5), {"player-1"}, "♡♡♡♡"),
    (set_of(["players", 2, "coins"], 44), {"player-2"}, "44¢"),
    (set_of(["players", 0, "attack"], 3), {"player-0"}, "3"),
    (set_of(["players", 0, "souls"], 2), {"player-0"}, "◆◆◇◇"),
    (set_of(["players", 0, "items", 1, "turned"], True), {"cards-0"}, "↷"),
    (set_of(["players", 0, "items", 1, "counters"], 7), {"cards-0"}, "7"),
    (set_of(["players", 0, "items", 1, "eternal"], True), {"cards-0"}, "∞"),
    (set_of(["players", 2, "items"], [ITEM]), {"cards-2"}, "Breakfast"),
    (set_of(["players", 2, "curses"], [{**ITEM, "card": "curse_of_pain"}]), {"cards-2"}, "Curse of Pain"),
    (set_of(["players", 2, "soul_cards"], [{"card": "mom", "value": 2}]), {"cards-2"}, "◆◆"),
    (set_of(["players", 1, "hand"], ["pills_red"]), {"cards-1"}, "Pills! (red)"),
    (set_of(["players", 1, "hand_size"], 9), {"player-1"}, "9"),
    (set_of(["players", 1, "turned"], False), {"cards-1"}, "Judas"),
    (set_of(["players", 1, "dead"], True), {"player-1"}, "dead"),
    (set_of(["players", 1, "locked"], True), {"player-1"}, "locked"),
    (set_of(["monsters", 1, "hp"], 3), {"monsters"}, "3/4"),
    (set_of(["monsters", 0, "attacked"], True), {"monsters"}, "attacked"),
    (set_of(["monsters", 0, "evasion"], 6), {"monsters"}, "6+"),
    (set_of(["monsters", 0, "counters"], 2), {"monsters"}, "2"),
    (set_of(["monsters", 0, "covered"], ["dip"]), {"monsters"}, "1 more below"),
    (set_of(["shop", 0], "the_d20"), {"shop"}, "The D20"),
    (set_of(["shop", 1], None), {"shop"}, "empty"),
    (set_of(["decks", "loot", "size"], 31), {"decks"}, "31"),
    (set_of(["decks", "monster", "discard"], ["dip"]), {"decks"}, "discard 1: Dip"),
    (set_of(["stack", 0, "targets"], [{"sort": "player", "player": 0}]), {"stack"}, "→ player_0"),
    (set_of(["stack", 2, "doubled"], True), {"stack"}, "doubled"),
    (set_of(["looked"], ["the_d100"]), {"notes", "stack"}, "The D100"),
    (set_of(["revealed"], ["the_d100"]), {"notes", "stack"}, "The D100"),
    (set_of(["turn"], 12), {"head"}, "turn 12 · action phase of player_0 · everything open ·"),
]


@pytest.mark.parametrize(("mutate", "parts", "word"), MUTATIONS)
def test_drawing__of_one_changed_fact(mutate, parts, word):
    """A fact changes its own part alone, where it can be read afterwards."""
    table = view(stacked())
    before = draw_view("four_souls", table)
    other = copy.deepcopy(table)
    mutate(other)
    after = draw_view("four_souls", other)
    assert changed(before, after) == parts
    told = [one for part in parts for one in words(after, part)]
    assert word in told or f" {word} " in f" {' '.join(told)} ", told


def test_drawing__of_another_who_decides():
    """Whose decision it is stands in the heading, and on that player's place alone."""
    game = stacked()
    before = draw_view("four_souls", view(game))
    asked = view(game)["decision"]["player"]
    assert before.title == f"player_{asked} has priority"
    assert [p for p in range(3) if "decides" in words(before, f"player-{p}")] == [asked]
    after = draw_view("four_souls", view(game.pass_()))
    then = view(game)["decision"]["player"]
    assert then != asked and "decides" in words(after, f"player-{then}")
    assert {"head", f"player-{asked}", f"player-{then}"} <= changed(before, after)


def test_stack__is_a_ladder_with_the_top_first():
    """Objects are numbered from the top with their players and targets."""
    told = words(draw_view("four_souls", view(stacked())), "stack")
    assert told[0] == "stack, top first: 3"
    assert [word for word in told if word.isdigit()][:3] == ["1", "2", "3"]  # behind them the amount of the emblem
    ladder = " ".join(word for word in told if not word.isdigit())
    tower, heart, bomb = (
        ladder.index(text)
        for text in (
            "player_2 plays XVI. The Tower",
            "player_1 plays Soul Heart → player_1",
            "player_0 plays Bomb! → player_1",
        )
    )
    assert tower < heart < bomb


def test_stack__shows_the_object_on_top_in_little_room():
    """A low panel of a page has the object on top, shortened if it must be, and a line for each of those below it that has room."""
    top, below = ["stack, top first: 3", "1"], ["2 player_1 plays Sou…", "3 player_0 plays Bo…"]
    for height, lines in ((60, ["player_2 plays…"]), (120, ["player_2 plays", "XVI. The Tower", *below])):
        stage = read_stage(f"800,600;stack,0,0,176,{height},1,1")
        assert words(draw_view("four_souls", view(stacked()), stage=stage), "stack") == top + lines


def test_notes__end_in_an_ellipsis_where_their_room_ends():
    """A note of two lines in a panel with room for one is shortened; with room it is whole."""
    table = view(stacked())
    table["obligations"] = [{"player": 0, "what": None, "or": {"sort": "player", "player": 1}}]
    lines = ["player_0 attacks a", "monster or player_1"]
    for height, shown in ((200, lines), (160, ["player_0 attacks a…"])):
        stage = read_stage(f"800,600;stack,0,0,176,{height},1,1")
        assert words(draw_view("four_souls", table, stage=stage), "notes") == ["obligatory attacks", *shown]


def test_known_cards__are_told_whole_in_a_low_panel():
    """Castles: who holds a card that the reader knows, and since which piece it may lie on the table, in the panel of a small window; who
    has no cards in hand holds none."""
    game, S = random_game("castles_of_caleira", 3, 4, 9)
    table = game.to_json(S, player=0)
    table["held"] = [{"card": "Wizard's Tower", "held_by": [1], "known_to": 0, "or_piece_from": 12}]
    names, stage = ["you", "Rosa", "Omar"], read_stage("800,600;notes,0,0,226,72,1,1")
    for cards, holder in ((1, "held by Rosa or "), (0, "")):
        table["players"][1]["hand_size"] = cards
        drawn = draw_view("castles_of_caleira", table, names, stage=stage)
        known = f"you know: Wizard's Tower is {holder}face down since piece 12"
        assert " ".join(words(drawn, "notes")) == f"known and chosen {known}"


def test_stack__shows_the_card_on_top():
    """Below the ladder lies the whole card of the uppermost object, with its text."""
    told = " ".join(words(draw_view("four_souls", view(stacked())), "stack"))
    assert "Roll: (1-2) deal 1 damage to each player; (3-4) deal 1 damage to each monster;" in told
    assert "Prevent 1 damage the next time" not in told


def test_stack__shows_the_die_of_a_roll():
    """A roll of 5 is a die with five pips, and one of 6 has six."""
    table = view(stacked())
    table["stack"][0] |= {"kind": "roll", "n": 5, "card": "the_d6"}
    five = draw_view("four_souls", table)
    table["stack"][0]["n"] = 6
    six = draw_view("four_souls", table)
    numbers = 3  # discs of the rail

    def discs(canvas):
        return sum("<circle" in line for part in canvas.parts if part.name == "stack" for line in part.lines)

    assert (discs(five), discs(six)) == (numbers + 5, numbers + 6)


@pytest.mark.parametrize("wide", [112, 130, 150])
def test_stack__shows_all_words_of_a_roll_in_a_narrow_panel(wide):
    """The die is below the words there, which get all of the width."""
    table = view(stacked())
    table["stack"] = [table["stack"][0] | {"kind": "roll", "n": 5, "card": "the_d6"}]
    drawn = draw_view("four_souls", table, stage=read_stage(f"800,600;stack,0,0,{wide},150,1,1"))
    assert " ".join(words(drawn, "stack")).endswith("1 player_2 rolls 5 for The D6")


def test_options__are_listed_for_the_one_who_chooses():
    """The options stand beside the stack for the seat that is asked and in the open view, for no other player."""
    game = stacked().settle()
    table = view(game)
    table["decision"] |= {"question": "may", "shape": "yes_no", "text": "player_0 may do it"}
    table["decision"]["options"] = [{"sort": "answer", "yes": True}, {"sort": "cents", "n": 3}]
    assert words(draw_view("four_souls", table), "notes")[:3] == ["to choose from", "yes", "3¢"]
    table["decision"]["options"] = None
    assert "to choose from" not in words(draw_view("four_souls", table))


def test_cards__that_lie_nowhere_are_drawn_where_they_can_be_chosen():
    """Cards of a deck that a seat chooses from have their faces among the notes and can be clicked there; others see none."""
    table = view(stacked().settle(), 0)
    ref = {"sort": "card", "shows": None, "zone": "deck", "player": None, "slot": None}
    table["decision"] |= {"question": "order", "options": [{**ref, "card": name} for name in ("the_d100", "dinner")]}
    for narrow in (False, True):
        canvas = draw_view("four_souls", table, marked=True, narrow=narrow)
        told = " ".join(words(canvas, "notes"))
        assert told.startswith("to choose from The D100") and "Dinner" in told and "You have +1 HP." in told
        marks = [line for part in canvas.parts for line in part.lines if 'data-place="aside:' in line]
        assert len(marks) == 2
        assert all(part.box.bottom < canvas.height for part in canvas.parts)
    tops = {part.name: part.box.y for part in canvas.parts}  # on a phone what the question is about comes first
    assert tops["head"] < tops["notes"] < tops["player-0"] < tops["monsters"]
    assert places_of(table, 0, ACTIONS["choose dinner"]) == ["aside:dinner"]


def test_names__stand_for_seats_everywhere():
    """With names no seat is called by its number."""
    told = words(draw_view("four_souls", view(stacked()), ["Ann", "Bob", "Cy"]))
    assert not [word for word in told if "player_" in word]
    assert "Bob has priority" in told or "Ann has priority" in told or "Cy has priority" in told
    assert "→ Bob" in told


def test_seats__lie_clockwise_from_the_reader():
    """The reader is below, alone and with the most room, the others above in the order of the turns, from left to right."""
    game, S = random_game("four_souls", 4, 1, 10)
    for reader in range(4):
        box = {part.name: part.box for part in draw(game, S, player=reader).parts}
        near, *others = (box[f"player-{(reader + k) % 4}"] for k in range(4))
        assert others[0].y == others[1].y == others[2].y < near.y and others[0].x < others[1].x < others[2].x
        assert near.x == others[0].x and near.w > 2 * others[0].w
        trays = [box[f"cards-{(reader + k) % 4}"] for k in range(4)]
        assert all(tray.h < trays[0].h for tray in trays[1:])


def test_seats__sit_two_by_two_where_everything_is_open():
    """Without a reader four players have equal places, the first below on the left, the others clockwise."""
    game, S = random_game("four_souls", 4, 1, 10)
    box = {part.name: part.box for part in draw(game, S).parts}
    near, left, right, last = (box[f"player-{k}"] for k in range(4))
    assert near.y == last.y > left.y == right.y and near.x == left.x < right.x == last.x
    assert len({(round(one.w), one.h) for one in (near, left, right, last)}) == 1


def test_end__says_who_won():
    """After the end the heading says how the game ended and the winner's place has the word."""
    table = view(stacked())
    table |= {"decision": None, "outcome": "won", "winners": [1]}
    canvas = draw_view("four_souls", table)
    assert canvas.title == "the game is over: player_1 won"
    assert "won" in words(canvas, "player-1") and "won" not in words(canvas, "player-0")


def test_castles__pieces_lie_in_their_castles():
    """A card that is played face up lies in its player's castle with its points, a face-down one has no name for others."""
    game, S = random_game("castles_of_caleira", 3, 1, 16)
    table = game.to_json(S, player=0)
    canvas = draw(game, S, player=0)
    for seat in range(3):
        told = words(canvas, f"cards-{seat}")
        lying = [p for p in table["pieces"] if p["owner"] == seat and p["place"] != "discarded"]
        numbers = [int(found[1]) for word in told if (found := re.match(r"#(\d+)", word))]
        assert lying and numbers == [p["piece"] for p in lying]
        for piece in lying:
            assert piece["card"] is None or " ".join(told).count(piece["card"].split()[0])
        told = " ".join(told).replace("Turn a castle piece face down", "")  # of Barracks
        assert len(re.findall(r"\bface down\b", told)) == sum(piece["place"] == "face down" for piece in lying)


def test_castles__three_battlements_face_up_count_three_each():
    """R40: the pieces of a castle show the points that they give, two Battlements face up none, three of them 9 together."""
    game, S = random_game("castles_of_caleira", 3, 1, 16)
    table = game.to_json(S)
    owner = table["pieces"][0]["owner"]
    table["players"][owner] |= {"hand": [], "hand_size": 0}
    for up, told in (
        (2, ["#1 · 0 points", "#2 · 0 points", "#3 · 1 point"]),
        (3, [f"#{k} · 3 points" for k in (1, 2, 3)]),
    ):
        table["pieces"] = [
            {**table["pieces"][0], "piece": k, "card": "Battlements", "place": f"face {'up' if k <= up else 'down'}"}
            for k in (1, 2, 3)
        ]
        drawn = words(draw_view("castles_of_caleira", table), f"cards-{owner}")
        assert [word for word in drawn if "point" in word and "each" not in word] == told


@pytest.mark.parametrize(
    ("path", "value", "parts"),
    [
        (["players", 1, "points"], 17, {"player-1"}),
        (["players", 2, "out"], True, {"player-2"}),
        (["deck_size"], 9, {"decks"}),
        (["discard"], ["Barracks"], {"decks"}),
        (["decision", "offer"], "Barracks", {"notes"}),
        (["turn"], 40, {"head"}),
    ],
)
def test_castles__of_one_changed_fact(path, value, parts):
    """A fact changes its own part alone."""
    game, S = random_game("castles_of_caleira", 3, 1, 16)
    table = game.to_json(S)
    before = draw_view("castles_of_caleira", table)
    set_of(path, value)(table)
    assert changed(before, draw_view("castles_of_caleira", table)) == parts


@pytest.mark.parametrize(("question", "first"), [("target", "player-1"), ("order", "decks"), ("play", "player-0")])
def test_castles__show_first_on_a_phone_what_is_asked_about(question, first):
    """Below the heading lie the castles of the others while a piece is chosen, the deck while it is put back, else the own cards."""
    game, S = random_game("castles_of_caleira", 3, 1, 16)
    table = game.to_json(S, player=0)
    table["decision"] |= {"player": 0, "question": question}
    parts = sorted(draw_view("castles_of_caleira", table, narrow=True).parts, key=lambda part: part.box.y)
    assert [part.name for part in parts[:2]] == ["head", first]


def test_draw__a_game_without_a_layout():
    """A game that no player made a layout for has all that its view holds written down, with names instead of seats."""
    from tests.core.machine.nim import GAME as NIM

    S = NIM.new()
    NIM.setup(S, seed=1)
    canvas = draw(NIM, S)
    assert words(canvas)[:3] == ["num players: 2", "turn: 0", "stones: 21"]
    assert "secret: -, 3" in words(draw_view("nim", {"secret": [None, 3]}, narrow=True))
    assert words(draw_view("nim", {"seats": [{"who": "player_1", "out": True}]}, ["Ann", "Bea"])) == [
        "seats 0 who: Bea",
        "seats 0 out: yes",
    ]


def test_draw__a_seat_that_is_not_there():
    """There is no fifth seat."""
    _, S = random_game("four_souls", 2, 1, 1)
    with pytest.raises(ValueError, match="seat"):
        draw(GAME, S, player=4)


def test_options__are_not_repeated_beside_the_question_of_a_page():
    """A page lists the choices of its reader beside the drawing; the drawing lists them for other readers, and where it asks itself."""
    S, found, draw_from = GAME.new(1), 0, random.Random(2)
    GAME.setup(S, seed=2, num_players=3)
    names = Names(["Ann", "Bob", "Cy"])
    page = Names(["Ann", "Bob", "Cy"], asks=False)
    while found < 5 and (seat := GAME.to_act(S)) >= 0:
        own, everything = GAME.to_json(S, player=seat), GAME.to_json(S)
        listed = "to choose from" in words(draw_view("four_souls", own, names))
        if listed and own["decision"]["question"] == "target":
            found += 1
            for narrow in (False, True):
                assert "to choose from" not in words(draw_view("four_souls", own, page, narrow=narrow))
            assert "to choose from" in words(draw_view("four_souls", everything, page))
        GAME.step(S, draw_from.choice(sorted(GAME.legal(S).tolist())))
    assert found == 5


def test_four_souls__whose_rights_are_left():
    """What is left to do is named as that of the active player for another reader, and is the reader's own otherwise."""
    game, S = random_game("four_souls", 3, 1, 40)
    active = game.to_json(S)["active_player"]
    for seat in (None, 0, 1, 2):
        words = situation(game.to_json(S, player=seat), False).rpartition(" · ")[2]
        assert words.startswith(f"player_{active}: ") == (seat not in (None, active)) and ("left" in words) == (
            seat in (None, active)
        )
