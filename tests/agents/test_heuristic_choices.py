"""Single decisions of the heuristic bot, in positions written by hand: each is what a sensible player would do."""

from __future__ import annotations

import pytest

from fs_env.agents.heuristic import HeuristicAgent
from fs_env.core.four_souls import actions as A
from fs_env.core.four_souls.state import Ask, Obj, Shape
from tests.agents.positions import Position, activate, attack, buy, choose, play


def answer(view, after=None):
    """The bot's answer, after it has answered an earlier view."""
    agent = HeuristicAgent()
    agent.reset(0, 1)
    if after is not None:
        agent.act(after)
    return agent.act(view)


def words(view, after=None):
    """The same in words."""
    return view.text(answer(view, after))


# --- fights -----------------------------------------------------------------------------------------------------------
def test_attack__what_it_can_beat():
    """With 2 HP and 1 attack it attacks Fly (1 HP, rolls of 2 hit) and not Satan! (6 HP) beside it."""
    view = Position().monster("fly", 0).monster("satan", 1).legal(A.PASS, attack("fly"), attack("satan"))
    assert words(view) == "attack Fly"


def test_attack__not_what_beats_it():
    """Against Satan! alone it passes."""
    view = Position().monster("satan").legal(A.PASS, attack("satan"))
    assert words(view) == "pass"


def test_attack__prefers_souls():
    """Of two monsters with equal numbers it attacks the boss: Pin (2 HP, 4, 1) has a soul, Cursed Mom's Hand has none."""
    view = Position().monster("cursed_moms_hand", 0).monster("pin", 1)
    assert words(view.legal(A.PASS, attack("cursed_moms_hand"), attack("pin"))) == "attack Pin"


def test_attack__when_it_must():
    """Where passing is not legal it takes the attack that loses least."""
    view = Position().monster("satan", 0).monster("dip", 1).legal(attack("satan"), attack("dip"))
    assert words(view) == "attack Dip"


# --- purchases and timing ---------------------------------------------------------------------------------------------
def test_buy__an_item_it_can_afford():
    """With 10 cents it buys Meat! before it attacks, rather than keep the coins."""
    view = Position().player(0, coins=12).monster("fly").legal(A.PASS, buy("meat"), buy("the_map"), attack("fly"))
    assert words(view) == "buy Meat!"


def test_buy__saves_for_a_bonus_soul():
    """With 23 cents and the Soul of Greed (25 cents) to be had it keeps its coins."""
    view = Position().player(0, coins=23).bonus().legal(A.PASS, buy("the_map"))
    assert words(view) == "pass"
    assert words(Position().player(0, coins=23).legal(A.PASS, buy("meat"))) == "buy Meat!"


def test_play__gains_in_its_turn():
    """It plays the larger of two coin cards before it attacks."""
    position = Position().in_hand("a_penny", "a_dime").player(0, own_play=1).monster("fly")
    assert words(position.legal(A.PASS, play("a_penny"), play("a_dime"), attack("fly"))) == "play A Dime!!"


# --- dice -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("ctrl", "shown", "expected"), [(0, 2, True), (0, 5, False), (1, 5, True), (1, 2, False)])
def test_dice__rerolls_own_misses_and_their_hits(ctrl, shown, expected):
    """The D6 rerolls an own attack roll that misses and an opponent's that hits, and is not wasted on the others."""
    position = Position(ap=ctrl).item(0, "the_d6").monster("pin", attacked=True).stack(Obj.ROLL, ctrl, "pin", shown)
    view = position.legal(A.PASS, activate("the_d6"))
    assert (answer(view) == activate("the_d6")) is expected


def test_dice__names_a_number_that_hits():
    """The Magician turns an own miss into a hit."""
    position = Position().in_hand("the_magician").monster("pin", attacked=True).stack(Obj.ROLL, 0, "pin", 1)
    before = position.legal(A.PASS, play("the_magician"))
    numbers = range(A.NUMBER - A.LOWEST_NUMBER + 1, A.NUMBER - A.LOWEST_NUMBER + 7)
    later = Position().monster("pin", attacked=True).stack(Obj.ROLL, 0, "pin", 1)
    view = later.ask(Ask.NUMBER, Shape.NUMBER, "the_magician").legal(*numbers)
    assert answer(before) == play("the_magician")
    assert answer(view, after=before) - numbers.start + 1 in (4, 5)  # a 6 does nothing to Pin


def test_dice__own_effect_waits_first():
    """While an own effect waits on the stack it does not use a second one."""
    position = Position().item(0, "the_d6").item(0, "spoon_bender").monster("pin", attacked=True)
    position.stack(Obj.TAP, 0, "the_d6", target=(5, 2)).stack(Obj.ROLL, 0, "pin", 2)
    assert words(position.legal(A.PASS, activate("spoon_bender"))) == "pass"


# --- answers to what is on the stack ----------------------------------------------------------------------------------
def combat(hp, card, n=1):
    """Combat damage against the own player, who has a card in hand."""
    position = Position().in_hand(card).player(0, hp=hp).monster("pin", attacked=True)
    return position.stack(Obj.COMBAT, 0, "pin", n, target=(1, 1)).legal(A.PASS, play(card))


def test_lethal_damage__is_prevented():
    """Soul Heart is played against lethal damage, with oneself as its target."""
    view = combat(1, "soul_heart")
    assert words(view) == "play Soul Heart"
    asked = Position().player(0, hp=1).monster("pin", attacked=True).stack(Obj.COMBAT, 0, "pin", 1, target=(1, 1))
    target = asked.ask(Ask.TARGET, Shape.REFS, "soul_heart").legal(A.PLAYER, A.PLAYER + 1)
    assert words(target, after=view) == "choose yourself"


def test_lethal_damage__nothing_is_wasted_without_it():
    """With no damage on the stack Soul Heart stays in the hand."""
    assert words(Position().in_hand("soul_heart").legal(A.PASS, play("soul_heart"))) == "pass"


@pytest.mark.parametrize(
    ("ctrl", "card", "expected"), [(1, "lost_soul", True), (1, "a_penny", False), (0, "lost_soul", False)]
)
def test_cancel__only_what_matters(ctrl, card, expected):
    """Butter Bean cancels an opponent's Lost Soul, neither a penny nor an own card."""
    view = Position(ap=ctrl).in_hand("butter_bean").stack(Obj.LOOT, ctrl, card).legal(A.PASS, play("butter_bean"))
    assert (answer(view) == play("butter_bean")) is expected


# --- targets ----------------------------------------------------------------------------------------------------------
def test_damage__finishes_a_monster_in_its_turn():
    """In its own turn a Bomb! kills a boss with 1 HP; in another's turn it is kept."""
    before = Position().in_hand("bomb").monster("gurdy", hp=1).legal(A.PASS, play("bomb"))
    asked = Position().monster("gurdy", hp=1).ask(Ask.TARGET, Shape.REFS, "bomb")
    view = asked.legal(A.PLAYER, A.PLAYER + 1, choose("gurdy"))
    assert words(before) == "play Bomb!" and words(view, after=before) == "choose Gurdy"
    assert words(Position(ap=1).in_hand("bomb").monster("gurdy", hp=1).legal(A.PASS, play("bomb"))) == "pass"


def test_harm__goes_to_the_leader():
    """Of three opponents Death kills the one with most souls."""
    position = Position(players=4).player(2, souls=3).player(1, souls=1)
    view = position.ask(Ask.TARGET, Shape.REFS, "death_tarot").legal(*range(A.PLAYER, A.PLAYER + 4))
    assert words(view) == "choose the second player to your left"


@pytest.mark.parametrize(("card", "own"), [("the_chariot", True), ("death_tarot", False)])
def test_targets__help_for_itself_harm_for_others(card, own):
    """Before its attack The Chariot strengthens itself; Death is never for itself."""
    position = Position().monster("pin").ask(Ask.TARGET, Shape.REFS, card)
    chosen = answer(position.legal(A.PLAYER, A.PLAYER + 1))
    assert (chosen == A.PLAYER) is own


def test_curse__for_an_opponent():
    """A curse goes to an opponent, the one with most souls (R2.16)."""
    position = Position(players=3).player(2, souls=2).ask(Ask.TARGET, Shape.REFS, "curse_of_loss")
    assert words(position.legal(*range(A.PLAYER, A.PLAYER + 3))) == "choose the second player to your left"


# --- giving up and taking ---------------------------------------------------------------------------------------------
def test_discard__the_least_useful_loot():
    """Of a penny, a dime and Lost Soul it discards the penny."""
    position = Position().in_hand("a_penny", "a_dime", "lost_soul").ask(Ask.DISCARD, Shape.REFS)
    assert words(position.legal(choose("a_penny"), choose("a_dime"), choose("lost_soul"))) == "choose A Penny!"


def test_destroy__the_least_valuable_item():
    """Of its own items it gives up The Map rather than Meat!."""
    position = Position().item(0, "meat").item(0, "the_map").ask(Ask.DESTROY, Shape.REFS)
    assert words(position.legal(choose("meat"), choose("the_map"))) == "choose The Map"


def test_destroy__the_best_item_of_another():
    """Where the items are an opponent's it takes the better one."""
    position = Position().item(1, "meat").item(1, "the_map").ask(Ask.DESTROY, Shape.REFS)
    assert words(position.legal(choose("meat"), choose("the_map"))) == "choose Meat!"


@pytest.mark.parametrize(("card", "expected"), [("moms_box", A.YES), ("moms_dead_hand", A.YES), ("wizoob", A.YES)])
def test_may__yes_when_it_helps(card, expected):
    """It agrees to draw and discard (Mom's Box), to steal (Mom's Dead Hand), to take a soul from an opponent (Wizoob)."""
    position = Position().item(1, "meat").soul(1, "gurdy").ask(Ask.MAY, Shape.YES_NO, card)
    assert answer(position.legal(A.YES, A.NO)) == expected


def test_slot__covers_what_it_would_not_attack():
    """A monster revealed from the deck covers Satan!, not Fly."""
    position = Position().monster("fly", 0).monster("satan", 1).ask(Ask.SLOT, Shape.REFS, "pin")
    assert words(position.legal(choose("fly"), choose("satan"))) == "choose Satan!"


def test_keep__the_best_card():
    """Of the cards it may keep on top it takes the treasure worth most."""
    position = Position().ask(Ask.KEEP, Shape.REFS, "the_hermit")
    assert words(position.legal(choose("the_map"), choose("brimstone"))) == "choose Brimstone"


def test_repeats__end():
    """What costs nothing and can be repeated for ever is not: the same use at most six times in a turn."""
    agent = HeuristicAgent()
    agent.reset(0, 1)
    view = Position().item(0, "sack_of_pennies").legal(A.PASS, activate("sack_of_pennies"))
    assert [agent.act(view) for _ in range(7)] == [activate("sack_of_pennies")] * 6 + [A.PASS]
