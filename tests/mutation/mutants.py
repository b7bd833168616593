# ruff: noqa: F403, F405
"""The broken cards, by kind of break. A test that plays the card, through decisions in a game, has to notice each of them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import replace

from fs_env.core.four_souls.language.codes import Once
from fs_env.core.four_souls.language.words import *
from tests.mutation.changes import Mutant, MutantError, ability, drop, facts, no_may, swap, swap_lines, without

NUMBERS = (
    Mutant("number", "a_dime", swap(gain(10), gain(9))),
    Mutant("number", "the_hierophant", swap(shield(2, t), shield(1, t))),
    Mutant("number", "goat_head", swap(loot(discarded), loot(1))),
    Mutant("number", "jawbone", swap(steal_coins(3, t), steal_coins(2, t))),
    Mutant("number", "mini_mush", swap(number(-2, 0), number(-1, 0))),
    Mutant("number", "book_of_belial", swap(either(-1, 1), number(-1, 1))),
    Mutant("number", "crystal_ball", swap(number(1, 6), number(1, 5))),
    Mutant("number", "dople", swap(damage(amount, right_neighbour), damage(1, right_neighbour))),
    Mutant("number", "famine", swap(loot(3, active_player), loot(2, active_player))),
    Mutant("number", "larry_jr", swap(hp_reaches(this, 2), hp_reaches(this, 1))),
    Mutant("number", "ambush", swap(must_attack(me, monster_deck, 2), must_attack(me, monster_deck, 1))),
    Mutant("number", "two_of_diamonds", swap(gain(coins_of(t), t), gain(coins_of(me), t))),
    Mutant("number", "credit_card", swap(next_shop_price(0), next_shop_price(5))),
    Mutant("number", "wooden_nickel", swap(gain(result, t), gain(3, t))),
    Mutant("number", "curse_of_tiny_hands", swap(discard_to(2), discard_to(3))),
    Mutant("number", "athame", swap(discard_loot(2, t), discard_loot(1, t))),
    Mutant("number", "divorce_papers", swap(steal_coins(half, t), steal_coins(everything, t))),
    Mutant("number", "twenty_twenty", swap(number(0, 2), number(1, 2))),
    Mutant("number", "blastocyst", swap(expand(monster_slots, 2), expand(monster_slots, 1))),
)

TARGETS = (
    Mutant("target", "razor_blade", swap(player, player | monster)),
    Mutant("target", "finger", swap(item & of(roller) & noneternal, item & of(roller))),
    Mutant("target", "the_devil", swap(item & noneternal & of(others) | shop_item, item & noneternal & of(others))),
    Mutant("target", "butter_bean", swap(stack_item | stack_loot, stack_loot)),
    Mutant("target", "lucky_foot", swap(roll & nonattack, roll)),
    Mutant("target", "placebo", swap(item & has_activated & noneternal & not_this, item & has_activated & not_this)),
    Mutant("target", "judgement", swap(player & most_souls, player)),
    Mutant("target", "greed_event", swap(player & most_coins, player)),
    Mutant("target", "brimstone", swap(other_player, player)),
    Mutant("target", "tarot_cloth", swap(take_loot(1, roller, by=owner), take_loot(1, roller, by=chance))),
    Mutant("target", "evil_twin", swap(damage(amount, left_neighbour), damage(amount, right_neighbour))),
    Mutant("target", "greedling", swap(player, other_player)),
    Mutant("target", "death_boss", swap(player, other_player)),
    Mutant("target", "yum_heart", swap(player | monster, player)),
    Mutant(
        "target",
        "i_cant_believe_its_not_butter_bean",
        swap((stack_item | stack_loot) & aimed_at_mine, stack_item | stack_loot),
    ),
    Mutant("target", "moms_knife", swap(monster & not_it, monster)),
    Mutant("target", "holy_card", swap(dying_player, player)),
    Mutant("target", "tumor", swap(player, other_player)),
    Mutant("target", "moms_eye_shadow", swap(monster & attackable, monster)),
    Mutant("target", "game_breaking_bug", swap(item & of(roller) & noneternal, item & noneternal)),
    Mutant("target", "distant_admiration", swap(other_player & has_hand, other_player)),
    Mutant("target", "rainbow_baby", swap(gain(2, each_player), gain(2, others))),
    Mutant("target", "get_out_of_jail_card", swap(lock(others), lock(each_player))),
)

UNASKED = (
    Mutant("may", "dads_lost_coin", no_may()),
    Mutant("may", "charged_baby", no_may()),
    Mutant("may", "restock", no_may()),
    Mutant("may", "cains_eye", no_may()),
    Mutant("may", "wizoob", no_may()),
    Mutant("may", "moms_dead_hand", no_may()),
    Mutant("may", "holy_moms_eye", no_may()),
    Mutant("may", "i_can_see_forever", no_may()),
    Mutant("may", "incubus", no_may()),
    Mutant("may", "more_options", no_may()),
    Mutant("may", "ouija_board", no_may()),
    Mutant("may", "the_missing_page", no_may()),
    Mutant("may", "the_left_hand", no_may()),
    Mutant("may", "smart_fly", no_may()),
    Mutant("may", "holy_bony", no_may()),
)

TRIGGERS = (
    Mutant("trigger", "eye_of_greed", swap(any_roll(5), any_roll(4))),
    Mutant("trigger", "sacred_heart", swap(roll_shows(1, by=me), roll_shows(1))),
    Mutant("trigger", "swallowed_penny", swap(damage_taken(me), damage_dealt(me, anything))),
    Mutant("trigger", "counterfeit_penny", swap(gains_coins(me), gains_coins(others))),
    Mutant("trigger", "bloody_penny", swap(dies(any_player), dies(me))),
    Mutant("trigger", "shiny_rock", swap(activates(me), activates(any_player))),
    Mutant("trigger", "suicide_king", swap(before_penalty, after_penalty)),
    Mutant("trigger", "lazarus_rags", swap(after_penalty, before_penalty)),
    Mutant("trigger", "curse_of_pain", swap(turn_start(me), turn_end(me))),
    Mutant("trigger", "lust", swap(damage_taken(this, combat=True), damage_taken(this))),
    Mutant("trigger", "gluttony", swap(damage_taken(this, roll=6), damage_taken(this))),
    Mutant("trigger", "gurdy_jr", swap(activates(attacker), activates(any_player))),
    Mutant("trigger", "satan", swap(vs_this(6), any_roll(6))),
    Mutant("trigger", "soy_milk", swap(damage_dealt(me, monster, combat=True), damage_dealt(me, monster))),
    Mutant("trigger", "pink_eye", swap(damage_taken(me, by=monster, roll=1), damage_taken(me, by=monster))),
    Mutant("trigger", "deaths_head", swap(other_monster_dies, turn_end(any_player))),
    Mutant("trigger", "steven", swap(vs_this(2), vs_this(2, 3))),
    Mutant("trigger", "bony", swap(vs_this(1), any_roll(1))),
    Mutant("trigger", "globin", swap(hp_reaches(this, 1, exactly=True), hp_reaches(this, 1))),
    Mutant("trigger", "abaddon", swap(damage_taken(me, by=monster), damage_taken(me))),
    Mutant("trigger", "head_of_the_keeper", swap(kills(me), monster_dies)),
    Mutant("trigger", "euthanasia", swap(same_roll_twice(me, attack_rolls=True), same_roll_twice(me))),
    Mutant("trigger", "phd", swap(my_roll_pushed(nonattack), my_roll_pushed())),
    Mutant("trigger", "dark_arts", swap(dies(others), dies(any_player))),
    Mutant("trigger", "gimpy", swap(damage_taken(me), turn_start(me))),
)

CONDITIONS = (
    Mutant("condition", "dead_bird", drop(rolled_by_another)),
    Mutant("condition", "edens_blessing", drop(coins_of(me) == 0)),
    Mutant("condition", "starter_deck", swap(hand_of(me) >= 8, hand_of(me) >= 7)),
    Mutant("condition", "dinga", drop(killing_roll == 6)),
    Mutant("condition", "soul_of_gluttony", swap(hand_of(any_player) >= 10, hand_of(any_player) >= 9)),
    Mutant("condition", "gaper", drop(killing_roll == 6)),
    Mutant("condition", "dads_key", drop(no_attack)),
    Mutant("condition", "one_up", drop(turn_of(me))),
)

LIMITS = (
    Mutant("limit", "the_habit", ability(0, once=Once.NEVER)),
    Mutant("limit", "the_haunt", ability(1, every=1)),
    Mutant("limit", "headless_horseman", ability(1, once=Once.NEVER)),
    Mutant("limit", "poker_chip", ability(0, once=Once.NEVER)),
    Mutant("limit", "telepathy_for_dummies", ability(0, once=Once.NEVER)),
)

DICE = (
    Mutant("dice", "dark_bum", swap_lines(0, 1)),
    Mutant("dice", "pills_red", swap_lines(1, 2)),
    Mutant("dice", "blank_rune", swap_lines(3, 5)),
    Mutant("dice", "wrath", swap_lines(0, 1)),
    Mutant("dice", "chest_1", swap_lines(0, 1)),
    Mutant("dice", "pills_purple", swap_lines(1, 2)),
    Mutant("dice", "trap_door", swap_lines(0, 1)),
    Mutant("dice", "spiked_chest", swap_lines(0, 1)),
    Mutant("dice", "head_of_krampus", swap_lines(0, 1)),
)

STATICS = (
    Mutant("static", "dinner", swap(hp(1), hp(2))),
    Mutant("static", "trinity_shield", drop(static(lock_others()))),
    Mutant("static", "steamy_sale", swap(shop_price(5), shop_price(6))),
    Mutant("static", "curved_horn", swap(first_attack_roll_atk(1), atk(1))),
    Mutant("static", "carrion_queen", drop(static(immune_roll(5)))),
    Mutant("static", "stoney", swap(evasion(1, each_monster), evasion(2, each_monster))),
    Mutant("static", "horf", swap(add_damage_on_roll(2, 1), add_damage_on_roll(3, 1))),
    Mutant("static", "curse_of_the_blind", swap(evasion(1, my_attacked_monster_eot), evasion(1, each_monster))),
    Mutant("static", "cancer", swap(first_roll_bonus(1), first_attack_roll_bonus(1))),
    Mutant("static", "knight", swap(also_hit_on(1), also_hit_on(2))),
    Mutant("static", "curse_of_fatigue", drop(static(recharge_only_one()))),
    Mutant("static", "polyphemus", drop(static(attack_rolls(-1)))),
    Mutant("static", "krampus", swap(must_attack_each_turn(everybody), must_attack_each_turn())),
)

COSTS = (
    Mutant("cost", "battery_bum", swap(coins(4), coins(3))),
    Mutant("cost", "contract_from_below", swap(destroy_items(2), destroy_items(1))),
    Mutant("cost", "guppys_paw", drop(take_damage(1))),
    Mutant("cost", "temperance", swap(take_damage(2), take_damage(1))),
    Mutant("cost", "the_bone", swap(counters(2), counters(1))),
    Mutant("cost", "succubus", swap(coins(3), coins(2))),
    Mutant("cost", "bag_o_trash", swap(coins(4), discard_cost(1))),
)

MISHAP = lasting(when(any_attack_roll(1, 2), damage(1, each(monster))))
CANDLE = lasting(when(named_roll, damage(1, t), t=target(player | monster)), named=number(1, 6))
DURATIONS = (
    Mutant("duration", "diplopia", swap(become(t, until=eot), become(t, until=forever))),
    Mutant("duration", "modeling_clay", swap(become(t, until=forever), become(t, until=eot))),
    Mutant("duration", "lemon_mishap", swap(MISHAP, replace(MISHAP, until=once))),
    Mutant("duration", "red_candle", swap(CANDLE, replace(CANDLE, until=once))),
)

STEPS = (
    Mutant("step", "potato_peeler", drop(discard_top(treasure_deck))),
    Mutant("step", "bum_friend", drop(hand_to_deck(1))),
    Mutant("step", "the_emperor", drop(to_bottom(rest))),
    Mutant("step", "the_sun", drop(to_bottom(this))),
    Mutant("step", "moms_hand", drop(end_turn(attacker))),
    Mutant("step", "the_fool", drop(end_turn(active_player))),
    Mutant("step", "void", swap(discard_hand(), discard_any(me))),
    Mutant("step", "black_rune", drop(discard_hand(me))),
    Mutant("step", "infestation", drop(discard_loot(1))),
    Mutant("step", "cursed_eye", drop(end_turn(me))),
)

FACTS = (
    Mutant("fact", "a_nickel", facts(count=4)),
    Mutant("fact", "monstro", facts(hp=3)),
    Mutant("fact", "mom", facts(souls=1)),
    Mutant("fact", "pandoras_box", facts(souls=2)),
    Mutant("fact", "the_dead_cat", facts(counters=8)),
    Mutant("fact", "cain", facts(start="the_d6")),
    Mutant("fact", "hush", facts(evasion=4)),
    Mutant("fact", "charger", facts(attack=2)),
    Mutant("fact", "the_lost", facts(innate=0)),
    Mutant("fact", "two_cents_gold", facts(count=3)),
    Mutant("fact", "moms_heart", facts(hp=7)),
    Mutant("fact", "holy_chest", facts(souls=2)),
)

TRAITS = (
    Mutant("trait", "guppys_head", without(guppy)),
    Mutant("trait", "moms_shovel", without(enters_deactivated)),
    Mutant("trait", "deaths_head", without(unattackable)),
    Mutant("trait", "guppys_eye", without(guppy)),
    Mutant("trait", "the_d6", without(eternal)),
)

ROOMS = (
    Mutant("number", "blood_money", swap(gain(4, each_player_but_it), gain(3, each_player_but_it))),
    Mutant("number", "blessing_of_steam", swap(discount(5), discount(4))),
    Mutant("number", "dice_room_2", swap(loot(3, each_player), loot(2, each_player))),
    Mutant("target", "spoils_of_war", swap(loot(1, each_player_but_it), loot(1, each_player))),
    Mutant("target", "shadow_of_war", swap(item & noneternal & of(it), item & noneternal)),
    Mutant("trigger", "equality", swap(gains_coins(any_player), gains_coins(others))),
    Mutant("trigger", "conjoined_twin", swap(kills(any_player, monster), dies(any_player))),
    Mutant("trigger", "blessing_of_greed", swap(turn_start(me), turn_end(me))),
    Mutant("static", "black_champions", swap(atk(1, each_monster), atk(2, each_monster))),
    Mutant("static", "samsons_blessing", swap(atk(1, everybody), atk(2, everybody))),
)

MUTANTS = (
    *(*NUMBERS, *TARGETS, *UNASKED, *TRIGGERS, *CONDITIONS, *LIMITS, *DICE),
    *(*STATICS, *COSTS, *DURATIONS, *STEPS, *FACTS, *TRAITS, *ROOMS),
)


def named(name: str) -> Mutant:
    """The mutant of that name. Raises MutantError for an unknown one."""
    for mutant in MUTANTS:
        if mutant.name == name:
            return mutant
    known = [mutant.name for mutant in MUTANTS]
    raise MutantError(f"no mutant is named '{name}'; {_nearest(name, known)}")


def of_cards(card_ids: Iterable[str]) -> list[Mutant]:
    """The mutants of these cards. Raises MutantError for a card that has none."""
    known = {mutant.card_id for mutant in MUTANTS}
    for card_id in card_ids:
        if card_id not in known:
            raise MutantError(f"no mutant breaks a card '{card_id}'; {_nearest(card_id, known)}")
    return [mutant for mutant in MUTANTS if mutant.card_id in set(card_ids)]


def _nearest(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, known)
    return f"write {' or '.join(near)}" if near else "`python -m tests.mutation.check --list` shows all"
