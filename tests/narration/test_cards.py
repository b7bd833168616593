"""Looking cards up by their names."""

from __future__ import annotations

import pytest

from fs_env.cli import main
from fs_env.narration.card_texts import CardWords, cards_of, find_cards, named_in, nearest_names, plain, unclear

CARDS = [CardWords(name, "", "") for name in ("The Bone", "Bone Spurs", "Trombone", "Guppy's Hairball", "Pok\u00e9 Go")]


def names(found) -> list[str]:
    return [card.name for card in found]


@pytest.mark.parametrize(
    ("part", "found"),
    [
        ("the bone", ["The Bone"]),  # the whole name, though others hold a part of it
        ("bone", ["The Bone", "Bone Spurs"]),  # words that begin so, not any place
        ("ombo", ["Trombone"]),
        ("GUPPYS hair", ["Guppy's Hairball"]),
        ("poke", ["Pok\u00e9 Go"]),
        ("dice", []),
        ("!?", []),
    ],
)
def test_find_cards(part, found):
    """The narrowest meaning of a part of a name that any card has."""
    assert names(find_cards(CARDS, part)) == found


def test_nearest_names():
    """A misspelled word of a name finds the name; nonsense finds nothing."""
    assert nearest_names(CARDS, "hairbal")[0] == "Guppy's Hairball"
    assert nearest_names(CARDS, "xqzzv") == []


def test_unclear():
    """Several names are listed; without any, the nearest are; a card of two sets is one name."""
    assert (
        unclear(CARDS, "bone", find_cards([*CARDS, CARDS[0]], "bone")) == "'bone' is in 2 names: The Bone, Bone Spurs"
    )
    assert unclear(CARDS, "trombon", []) == "no card is named 'trombon'; the nearest names are Trombone"
    many = [CardWords(f"Bone {n}", "", "") for n in range(20)]
    assert unclear(many, "bone", many).endswith("Bone 11 and 8 more")


def test_named_in():
    """Whole names only, and no name within a longer one."""
    cards = [*CARDS, CardWords("Bone", "", ""), CardWords("Go", "", "")]
    assert names(named_in(cards, "play The Bone on Pok\u00e9 Go, Gone")) == ["The Bone", "Pok\u00e9 Go"]


def test_cards_of():
    """Every name of the games of this package finds its card; a card of Castles of Caleira has its points."""
    for game in ("four_souls", "castles_of_caleira", "betrayal"):
        for card in cards_of(game):
            assert card.name in names(find_cards(cards_of(game), card.name)) and plain(card.name)
    (spire,) = find_cards(cards_of("castles_of_caleira"), "spire")
    assert "points 6" in spire.facts and "its owner loses" in spire.text
    assert cards_of("nim") == ()


@pytest.mark.parametrize(
    ("name", "facts", "parts"),
    [
        (
            "Crawling Claw",
            "event",
            ["roll Might: 4+ nothing; 0-3 keep the card", "end of your turns: take 1 point of physical"],
        ),
        ("Berserker Axe", "omen, weapon", ["attack with Might, 2 more dice", "cannot be dropped or traded"]),
        ("Dimensional Shackles", "omen", ["lose 1 Speed while you control it", "cannot be dropped or stolen"]),
        ("Red Draught", "item", ["once in your turn gain 1 Might", "discard it after use"]),
        (
            "Haunted Alley",
            "street tile",
            ["doors: north street, south street", "draws an omen", "on leaving roll Speed"],
        ),
        ("Murder Row", "street tile", ["a grate to the Catacomb Landing"]),
        ("Torskar Stonecleaver", "dwarf barbarian", ["Might 4 5 5 6 6 7 8 8, from the third", "Reckless Attack: "]),
    ],
)
def test_cards_of_betrayal(name, facts, parts):
    """A card, a tile and an adventurer of Betrayal with what is documented of them."""
    (card,) = find_cards(cards_of("betrayal"), name)
    assert card.facts == facts and all(part in card.text for part in parts), card


def test_cards__by_name(capsys):
    """`fs-env cards NAME` shows the card alone with its text, of whichever game, as sentences; a name may be several words."""
    assert main(["cards", "the", "d6"]) == 0
    shown = capsys.readouterr().out
    assert "The D6" in shown and "reroll" in shown.lower() and "Brimstone" not in shown
    for name, game, text in (
        ("barracks", "Castles of Caleira", "    Turn a castle piece face down.\n"),
        ("murder row", "Betrayal at Baldur's Gate", "    Doors: north building, west building;"),
    ):
        assert main(["cards", name]) == 0
        heading, *shown = capsys.readouterr().out.splitlines(keepends=True)
        assert heading.startswith(game) and "".join(shown[1:]).startswith(text)
    assert main(["cards", "barracks", "--game", "betrayal"]) == 2
    assert "no card is named 'barracks'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["brimstne"], "no card is named 'brimstne'; the nearest names are Brimstone"),
        (["bomb", "--deck", "character"], "no card is named 'bomb'"),
        (["the"], " more"),
        (["bone", "--pages", "docs"], "leave out 'bone'"),
    ],
)
def test_cards__unclear(arguments, told, capsys):
    """An unclear name is refused with the names that could be meant."""
    assert main(["cards", *arguments]) == 2
    assert told in capsys.readouterr().err
