"""Omens, items of our own, and the checker of content."""

from __future__ import annotations

import pytest

from fs_env.core.betrayal.content.documented_tiles import CATACOMBS
from fs_env.core.betrayal.content.named_items import ITEMS as NAMED
from fs_env.core.betrayal.language.check import complete, unknown_fields
from fs_env.core.betrayal.scenario import Play
from fs_env.core.betrayal.tables import POSSESSION_NAMES, TILE_NAMES

LEFT = "attack player 1 to your left"
CALM, TASHA = "Avrixis Mizzrym", "Tasha Brightbottle"


def duel(**clips: int) -> Play:
    """Hero 0 (Might 2) and traitor 1 (Might 2) on the Tavern, seat 2 in the Kitchen."""
    game = Play(3, adventurers=[CALM, TASHA]).haunt(101, traitor=1).stand(2, "Kitchen")
    return game.clips(0, **{"might": 1, **clips}).clips(1, might=1)


def test_book_of_spells__costs_a_point_more():
    """Sanity against Sanity; who loses takes one point more."""
    game = duel(sanity=2).clips(1, sanity=2).give(0, "Book of Spells").start().choose(LEFT)  # Sanity 2 against 2
    game.dice(0, 0, 1, 0).choose("choose Book of Spells").expect(asked=0, legal=["Knowledge", "Sanity"])
    assert "2 left" in game.decision_text


def test_berserker_axe__two_more_dice():
    """Might 2 and two dice: the faces of the third and fourth count."""
    game = duel().give(0, "Berserker Axe").start().choose(LEFT).dice(0, 0, 2, 1, 0, 0).choose("choose Berserker Axe")
    game.expect(asked=1, question="split")


def test_deck_of_many_things__grows_worse():
    """Four dice less the tokens on it: 8 gains 4, with a token the same dice gain 1."""
    game = Play(3, adventurers=[CALM]).give(0, "Deck of Many Things").start().dice(2, 2, 2, 2)
    game.choose("use Deck of Many Things").expect(question="trait").choose("Might")
    assert game.space(0, "might") == 7
    again = Play(3, adventurers=[CALM]).give(0, "Deck of Many Things").table(fate=1).start().dice(2, 2, 2, 2)
    again.choose("use Deck of Many Things", "Might")
    assert again.space(0, "might") == 4


def test_deck_of_many_things__kills_on_a_0_after_the_haunt():
    """Before it a trait drops to its lowest value."""
    game = Play(3, adventurers=[CALM]).give(0, "Deck of Many Things").start().dice(0, 0, 0, 0)
    game.choose("use Deck of Many Things", "Speed")
    assert game.space(0, "speed") == 1
    late = duel().give(0, "Deck of Many Things").start().dice(0, 0, 0, 0).choose("use Deck of Many Things")
    assert not late.player(0)["alive"]


def test_dimensional_shackles__are_given_instead_of_damage():
    """A winner may give them: the new owner loses 1 Speed, the old one gains it back."""
    game = duel(speed=4).clips(1, speed=4).give(0, "Dimensional Shackles").start().dice(1, 0, 0, 0).choose(LEFT)
    game.expect(question="steal").choose("choose Dimensional Shackles")
    assert game.cards(1) == ["Dimensional Shackles"] and (game.space(0, "speed"), game.space(1, "speed")) == (5, 3)


def test_figurine__ignores_damage_once():
    """Once in a game for each player."""
    game = Play(3, adventurers=[CALM]).give(0, "Figurine of Wondrous Power", "Bitter Root").start()
    game.choose("use Bitter Root").expect(question="react").choose("yes")
    game.choose("end the turn", "end the turn", "end the turn")
    assert game.space(0, "might") + game.space(0, "speed") == 8
    game.choose("use Bitter Root").expect(question="split")


def test_meenlock__physical_damage_is_mental():
    """The Bitter Root's point goes to Knowledge or Sanity."""
    game = Play(3).give(0, "Meenlock", "Bitter Root").start().choose("use Bitter Root")
    game.expect(legal=["Knowledge", "Sanity"], illegal="Might")


def test_symbol_of_bhaal__at_a_death():
    """A 2 gains Might for its owner."""
    game = Play(3, turn=1, adventurers=[CALM, TASHA]).haunt(101, traitor=1).stand(0, "Kitchen").clips(1, might=1)
    game.give(0, "Symbol of Bhaal").clips(2, might=1, speed=1).start().dice(2, 2, 0, 0, 0, 0, 2).choose(LEFT)
    might = game.space(0, "might")
    while game.question == "split":
        game.choose("Might")
    assert not game.player(2)["alive"] and game.space(0, "might") == might + 1


def test_pipes_of_haunting__move_those_who_fail():
    """All within two tiles roll Sanity 4+; who fails may be moved away."""
    game = duel().clips(1, sanity=1).give(0, "Pipes of Haunting").stand(1, "Inner Chamber").stand(2, "Kitchen Basement")
    game.start().dice(1).choose("use Pipes of Haunting")
    game.expect(asked=0, question="push", legal=["go west", "no"], illegal="go east")
    assert game.choose("go west").at(1) == "Kitchen"


def test_whispering_skull__moves_a_monster():
    """One small monster by one space."""
    game = Play(4).haunt(102, traitor=3).monster("Kitchen").stand(3, "Kitchen").give(0, "Whispering Skull").start()
    game.choose("use Whispering Skull").expect(question="push").choose("go east")
    assert game.monsters()[0]["tile"] == "Inner Chamber"


def test_items__armor_takes_damage_off():
    """The Padded Coat takes 1 off physical damage; the root's point is gone."""
    game = Play(3, adventurers=[CALM]).give(0, "Padded Coat", "Bitter Root").start().choose("use Bitter Root")
    assert game.question == "turn" and game.space(0, "sanity") == 4


def test_items__a_draught_is_spent():
    """The Red Draught gives Might and is discarded."""
    game = Play(3, adventurers=[CALM]).give(0, "Red Draught").start().choose("use Red Draught")
    assert game.space(0, "might") == 4 and game.cards(0) == []


def test_unknown__is_refused_with_the_name_of_the_row():
    """A row with an UNKNOWN fact makes no table."""
    with pytest.raises(ValueError, match='tile "Assassin\'s Run": doors, symbol UNKNOWN'):
        complete(CATACOMBS)
    assert all(unknown_fields(card) for card in NAMED)


def test_unknown__nothing_undocumented_is_in_play_under_its_name():
    """No tile or card of the content bears a name whose text is not documented."""
    assert not {tile.name for tile in CATACOMBS} & set(TILE_NAMES)
    assert not {card.name for card in NAMED} & set(POSSESSION_NAMES)
