"""Actions of the heuristic bot with priority: each answer is one of a sensible player."""

from __future__ import annotations

import pytest

from fs_env.core.four_souls.scenario import Placed, Seat
from tests.agents.table import Bot, position


def test_attack__what_it_can_beat():
    """With 2 HP and 1 attack it attacks Fly (1 HP, rolls of 2 hit) and not Satan! (6 HP) beside it."""
    assert Bot().would(position(monsters=["fly", "satan"])) == "attack Fly"


def test_attack__not_what_beats_it():
    """Against Satan!, with Mom on top of the deck, it passes."""
    assert Bot().would(position(monsters=["satan"])) == "pass"


def test_attack__prefers_souls():
    """Of two monsters with equal numbers it attacks the boss: Pin (2 HP, 4, 1) has a soul, Cursed Mom's Hand has none."""
    assert Bot().would(position(monsters=["cursed_moms_hand", "pin"])) == "attack Pin"


def test_attack__when_it_must():
    """Where a text demands an attack it makes one, though with 1 HP it would not attack what is left of the monsters."""
    left = ["satan", "gurdy"]
    deck = ["gurdy", Placed("mom", known=[0])]
    assert Bot().would(position(Seat(hp=1), Seat(), monsters=left, monster_deck=deck[1:])) == "pass"
    play = position(Seat(hand=["bomb"], hp=1), Seat(), monsters=["satan", Placed("portal", hp=1)], monster_deck=deck)
    play.play("bomb", "portal", turn=False).settle()  # when Portal dies, one more attack must be made
    assert Bot().would(play).startswith("attack")


def test_buy__an_item_it_can_afford():
    """With 12 cents it buys Meat! rather than The Map, before it attacks."""
    assert Bot().would(position(Seat(coins=12), Seat(), shop=["the_map", "meat"], monsters=["fly"])) == "buy Meat!"


def test_buy__saves_for_a_bonus_soul():
    """With 23 cents and the Soul of Greed (25 cents) to be had it keeps its coins, else it spends them."""
    saved = position(Seat(coins=23), Seat(), shop=["the_map"], monsters=["satan"], bonus_souls=["soul_of_greed"])
    spent = position(Seat(coins=23), Seat(), shop=["the_map"], monsters=["satan"])
    assert Bot().would(saved) == "pass"
    assert Bot().would(spent).startswith("buy")


def test_play__gains_in_its_turn():
    """It plays the larger of two coin cards before it attacks."""
    assert Bot().would(position(Seat(hand=["a_penny", "a_dime"]), Seat(), monsters=["fly"])) == "play A Dime!!"


def test_repeats__end():
    """An action that costs nothing is not repeated for ever: the same use at most six times in a turn."""
    play = position(Seat(items=["sack_of_pennies"]), Seat(), monsters=["satan"])
    bot = Bot()
    assert [bot.would(play) for _ in range(7)] == ["activate Sack of Pennies"] * 6 + ["pass"]


@pytest.mark.parametrize(
    ("active", "hp", "shown", "expected"),
    [(0, 1, 2, True), (0, 2, 2, False), (0, 1, 5, False), (0, 2, 5, False), (1, 2, 5, True), (1, 2, 2, False)],
)
def test_dice__rerolls_own_misses_and_their_hits(active, hp, shown, expected):
    """The D6 rerolls an opponent's attack roll that hits and an own one that misses and kills, and is not wasted on the others: a miss
    with 2 HP leaves it for the next one."""
    play = position(Seat(items=["the_d6"], hp=hp), Seat(), active=active, monsters=["pin"], dice=[shown])
    play.attack("pin").pass_all().pass_all()
    if active == 1:
        play.pass_(by=1)
    assert (Bot().would(play) == "activate The D6") is expected


def test_dice__names_a_number_that_hits():
    """The Magician turns an own miss into a hit of Pin, which a 6 does not hurt."""
    play = position(Seat(hand=["the_magician"], turned=True), Seat(), monsters=["pin"], dice=[1])
    play.attack("pin").pass_all().pass_all()
    bot = Bot()
    assert bot.does(play) == "play I. The Magician"
    play.pass_all()
    assert bot.would(play) in ("number 4", "number 5")


def test_dice__own_effect_waits_first():
    """While an own effect waits on the stack it does not use a second one."""
    play = position(Seat(items=["the_d6", "spoon_bender"], hp=1), Seat(), monsters=["pin"], dice=[2])
    play.attack("pin").pass_all().pass_all()
    bot = Bot()
    assert bot.does(play).startswith("activate")
    assert bot.would(play) == "pass"


def hit_by_pin(hp: int):
    """An own attack roll against Pin that missed: 1 damage waits on the stack, Soul Heart is in the hand."""
    play = position(Seat(hand=["soul_heart"], hp=hp, turned=True), Seat(), monsters=["pin"], dice=[1])
    return play.attack("pin").pass_all().pass_all().pass_all()


def test_lethal_damage__is_prevented():
    """Soul Heart is played against lethal damage, for itself."""
    play, bot = hit_by_pin(1), Bot()
    assert bot.does(play) == "play Soul Heart"
    assert bot.would(play) == "choose yourself"


def test_lethal_damage__nothing_is_wasted_without_it():
    """With no damage on the stack Soul Heart stays in the hand."""
    assert Bot().would(position(Seat(hand=["soul_heart"]), Seat(), monsters=["satan"])) == "pass"


@pytest.mark.parametrize(
    ("active", "card", "expected"), [(1, "lost_soul", True), (1, "a_penny", False), (0, "lost_soul", False)]
)
def test_cancel__only_what_matters(active, card, expected):
    """Butter Bean cancels an opponent's Lost Soul, neither a penny nor an own card."""
    hands = [["butter_bean"], []]
    hands[active] = [*hands[active], card]
    play = position(*(Seat(hand=hand, extra_plays=1) for hand in hands), active=active, monsters=["satan"])
    play.play(card)
    if active == 1:
        play.pass_(by=1)
    assert (Bot().would(play) == "play Butter Bean!") is expected


def test_damage__finishes_a_monster_in_its_turn():
    """In its own turn a Bomb! kills a boss with 1 HP; in another's turn it is kept."""
    weak = [Placed("gurdy", hp=1)]
    play, bot = position(Seat(hand=["bomb"], turned=True), Seat(), monsters=weak), Bot()
    assert bot.does(play) == "play Bomb!"
    assert bot.would(play) == "choose Gurdy"
    theirs = position(Seat(hand=["bomb"]), Seat(), monsters=weak, active=1)
    assert Bot().would(theirs.pass_(by=1)) == "pass"


def bomb_beside(variant: str) -> str:
    """Its answer with a bomb in hand, beside a player with one hit point, and no monster that it can beat."""
    seats = Seat(hand=["bomb"]), Seat(hp=1, coins=9, items=["meat"])
    return Bot().would(position(*seats, options={"variant": variant}, monsters=["satan"], shop=["the_map"]))


def test_partner__is_not_killed():
    """R21.6: it bombs a rival with one hit point, and never a partner, who wins and loses with it."""
    assert bomb_beside("rivals") == "play Bomb!"
    for variant in ("solo", "cooperative"):
        assert bomb_beside(variant) == "pass"
