"""Rulings about cards of the Gold Box and of Four Souls+: scenarios, and numbers that reach their limit."""

from __future__ import annotations

from fs_env.core.four_souls.scenario import Play
from tests.core.four_souls.rules.table import start


def test_fsr_144__the_innate_soul_cannot_be_taken() -> None:
    """FSR-144, R19.4, R18.7: the innate soul of [the_lost] is no target of [moms_shovel]; [judgement] takes nothing."""
    seats = {"character": "the_lost"}, {"items": ["moms_shovel"], "hand": ["judgement"]}
    game = start(*seats).expect(player=0, souls=1, soul_cards=[])
    game.pass_().expect(asked=1, illegal=["activate Mom's Shovel"])
    game.play("judgement", 0, by=1, turn=True).settle()
    game.expect(player=0, souls=1).expect(discard="loot", top=["judgement"]).expect(player=1, souls=0)


def chest(*dice: int) -> Play:
    """Player 0 has killed the fly; the refill of its slot reveals Holy Chest, whose roll is to come."""
    seat = {"hand": ["bomb"], "coins": 0}
    deck = ["holy_chest", "dip"]
    game = start(seat, monsters=["fly", "fatty"], monster_deck=deck, dice=dice).play("bomb", "fly").settle()
    return game


def test_fsr_155__holy_chest_becomes_a_soul() -> None:
    """FSR-155, R19.9, R15.3: [holy_chest] revealed on a refill rolls a 6: a soul of player 0, then the slot is filled."""
    game = chest(6).expect(player=0, soul_cards=["holy_chest"], souls=1).expect(monsters=["dip", "fatty"])
    game.expect(discard="monster", top=["fly"], size=1).expect(player=0, coins=1).expect(active=0, phase="action")


def test_fsr_156__holy_chest_is_discarded() -> None:
    """FSR-156, R19.9, R2.13: on a 4 [holy_chest] pays 7 cents and is discarded; it was never in a slot to be attacked."""
    game = start(
        {"hand": ["bomb"], "coins": 0}, monsters=["fly", "fatty"], monster_deck=["holy_chest", "dip"], dice=[4]
    )
    game.play("bomb", "fly")
    while game.read.number("n_stack"):
        assert "attack Holy Chest" not in game.legal()
        game.expect(player=0, souls=0).pass_()
    game.expect(player=0, coins=8, souls=0, soul_cards=[]).expect(discard="monster", top=["holy_chest", "fly"])
    game.expect(monsters=["dip", "fatty"])


def test_er_53__coins_stop_at_their_limit() -> None:
    """ER-53: 9999 cents are as many as any player can have: a gain goes as far as that, the rest of the effect happens."""
    game = start({"hand": ["a_dime"], "coins": 9995}).play("a_dime").settle().expect(player=0, coins=9999, hand=0)
    game.expect(discard="loot", top=["a_dime"]).expect(player=1, coins=3).expect(over=False)


def test_er_53__counters_stop_at_their_limit() -> None:
    """ER-53: 9999 counters are as many as a card can bear: [tech_x] takes no more and still works."""
    game = start({"items": [{"card": "tech_x", "counters": 9999}]}).activate("tech_x").settle()
    game.expect(card="tech_x", zone="item", counters=9999, turned=True)
    game.pay("tech_x", "fly").settle().expect(card="tech_x", zone="item", counters=9996)
    game.expect(discard="monster", top=["fly"])
