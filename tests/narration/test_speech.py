"""Names instead of seats."""

from __future__ import annotations

import pytest

from fs_env.narration.speech import Speech, numbered_names, verb_of_you

SPEECH = Speech(("ann", "you", "bob"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("player_0 attacks player_2", "ann attacks bob"),
        (
            "player_1 has priority (action phase of player_1, stack: 1 object)",
            "you have priority (your action phase, stack: 1 object)",
        ),
        ("player_1 passes", "you pass"),
        ("player_1 may steal (player_1 attacks player_0, won by 2)", "you may steal (you attack ann, won by 2)"),
        (
            "Host Hat: the next damage to player_1 is prevented by 1",
            "Host Hat: the next damage to you is prevented by 1",
        ),
        ("offer: player_1 pays player_0 3¢", "offer: you pay ann 3¢"),
        ("  1       player_1 rolls 4 for The D6", "  1       you roll 4 for The D6"),
        ("now       resolving: player_1 loots 1", "now       resolving: you loot 1"),
        ("turn 3, as player_1 knows it", "turn 3, as you know it"),
        ("3 damage to player_1, held back by Guppy's Hairball", "3 damage to you, held back by Guppy's Hairball"),
        ("piece 3 (Marketplace, of player_1)", "piece 3 (Marketplace, yours)"),
        ("piece 3 (Marketplace, of player_2)", "piece 3 (Marketplace, bob's)"),
        ("ann uses The Bone on Decoy (player_1's)", "ann uses The Bone on Decoy (yours)"),
        ("player_2 pays for The Bone on player_1's roll (Peep)", "bob pays for The Bone on your roll (Peep)"),
        ("turn 3: the turn of player_1", "turn 3: your turn"),
        ("turn 4: the turn of player_2", "turn 4: bob's turn"),
        ("the game is over: won by player_1", "the game is over: you won"),
        ("the game is over: won by player_0, player_1", "the game is over: ann and you won"),
        ("the game is over: won by player_0, player_1, player_3", "the game is over: ann, you and player_3 won"),
        ("Bomb! in the hand of player_1", "Bomb! in your hand"),
        ("let the purchase of player_1 resolve", "let your purchase resolve"),
        ("player_1  Isaac  ♥♥", "you  Isaac  ♥♥"),
        (
            "ann uses The D6 -> XX. Judgement of player_1, Bomb! of player_0",
            "ann uses The D6 -> your XX. Judgement, Bomb! of ann",
        ),
        ("Two of Clubs: what player_1 loots is doubled", "Two of Clubs: what you loot is doubled"),
        ("player_3 and player_12", "player_3 and player_12"),
    ],
)
def test_of(text, said):
    """Every seat gets its name; what is said of you is said to you; seats that do not exist stay."""
    assert SPEECH.of(text) == said


def test_of__names_are_put_in_once():
    """A name that looks like a seat is left alone, and without a player named "you" verbs stay as they are."""
    assert Speech(("player_1", "zoe")).of("player_0 passes, player_1 passes") == "player_1 passes, zoe passes"


@pytest.mark.parametrize(("seat", "left", "second"), [(0, "you", "bob"), (1, "bob", "ann"), (2, "ann", "you")])
def test_choice(seat, left, second):
    """Players counted to the left are named as the seat that chooses counts them."""
    assert SPEECH.choice("choose the player to your left", seat) == f"choose {left}"
    assert SPEECH.choice("choose the second player to your left", seat) == f"choose {second}"


def test_verb_of_you():
    """Forms after "you" of the verbs that the games use."""
    pairs = (
        "has have is are passes pass misses miss searches search discards discard dies die plays play uses use may may"
    )
    words = pairs.split()
    assert [verb_of_you(word) for word in words[::2]] == words[1::2]


def test_distinct_names():
    """Equal names are numbered from 2; a name that such a number would make is stepped over."""
    assert numbered_names(["bot", "you", "bot", "bot"]) == ("bot", "you", "bot #2", "bot #3")
    assert numbered_names(["bot", "bot #2", "bot"]) == ("bot", "bot #2", "bot #3")


def test_speech__a_phrase_of_you_ends_with_its_line():
    """What belongs to you is looked for in its own line: a number in the line above is not yours."""
    told = Speech(["you", "Bob"]).of("loot      90 in the deck, 0 discarded\nnow       death penalty of player_0")
    assert told == "loot      90 in the deck, 0 discarded\nnow       your death penalty"
