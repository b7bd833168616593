"""Words for a position: what a reader sees, what stays hidden, and that every position has words."""

import json
import random
from itertools import islice

import pytest

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.language.codes import NONE, Lasting, Ref, Until
from fs_env.core.four_souls.state import PLAYERS, Frame, Obj, ObjectFlag, Outcome, Phase, Question, Shape, Zone
from fs_env.core.four_souls.text import decision_text, text, to_json
from fs_env.core.four_souls.view import words
from fs_env.core.four_souls.view.screen import WIDTH

SEATS = (2, 3, 4)
DECISIONS = 720  # of a random game that are looked at
TEXT_EVERY = 13  # positions between two looks at the long forms

FIRST_SCREEN = """\
turn 0 | setup | decision 0 | seen by player_1

player_0  Samson (sideways)  ♥♥ 2/2  attack 1  3¢  souls 0
  hand    3 hidden
  items   Blood Lust (eternal)

player_1  Eden (sideways)  ♥♥ 2/2  attack 1  3¢  souls 0 [active]
  hand    3: A Nickel!, Dice Shard, XIX. The Sun
  turn    loot plays 0 of 1, attacks 0 of 1, purchases 0 of 1 at 10¢

monsters
  1       Pestilence  ♥♥♥♥ 4/4  evasion 4  attack 1
  2       Pride  ♥♥ 2/2  evasion 4  attack 1

shop      The Dead Cat, Starter Deck
bonus     Soul of Gluttony, Soul of Greed, Soul of Guppy
loot      98 in the deck, 0 discarded
treasure  103 in the deck, 0 discarded; known, counted from the top: 1. Book of Sin, 2. Mr. Boom, 3. Crystal Ball
monster   105 in the deck, 0 discarded; known, counted from the top: 104. Gold Chest, 105. Chest (the last)
looked    top first: Book of Sin, Mr. Boom, Crystal Ball

decision  player_1 chooses a treasure to begin with
  1       Book of Sin
  2       Mr. Boom
  3       Crystal Ball"""


def walk(num_players, seed, decisions=DECISIONS):
    """The positions of a random game, the final one included if it is reached."""
    draw = random.Random(seed)
    S = GAME.new()
    GAME.setup(S, seed=seed, num_players=num_players)
    for _ in range(decisions):
        yield S
        if GAME.to_act(S) < 0:
            return
        GAME.step(S, draw.choice(sorted(GAME.legal(S).tolist())))


@pytest.fixture
def table():
    S = GAME.new()
    GAME.setup(S, seed=557, num_players=2)
    return S


def instance(card):
    return int(T.C_INST0[T.CARD_ID[card]])


def put(S, kind, **fields):
    row = S[0]["objects"][0]
    for name in ("src", "it", "slot", "mode", "ability", "card"):
        row[name] = NONE
    row["reg"] = NONE
    row["kind"], row["uid"], row["controller"] = kind, 1, 0
    for name, value in fields.items():
        row[name] = value
    S["stack"][0, 0] = 0
    S["n_stack"] = 1


def stack_line(S):
    return words.stack_object(to_json(S, None)["stack"][0])


def test_text__first_screen_of_a_seat():
    """A seat sees its own hand and what it looks at, of the others only how much they hold."""
    S = GAME.new()
    GAME.setup(S, seed=557, num_players=2)
    assert text(S[0], 1) == FIRST_SCREEN


def test_text__first_screen_of_everything(table):
    """Without a seat all hands are open and the next cards of the decks are told."""
    lines = text(table[0], None).splitlines()
    assert lines[0] == "turn 0 | setup | decision 0 | everything open"
    assert "  hand    3: 4 Cents!, Gold Bomb!!, I. The Magician" in lines
    assert "  hand    3: A Nickel!, Dice Shard, XIX. The Sun" in lines
    assert (
        "loot      98 in the deck, 0 discarded; next: 3 Cents!, 4 Cents!, 3 Cents!, X. Wheel of Fortune, XV. The Devil"
        in lines
    )


@pytest.mark.parametrize("num_players", SEATS)
def test_text__every_position_has_words(num_players):
    """At every decision of random games there are a sentence, lines that fit a terminal and data that JSON can hold."""
    keys = None
    for i, S in enumerate(walk(num_players, seed=num_players)):
        asked = GAME.to_act(S)
        sentence = decision_text(S[0])
        assert sentence.startswith(f"player_{asked} " if asked >= 0 else "the game is over: ")
        if i % TEXT_EVERY:
            continue
        for player in (None, *range(num_players)):
            lines = text(S[0], player).splitlines()
            assert max(map(len, lines)) <= WIDTH
            assert all(line == line.rstrip() for line in lines)
            data = to_json(S[0], player)
            assert json.loads(json.dumps(data)) == data
            assert [seat["character"] for seat in data["players"]] == list(GAME.characters(S))
            keys = keys or list(data)
            assert list(data) == keys


@pytest.mark.parametrize("num_players", SEATS)
def test_text__hidden_cards_do_not_show(num_players):
    """Another deal of what a seat cannot know leaves its text, its data and the decision's sentence equal (A45)."""
    for i, S in enumerate(walk(num_players, seed=10 + num_players)):
        if i % TEXT_EVERY:
            continue
        for player in range(num_players):
            sampled = GAME.clone(S)
            GAME.resample(sampled, player, 0, 1)
            assert to_json(sampled[0], player) == to_json(S[0], player), decision_text(S[0])
            assert text(sampled[0], player) == text(S[0], player), decision_text(S[0])
            assert decision_text(sampled[0]) == decision_text(S[0])


def test_to_json__names_only_what_a_seat_has_seen():
    """Hands and decks name a card exactly where the seat holds it or its `seen` bit is set (A45)."""
    named = 0
    for S in islice(walk(3, seed=5, decisions=1500), 0, None, TEXT_EVERY):
        s = S[0]
        data = to_json(s, 1)
        for p in range(3):
            hand = s["hand"][p][: s["n_hand"][p]].tolist()
            known = [T.IDS[T.INST_CARD[i]] for i in hand if p == 1 or s["seen"][i] >> 1 & 1]
            assert data["players"][p]["hand"] == sorted(known)
            named += len(known) if p != 1 else 0
        for d, deck in enumerate(("loot", "treasure", "monster")):
            cards = s["deck"][d][: s["n_deck"][d]].tolist()[::-1]
            places = [place for place, i in enumerate(cards, 1) if s["seen"][i] >> 1 & 1]
            assert [entry["place"] for entry in data["decks"][deck]["known"]] == places
            named += len(places)
        if GAME.to_act(S) != 1 and data["decision"]:
            assert data["decision"]["options"] is None
    assert named > 0


def test_to_json__everything_holds_the_decks_in_order(table):
    s = table[0]
    known = to_json(s, None)["decks"]["loot"]["known"]
    order = s["deck"][0][: s["n_deck"][0]].tolist()[::-1]
    assert [entry["card"] for entry in known] == [T.IDS[T.INST_CARD[i]] for i in order]
    assert "rng" not in json.dumps(to_json(s, None))


def test_characters__all_play_eden(table):
    """R21.8: the cards of the other seats are those of other characters, which show Eden's text."""
    assert len({*GAME.characters(table)} & {T.IDS[card] for card in T.CHARACTERS}) == 2
    GAME.setup(table, seed=557, num_players=3, eden_only=1)
    assert GAME.characters(table) == ("eden",) * 3


@pytest.mark.parametrize("player", [-1, 2, 4])
def test_to_json__an_unknown_seat_is_refused(table, player):
    with pytest.raises(ValueError, match=rf"player {player}: expected a seat 0\.\.1"):
        to_json(table[0], player)


def test_decision_text__priority_tells_the_window(table):
    """Priority: who, in which phase of whom, and how much lies on the stack (R4.2)."""
    table["asked"], table["question"], table["shape"] = 1, Question.PRIORITY, Shape.PRIORITY
    table["phase"], table["active_player"], table["n_stack"] = Phase.ACTION, 0, 2
    assert decision_text(table[0]) == "player_1 has priority (action phase of player_0, stack: 2 objects)"
    table["n_stack"], table["asked"] = 0, 0
    table["forced"] = 1
    assert (
        decision_text(table[0]) == "player_0 has priority and must attack (action phase of player_0, stack: 0 objects)"
    )


def test_decision_text__target_names_the_card(table):
    """A target: who chooses it for which card (R5.2); a second question between equal names says so."""
    table["asked"], table["question"], table["shape"], table["asking_card"] = (
        0,
        Question.TARGET,
        Shape.REFS,
        instance("bomb"),
    )
    assert decision_text(table[0]) == "player_0 chooses a target for Bomb!"
    table["shape"] = Shape.OPTION
    assert decision_text(table[0]) == "player_0 chooses a target for Bomb! (which of several equal ones)"


@pytest.mark.parametrize("ask", [ask for ask in Question if ask != Question.NOTHING])
def test_decision_text__every_question_has_words(table, ask):
    """Each sort of question makes a sentence, with and without a card that asks."""
    table["asked"], table["question"], table["shape"] = 1, ask, Shape.REFS
    for card in (NONE, instance("bomb")):
        table["asking_card"] = card
        assert decision_text(table[0]).startswith("player_1 ")


@pytest.mark.parametrize(
    ("outcome", "winners", "sentence"),
    [
        (Outcome.WON, 0b10, "the game is over: player_1 won"),
        (Outcome.WON, 0b11, "the game is over: player_0 and player_1 won"),
        (Outcome.DRAWN, 0, "the game is over: drawn"),
        (Outcome.TRUNCATED, 0, "the game is over: the decision limit was reached"),
    ],
)
def test_decision_text__end(table, outcome, winners, sentence):
    """A game that is over says how it ended (R18.1, ER-51)."""
    table["asked"], table["outcome"], table["winners"] = NONE, outcome, winners
    assert decision_text(table[0]) == sentence
    assert text(table[0], 0).splitlines()[-1] == f"end       {sentence}"


@pytest.mark.parametrize(
    ("kind", "fields", "line"),
    [
        (Obj.LOOT, {"src": "bomb", "reg": [1, NONE, NONE, NONE]}, "player_0: Bomb! (loot card) -> player_1"),
        (Obj.ACTIVATED, {"src": "the_d6", "mode": 1}, "player_0: The D6 (activated), mode b"),
        (
            Obj.EVENT,
            {"src": "curse_of_pain", "reg": [1, NONE, NONE, NONE]},
            "player_0: Curse of Pain (curse) -> player_1",
        ),
        (Obj.LOOT_STEP, {"n": 1}, "player_0 loots 1"),
        (Obj.ROLL, {"src": "the_d6", "n": 4}, "player_0 rolls 4 for The D6"),
        (Obj.ROLL, {"src": "lust", "n": 2, "flags": ObjectFlag.ATTACK_ROLL}, "player_0 rolls 2 to attack Lust"),
        (Obj.BRANCH, {"src": "chest_1", "roll": 2}, "player_0: Chest (result, roll 2)"),
        (Obj.PURCHASE, {"it": Ref.DECK + 1}, "player_0 buys the top of the treasure deck"),
        (Obj.ATTACK, {"it": Ref.DECK + 2}, "player_0 attacks the top of the monster deck"),
        (
            Obj.COMBAT,
            {"src": "lust", "it": 0, "n": 2, "roll": 1},
            "player_0 misses with 1: 2 combat damage to player_0",
        ),
        (Obj.MONSTER_DEATH, {"src": "lust"}, "death of Lust"),
        (Obj.MONSTER_CARD, {"src": "lust"}, "the card of Lust leaves its slot"),
        (Obj.REWARD, {"src": "lust"}, "player_0: rewards of Lust"),
        (Obj.PLAYER_DEATH, {"it": 1}, "death of player_1"),
        (Obj.PENALTY, {"it": 1}, "death penalty of player_1"),
        (Obj.REFILL, {"n": 1, "slot": 0}, "refill of shop slot 1"),
        (Obj.HELD_DAMAGE, {"it": 1, "n": 2, "src": "the_d6"}, "2 damage to player_1, held back by The D6"),
        (Obj.ROLL_BONUS, {"n": -1, "src": "the_d6"}, "-1 to the roll of player_0 (The D6)"),
        (Obj.HELD_GAIN, {"it": 1, "n": 4, "src": "the_d6"}, "player_1 gains 4¢, held back by The D6"),
    ],
)
def test_text__stack_objects(table, kind, fields, line):
    """A stack object tells its source, kind, controller, mode, targets and numbers (R3.2)."""
    put(table, kind, **{name: instance(value) if isinstance(value, str) else value for name, value in fields.items()})
    assert stack_line(table) == line


def test_text__a_mode_is_told_in_words(table):
    """A chosen mode is given with what it does, from the card's own text (R5.2)."""
    card = T.CARD_ID["flush"]
    put(table, Obj.ACTIVATED, src=instance("flush"), ability=T.C_AB0[card], mode=1)
    assert stack_line(table).startswith("player_0: Flush! (activated), mode b: put each shop item on the bottom")


def test_text__every_kind_of_object_has_words(table):
    for kind in Obj:
        put(table, kind, src=instance("lust"), it=0, slot=0, n=1)
        assert stack_line(table)


def test_text__every_lasting_effect_has_words(table):
    """Each kind of lasting effect is told; one says whom it concerns and where it comes from."""
    entry = table["lasting"][0, :1]
    for kind in Lasting:
        if kind == Lasting.NOTHING:
            continue
        entry["kind"], entry["until"], entry["who"], entry["n"] = kind, Until.END_OF_TURN, 1, 1
        entry["ability"], entry["src"] = NONE, instance("soul_heart")
        [found] = to_json(table[0], 0)["lasting"]
        assert words.lasting(found).startswith("Soul Heart: ")
    entry["kind"] = Lasting.SHIELD
    assert "lasting   Soul Heart: the next damage to player_1 is prevented by 1" in text(table[0], 0).splitlines()


def test_text__items_tell_their_state(table):
    """A sideways item, counters and a copied text are marked (R2.3, R22)."""
    item = instance("blood_lust")  # Samson's own
    table["turned"][0, item], table["counters"][0, item] = 1, 2
    table["face"][0, item] = T.CARD_ID["the_d6"]
    assert "  items   Blood Lust as The D6 (sideways, 2 counters, eternal)" in text(table[0], 0).splitlines()
    [shown] = to_json(table[0], 0)["players"][0]["items"]
    assert shown == {
        "card": "blood_lust",
        "shows": "the_d6",
        "turned": True,
        "eternal": True,
        "counters": 2,
        "this_turn_only": False,
    }


def test_text__monsters_tell_their_state(table):
    """An attacked monster is marked; its evasion is told as a number of the die, covered monsters by name (R15.6)."""
    top, below = int(table["slot"][0, 1]), int(table["slot"][0, 0])
    table["under"][0, top], table["attacking"], table["attacked"] = below, 1, top
    table["hp"][0, PLAYERS + 1], table["evasion"][0, PLAYERS + 1] = 1, 8
    line = "  2       Pride  ♥♡ 1/2  evasion 6  attack 1 [attacked, covers 1: Pestilence]"
    lines = text(table[0], 0).splitlines()
    assert line in lines
    assert lines[0].startswith("turn 0 | setup | attack on Pride | ")


def test_text__a_known_card_of_another_hand_is_named(table):
    """A card that a seat saw in another hand is named, the others are counted (A45)."""
    card = int(table["hand"][0, 0, 0])
    table["seen"][0, card] |= 0b10
    assert f"  hand    3: {T.NAMES[T.INST_CARD[card]]}, 2 hidden" in text(table[0], 1).splitlines()


def test_text__a_hidden_target_is_not_named(table):
    hidden = int(table["deck"][0, 0, 0])
    put(table, Obj.ACTIVATED, src=instance("the_d6"), reg=[Ref.CARD + hidden, NONE, NONE, NONE])
    assert words.stack_object(to_json(table[0], 0)["stack"][0]) == "player_0: The D6 (activated) -> a hidden card"


def test_text__the_card_to_be_played_is_for_its_player(table):
    """Which loot card a player is about to play stays with that player until it is announced (ER-09)."""
    table["asked"], table["question"], table["shape"] = 0, Question.LOOT_SOURCE, Shape.YES_NO
    table["asking_card"], table["n_options"], table["n_frames"] = int(table["character"][0, 0]), 0, 1
    frame = table["frames"][0, :1]
    frame["kind"], frame["object"], frame["cursor"] = Frame.LOOT_SOURCE, NONE, T.CARD_ID["bomb"]
    assert "decision  player_0 plays Bomb!, by turning Samson or with a loot play" in text(table[0], 0).splitlines()
    assert "Bomb!" not in text(table[0], 1) + decision_text(table[0])


def test_text__souls_and_curses(table):
    """Soul cards stand with their player, with their worth where it is not 1; so do curses (R2.16, R18)."""
    table["zone"][0, [instance("lust"), instance("satan")]] = Zone.SOUL
    table["owner"][0, [instance("lust"), instance("satan")]] = 1
    table["soul_value"][0, instance("lust")], table["soul_value"][0, instance("satan")] = 1, 2
    table["zone"][0, instance("curse_of_pain")], table["owner"][0, instance("curse_of_pain")] = Zone.CURSE, 1
    table["play"][0, table["n_play"][0]] = instance("curse_of_pain")
    table["n_play"] += 1
    lines = text(table[0], 0).splitlines()
    assert "  souls   Lust, Satan! (2)" in lines
    assert "  curses  Curse of Pain" in lines
