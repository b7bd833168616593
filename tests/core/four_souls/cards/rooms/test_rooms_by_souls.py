"""Rooms that look at who has the fewest or the most souls."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls.scenario import Play
from tests.core.four_souls.rules.table import start


def attacks(words: list[str]) -> list[str]:
    return [word for word in words if word.startswith("attack")]


def test_might_for_the_meek__attack_for_the_fewest_souls() -> None:
    """[might_for_the_meek]: who has the fewest souls, or as few, has 1 more attack; no other player has."""
    game = start({"souls": 1}, {}, {}, rooms=["might_for_the_meek"])
    game.expect(player=0, attack=1).expect(player=1, attack=2).expect(player=2, attack=2)
    game = start({}, {}, rooms=["might_for_the_meek"])
    game.expect(player=0, attack=2).expect(player=1, attack=2)


def test_might_for_the_meek__follows_the_souls() -> None:
    """[might_for_the_meek]: a soul that is gained, or stolen, changes at once who has the fewest."""
    seats = {"hand": ["lost_soul"]}, {}
    game = start(*seats, rooms=["might_for_the_meek"]).play("lost_soul").settle()
    game.expect(player=0, souls=1, attack=1).expect(player=1, attack=2)
    game = start({"items": ["donation_machine"]}, {"souls": 1}, rooms=["might_for_the_meek"])
    game.expect(player=0, attack=2).expect(player=1, attack=1)


def test_might_for_the_meek__one_attack_more() -> None:
    """[might_for_the_meek]: the active player attacks twice while no player has fewer souls, once otherwise."""
    position = {"rooms": ["might_for_the_meek"], "monsters": ["fly", "fatty"], "monster_deck": ["dip"]}
    game = start({}, {"souls": 1}, **position).attack("fly").fight(6).settle()
    assert attacks(game.legal())
    game.attack("fatty").fight(6, 6).settle()
    assert not attacks(game.legal())
    game = start({"souls": 1}, {}, **position).attack("fly").fight(6).settle()
    assert not attacks(game.legal())


def test_pity_for_the_poor__the_first_item_is_free() -> None:
    """[pity_for_the_poor]: with the fewest souls the first shop item of a turn costs nothing, the next one its price."""
    game = start({"coins": 10}, {"souls": 1}, rooms=["pity_for_the_poor"], shop=["dinner", "breakfast"])
    game.expect(player=0, price=0, coins=10).buy("dinner").settle()
    game.expect(player=0, coins=10, items=["dinner"], price=10)
    start({"souls": 1, "coins": 10}, {}, rooms=["pity_for_the_poor"]).expect(player=0, price=10)


def test_pity_for_the_poor__in_each_turn() -> None:
    """[pity_for_the_poor]: each player in turn has a first item; the top of the treasure deck costs what it always does."""
    game = start({"coins": 3}, {"coins": 3}, rooms=["pity_for_the_poor"], shop=["dinner", "breakfast"])
    game.expect(illegal=["buy the top of the treasure deck"]).buy("dinner").settle()
    game.end_turn().until("action").expect(player=1, price=0).buy("breakfast").settle()
    game.expect(player=1, coins=3, items=["breakfast"])


def test_pity_for_the_poor__a_purchase_from_the_deck_is_the_first() -> None:
    """[pity_for_the_poor], ER-78: after buying the top of the treasure deck the shop has its price again."""
    game = start({"coins": 20}, {"souls": 1}, rooms=["pity_for_the_poor"], treasure_deck=["meat", "synthoil"])
    game.expect(player=0, price=0).buy("deck").settle().expect(player=0, coins=10, price=10)


def test_tax_for_the_mighty__two_cents_to_each_other() -> None:
    """[tax_for_the_mighty]: a player with the most souls pays 2 cents to each other player to declare an attack."""
    position = {"rooms": ["tax_for_the_mighty"], "monsters": ["fly", "fatty"]}
    game = start({"souls": 1, "coins": 5}, {"coins": 0}, {"souls": 1, "coins": 0}, **position).attack("fly")
    game.expect(player=0, coins=1).expect(player=1, coins=2).expect(player=2, coins=2)


def test_tax_for_the_mighty__not_for_others() -> None:
    """[tax_for_the_mighty]: who has fewer souls than another attacks for nothing, and so does every player without any soul."""
    position = {"rooms": ["tax_for_the_mighty"], "monsters": ["fly", "fatty"]}
    for souls in ((1, 2), (0, 0), (0, 1)):
        game = start({"souls": souls[0], "coins": 5}, {"souls": souls[1], "coins": 0}, **position).attack("fly")
        game.expect(player=0, coins=5).expect(player=1, coins=0)


def test_tax_for_the_mighty__no_attack_without_the_cents() -> None:
    """[tax_for_the_mighty], ER-79: without cents for every player nothing can be attacked, and an obligation to attack waits."""
    seats = {"souls": 1, "coins": 3}, {"coins": 0}, {"coins": 0}
    position = {"rooms": ["tax_for_the_mighty", "blind_rage"], "monsters": ["fly", "fatty"], "phase": "start"}
    game = start(*seats, **position).until("action")
    assert not attacks(game.legal()) and "pass" in game.legal()
    game = start({"souls": 1, "coins": 4}, *seats[1:], **position).until("action")
    assert game.legal() == ["attack the top of the monster deck"]


def test_tax_for_the_mighty__is_no_gain() -> None:
    """[tax_for_the_mighty], ER-79, R16.3: cents paid as tax are no gain: [equality] stays silent."""
    rooms = ["tax_for_the_mighty", "equality"]
    game = start({"souls": 1, "coins": 5}, {"coins": 0}, rooms=rooms, monsters=["fly", "fatty"]).attack("fly")
    game.expect(player=0, coins=3).expect(player=1, coins=2)
    assert len(game.stack) == 1


def lustful(*seats: dict[str, Any], **position: Any) -> Play:
    """Player 0, whose curse demands an attack, has passed without the cents of the tax; the next player has priority."""
    first = {"souls": ["pin"], "curses": ["curse_of_blood_lust"], "coins": 1}
    options = {"bartering": True}
    game = start(first, *seats, rooms=["tax_for_the_mighty"], options=options, sets=("base", "plus"), **position)
    return game.expect(legal="pass", asked=0).pass_().expect(asked=1)


@pytest.mark.parametrize(("cents", "due"), [(1, True), (None, False)])
def test_tax_for_the_mighty__a_gift_makes_the_attack_due(cents: int | None, due: bool) -> None:
    """[tax_for_the_mighty], ER-79, R7.6: the end phase does not begin while the attack that waited for the cents can be paid
    by now: the active player must declare it; a gift that is declined changes nothing [curse_of_blood_lust]."""
    game = lustful({"coins": 5}).offer("gift", 1, "accept" if due else "decline").expect(asked=1).pass_()
    if not due:
        game.expect(phase="end", asked=0, legal="pass")
        return
    game.expect(phase="action", asked=0, illegal="pass", legal=["attack Fly", "attack Fatty"])
    game.attack("fly").expect(player=0, coins=0).expect(player=1, coins=6).fight(6)
    game.expect(phase="action", legal="pass").pass_all().expect(phase="end")


def test_tax_for_the_mighty__paid_for_a_favour_it_is_due() -> None:
    """[tax_for_the_mighty], ER-79, R16.1: cents paid to the active player for a promise count as those of a gift do; the
    attack is due as soon as every player has passed, not before."""
    game = lustful({"coins": 5}, {"coins": 0}).offer("spare", 3, "accept", to=0).expect(asked=1).pass_()
    game.expect(asked=2, legal="pass").pass_().expect(asked=0, phase="action", illegal="pass", legal="attack Fly")


def test_tax_for_the_mighty__gone_when_another_has_more_souls() -> None:
    """[tax_for_the_mighty], R7.6, R19.2: a deal may also give another player the soul that frees the active one of the tax:
    the attack that waited is due [soul_of_greed]."""
    game = lustful({"coins": 24, "souls": ["gurdy"]}, {"coins": 5}, bonus_souls=["soul_of_greed"]).pass_()
    game.expect(asked=2).offer("gift", 1, "accept", to=1).expect(player=1, souls=2).pass_()
    game.expect(asked=0, phase="action", illegal="pass", legal="attack Fly").attack("fly").expect(player=0, coins=1)


def test_tax_for_the_mighty__not_due_for_others_or_after_all_attacks() -> None:
    """[tax_for_the_mighty], R7.6: a gift to another player, or after the attacks of the turn, begins nothing anew."""
    game = lustful({"coins": 5}, {}).offer("gift", 1, "accept", to=2).pass_().pass_().expect(phase="end")
    first = {"souls": ["pin"], "coins": 1, "attacks_used": 1}
    game = start(
        first,
        {"coins": 5},
        rooms=["tax_for_the_mighty", "blind_rage"],
        options={"bartering": True},
        sets=("base", "plus"),
    )
    game.pass_().offer("gift", 1, "accept", by=1).pass_().expect(phase="end")
