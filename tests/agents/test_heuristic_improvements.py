"""Improvements of the bot over its first edition: for each, a position in which the two differ."""

from __future__ import annotations

import pytest

from fs_env.agent_api.specs import load_agent
from fs_env.agents.heuristic import HeuristicAgent, HeuristicAgent1
from fs_env.agents.heuristic.improvements import Improvement
from fs_env.agents.heuristic.scratch import MEMORY
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.scenario import Placed, Play, Seat
from tests.agents.table import Bot, position


def both(play, improvement: Improvement) -> tuple[str, str]:
    other = Bot()
    other.agent._memory.view(MEMORY)["left_out"] = improvement
    return Bot().would(play), other.would(play)


def editions(play) -> tuple[str, str]:
    """Actions of the bot and of its first edition, where more than one improvement leads to the answer."""
    first = Bot(play.asked)
    first.agent = HeuristicAgent1()
    first.agent.reset(first.seat, 1)
    return Bot(play.asked).would(play), first.would(play)


def test_editions__by_name():
    """`heuristic` is the bot of today, `heuristic@1` its first edition."""
    assert type(load_agent("heuristic", "four_souls")) is HeuristicAgent
    assert type(load_agent("heuristic@1", "four_souls")) is HeuristicAgent1


def test_prices__godhead_before_the_d4():
    """With 10 cents it buys Godhead, after which games were won, and not The D4, whose text promises more."""
    play = position(Seat(coins=10), Seat(), shop=["the_d4", "godhead"], monsters=["satan"])
    assert both(play, Improvement.PRICES) == ("buy Godhead", "buy The D4")


@pytest.mark.parametrize(("better", "promising"), [("Dad's Lost Coin", "The D4"), ("Godhead", "Champion Belt")])
def test_prices__what_won_games(better, promising):
    """With 10 cents it buys what won more games, not what its text makes look better, and attacks nothing first."""
    play = position(Seat(coins=10), Seat(), shop=[better, promising], monsters=["cursed_horf"])
    assert both(play, Improvement.PRICES) == (f"buy {better}", f"buy {promising}")


def test_prices__sacred_heart_before_the_unknown():
    """With three souls each it buys Sacred Heart, not the unknown top of the treasure deck."""
    play = position(Seat(coins=10, souls=3), Seat(souls=3), shop=["sacred_heart", "mini_mush"], monsters=["the_lamb"])
    assert editions(play) == ("buy Sacred Heart", "buy the top of the treasure deck")


def test_prices__decoy_takes_what_won_games():
    """Decoy is exchanged for Two of Clubs, with which games were won, not for Finger!, whose text promises more."""
    play = position(Seat(items=["decoy"]), Seat(items=["finger", "two_of_clubs"]), monsters=["satan"])
    assert both(play.activate("decoy"), Improvement.PRICES) == ("choose Two of Clubs", "choose Finger!")


def test_prices__a_draft():
    """Eden begins with Meat!, which adds 1 to attack rolls, not with Glass Cannon, which has nothing to destroy yet (R1.11)."""
    S = GAME.new(1)
    GAME.setup(S, seed=1007, num_players=2, eden_only=1)
    play = Play(S)
    while play.asked == 0:
        play.take(play.ids()[0])
    assert editions(play) == ("choose Meat!", "choose Glass Cannon")


def test_risk__fights_with_something_to_lose():
    """With 2 HP and Brimstone, which it would lose with its life, it attacks Pooter all the same."""
    play = position(Seat(items=["brimstone"], hp=2, coins=3, turned=True), Seat(), monsters=["pooter"])
    assert both(play, Improvement.RISK) == ("attack Pooter", "pass")


def test_risk__with_two_attacks():
    """Champion Belt allows two attacks: with 2 HP, and items to lose, it attacks Gemini."""
    items = ["empty_vessel", "champion_belt"]
    play = position(Seat(items=items, coins=1, hand=["dice_shard"], turned=True), Seat(), monsters=["gemini"])
    assert both(play, Improvement.RISK) == ("attack Gemini", "pass")


def test_risk__after_a_purchase():
    """An item bought in this turn does not make it leave an attack out, though it would lose the item with its life."""
    seat = Seat(items=["host_hat", "spoon_bender"], hand=["dice_shard"], souls=2, purchases_used=1, turned=True)
    play = position(seat, Seat(souls=1), monsters=["squirt"], monster_deck=[Placed("satan", known=[0, 1])])
    assert both(play, Improvement.RISK) == ("attack Squirt", "pass")
    assert editions(play) == ("attack Squirt", "pass")


def test_risk__while_it_saves():
    """It keeps 14 cents for the Soul of Greed (25 cents), but does not pass its whole turn: it attacks Pin."""
    play = position(
        Seat(items=["empty_vessel", "champion_belt"], hand=["butter_bean"], coins=14, turned=True),
        Seat(),
        shop=["the_battery", "charged_baby"],
        monsters=["pin", "leaper"],
        bonus_souls=["soul_of_greed"],
    )
    assert editions(play) == ("attack Pin", "pass")


def test_risk__leaves_the_better_fight_open():
    """Three cents for Ring of Flies bring the Soul of Greed, a fourth soul, nearer: Ragman covers Stoney instead."""
    seats = Seat(souls=3, coins=9), Seat()
    monsters = {"monsters": ["ring_of_flies", "stoney"], "monster_deck": ["ragman"]}
    play = position(*seats, **monsters, bonus_souls=["soul_of_greed"]).attack("deck").pass_all()
    assert both(play, Improvement.RISK) == ("choose Stoney", "choose Ring of Flies")


def test_risk__beside_cursed_psy_horf():
    """Cursed Psy Horf deals 1 damage to who activates an item: Blood Lust stays unused at the start of the turn."""
    seat = Seat(items=["blood_lust", "razor_blade"])
    play = position(seat, Seat(), monsters=["cursed_psy_horf", "squirt"], phase="start")
    assert editions(play) == ("pass", "activate Blood Lust")


def test_restraint__razor_blade_waits():
    """Razor Blade, which deals 1 damage to a player, is not used against a player with full hit points."""
    play = position(Seat(items=["razor_blade"], turned=True), Seat(), monsters=["satan"])
    assert both(play, Improvement.RESTRAINT) == ("pass", "activate Razor Blade")


@pytest.mark.parametrize(("mine", "hers", "expected"), [(0, 1, "pass"), (2, 1, "attack Mom's Heart!")])
def test_heart__dies_only_while_ahead(mine, hers, expected):
    """Mom's Heart ends the game for whoever has most souls: a weak one is attacked while ahead, left alone while behind."""
    seats = Seat(souls=["gurdy", "pin"][:mine]), Seat(souls=["fistula"][:hers])
    play = position(*seats, monsters=[Placed("moms_heart", hp=1)])
    assert both(play, Improvement.HEART) == (expected, "attack Mom's Heart!")


def test_heart__is_no_target_while_behind():
    """Plan C kills a monster: behind in souls that is Portal, not Mom's Heart, whose death ends the game for the leader."""
    play = position(Seat(items=["plan_c"]), Seat(souls=1), monsters=["portal", "moms_heart"]).activate("plan_c")
    assert both(play, Improvement.HEART) == ("choose Portal", "choose Mom's Heart!")


def test_thorns__isaac_strikes_back():
    """Isaac! deals damage to a player of the attacker's choice when it is hit. It takes seven hits, and the opponent lives
    for two: the rest would be for the attacker."""
    play = position(Seat(), Seat(), monsters=["isaac_boss"])
    without = both(play, Improvement.THORNS)
    assert without[0] != "attack Isaac!" and without[1] == "attack Isaac!"


def test_escape__from_a_lost_fight():
    """With 1 HP against Gurdy, and Godhead to lose, it cancels its attack with Lord of the Pit."""
    play = (
        position(Seat(items=["lord_of_the_pit", "godhead"], hp=1), Seat(), monsters=["gurdy"])
        .attack("gurdy")
        .pass_all()
    )
    assert both(play, Improvement.ESCAPE) == ("activate Lord of the Pit", "pass")


def test_trials__the_chest():
    """The Chest, whose text promises nothing while it is kept, was bought in the games of those who won."""
    play = position(Seat(coins=10), Seat(), shop=["the_chest"], monsters=["satan"])
    with_trials, without = both(play, Improvement.TRIALS)
    assert with_trials == "buy The Chest" != without


def test_trials__the_shovel_in_another_turn():
    """The Shovel, whose text promises nothing, puts a monster back on its deck in the turn of an opponent."""
    play = position(Seat(items=["the_shovel"]), Seat(), monsters=["satan"], monster_discard=["mulligan"], active=1)
    assert both(play.pass_(by=1), Improvement.TRIALS) == ("activate The Shovel", "pass")


def test_chest__lost_gladly():
    """The Chest becomes a soul when it would be destroyed: whoever dies gives it up rather than Compost (R13.4)."""
    play = position(Seat(items=["the_chest", "compost"], hp=1), Seat(), monsters=["pin"], dice=[1]).attack("pin")
    while play.question != "destroy":
        play.pass_all()
    assert both(play, Improvement.CHEST) == ("choose The Chest", "choose Compost")


@pytest.mark.parametrize(("item", "today"), [("the_chest", "pass"), ("meat", "play XIII. Death")])
def test_chest__no_gift_to_an_opponent(item, today):
    """XIII. Death makes an opponent lose an item: one whose only item is The Chest would get a soul for it."""
    play = position(Seat(hand=["death_tarot"]), Seat(items=[item]), monsters=["satan"])
    assert editions(play) == (today, "play XIII. Death")


def test_top__of_the_monster_deck():
    """The Curse puts Mulligan, an easy prey, on top of the monster deck before the attack, and not a penny on the loot deck."""
    play = position(
        Seat(items=["the_curse"]), Seat(), monsters=["satan"], monster_discard=["mulligan"], loot_discard=["a_penny"]
    )
    play.activate("the_curse")
    assert both(play, Improvement.TOP) == (
        "choose the monster deck or its discard pile",
        "choose the loot deck or its discard pile",
    )


def test_split__hurts_the_opponent():
    """Pestilence divides damage when it dies: the opponent takes it, not the bot."""
    play = position(Seat(hand=["gold_bomb"]), Seat(hp=1), monsters=[Placed("pestilence", hp=2)])
    play.play("gold_bomb", "pestilence")
    while play.question != "target":
        play.pass_all()
    assert both(play, Improvement.SPLIT) == ("choose the player to your left", "choose yourself")


def test_force__an_opponent_against_satan():
    """Monster Manual makes the active player attack: an opponent whom Satan! will kill."""
    play = position(Seat(items=["monster_manual"]), Seat(), monsters=["satan"], active=1).pass_(by=1)
    assert both(play, Improvement.FORCE) == ("activate Monster Manual", "pass")


def test_replace__monsters_that_nobody_can_beat():
    """Ehwaz replaces Satan! and The Lamb before an attack."""
    play = position(Seat(hand=["ehwaz"]), Seat(), monsters=["satan", "the_lamb"], monster_deck=["fly"])
    assert both(play, Improvement.REPLACE) == ("play Ehwaz", "attack the top of the monster deck")


def test_pays__a_rich_player_buys_the_razor():
    """Golden Razor Blade deals damage for 5 cents: with 50 cents it is bought, not the unknown top of the treasure deck."""
    play = position(Seat(coins=50), Seat(), shop=["golden_razor_blade", "the_map"], monsters=["satan"])
    assert both(play, Improvement.PAYS) == ("buy Golden Razor Blade", "buy the top of the treasure deck")


def test_turn__worth_living_for():
    """Every player knows that Mom, who is worth two souls, lies on top of the monster deck. With 2 HP it takes 1 damage for
    XIV. Temperance, not 2: it would not live to attack her."""
    play = position(Seat(hand=["temperance"], coins=1, souls=2), Seat(), monsters=["gurdy"]).play("temperance")
    assert both(play, Improvement.TURN) == ("mode a", "mode b")


def test_now__steals_the_third_soul():
    """Mom's Shovel takes a soul, once: with 2 souls, against a player with 3, it is bought before Meat!."""
    play = position(Seat(coins=10, souls=2), Seat(souls=3), shop=["moms_shovel", "meat"], monsters=["satan"])
    assert both(play, Improvement.NOW) == ("buy Mom's Shovel", "buy Meat!")


def test_now__destroys_two_souls():
    """Chaos Card destroys a card, once: while an opponent has Mom!, two souls, it is bought before the unknown treasure."""
    play = position(
        Seat(coins=10), Seat(souls=["mom"]), shop=["chaos_card"], monsters=["satan"], monster_deck=["gurdy"]
    )
    assert editions(play) == ("buy Chaos Card", "buy the top of the treasure deck")


def test_armed__for_the_fight_of_this_turn():
    """Brimstone adds 1 to the attack and won more games, but Meat!, which adds 1 to attack rolls, is better against Gurdy."""
    play = position(Seat(coins=10), Seat(), shop=["brimstone", "meat"], monsters=["gurdy"])
    assert both(play, Improvement.ARMED) == ("buy Meat!", "buy Brimstone")


def test_cost__two_damage_at_two_hit_points():
    """XIV. Temperance gives 8 cents for 2 damage: with 2 HP it takes 4 cents for 1 instead."""
    play = position(Seat(hand=["temperance"]), Seat(), monsters=["mulligan"], phase="start").play("temperance")
    assert both(play, Improvement.COST) == ("mode a", "mode b")


def test_cost__nothing_before_a_fight():
    """With 2 HP and Pin to attack it keeps XIV. Temperance, whose damage it would lack in the fight."""
    play = position(Seat(hand=["temperance", "the_hierophant"]), Seat(), monsters=["pin"])
    assert both(play, Improvement.COST) == ("attack Pin", "play XIV. Temperance")


def test_figures__a_battery_is_used():
    """Lil Battery recharges Sack of Pennies instead of waiting for a better moment."""
    play = position(
        Seat(hand=["lil_battery"], items=[Placed("sack_of_pennies", turned=True)]), Seat(), monsters=["satan"]
    )
    assert both(play, Improvement.FIGURES) == ("play Lil Battery", "pass")


def waiting(play: Play, *stack: str) -> Play:
    """Passes until the bot may answer what lies on the stack, from the bottom up, in parts of its words."""
    while not (play.asked == 0 and len(play.stack) == len(stack) and all(map(str.__contains__, play.stack, stack))):
        assert play.question == "priority", play.situation()
        play.pass_(by=play.asked)
    return play


def test_hold__godhead_for_a_roll_that_decides():
    """The first roll against Cursed Fatty, with 2 HP against 2, misses: Godhead is as good for the next miss, if there is one."""
    seat = Seat(items=["godhead"], turned=True)
    play = position(seat, Seat(), monsters=[Placed("cursed_fatty", hp=2)], dice=[1]).attack("cursed_fatty")
    assert both(waiting(play, "attack roll 1"), Improvement.HOLD) == ("pass", "activate Godhead")
    last = position(Seat(items=["godhead"], hp=1, turned=True), Seat(), monsters=["cursed_fatty"], dice=[1])
    assert Bot().would(waiting(last.attack("cursed_fatty"), "attack roll 1")) == "activate Godhead"


def test_purse__four_cents_that_buy_ipecac():
    play = position(Seat(hand=["the_world", "four_cents"], coins=9), Seat(), shop=["ipecac"], monsters=["satan"])
    assert both(play, Improvement.PURSE) == ("play 4 Cents!", "play XXI. The World")


def test_purse__no_coins_for_the_dead():
    """The 8 cents of XIV. Temperance's second mode would pay for Godhead, but its 2 damage kill the buyer first (R10.1)."""
    seat = Seat(hand=["temperance"], coins=6)
    play = position(seat, Seat(), shop=["godhead"], monsters=["satan"]).play("temperance")
    assert Bot().would(play) == "mode a"


def test_triggered__damage_of_lust():
    """Lust dies, and deals 1 damage to its attacker, who has 1 HP and a charged Yum Heart."""
    seat = Seat(items=["yum_heart"], hp=1, turned=True)
    play = position(seat, Seat(), monsters=[Placed("lust", hp=1)], dice=[5]).attack("lust")
    play = waiting(play, "death of Lust", "trigger Lust")
    assert both(play, Improvement.TRIGGERED) == ("activate Yum Heart", "pass")


@pytest.mark.parametrize(("hers", "expected"), [(3, "attack the top of the monster deck"), (2, "play 4 Cents!")])
def test_last__play_is_kept_for_the_answer(hers, expected):
    """The last loot play is that of Butter Bean! as long as a rival lacks one soul and could steal it with Mom's Shovel."""
    seats = Seat(hand=["four_cents", "butter_bean"], souls=2, plays_used=1), Seat(souls=hers, items=["moms_shovel"])
    assert both(position(*seats, monsters=["satan"]), Improvement.LAST) == (expected, "play 4 Cents!")


def test_above__answers_the_answer():
    """Its A Dime!! waits below an opponent's Butter Bean!: its own Butter Bean! saves the dime."""
    play = position(Seat(hand=["a_dime", "butter_bean"], coins=0), Seat(hand=["butter_bean"]), monsters=["satan"])
    play.play("a_dime").pass_(by=0).play("butter_bean", "a_dime", by=1)
    while play.asked != 0:
        play.pass_(by=play.asked)
    assert both(play, Improvement.ABOVE) == ("play Butter Bean!", "pass")
