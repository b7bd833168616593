# ruff: noqa: F403, F405
"""Generated rules text: exact samples, every code has English, nothing leaks and nothing is left unsaid."""

from __future__ import annotations

import re

import pytest

from fs_env.core.four_souls.cards import all_cards
from fs_env.core.four_souls.language.card_kinds import CardFlag
from fs_env.core.four_souls.language.cards import (
    bonus_card,
    boss_card,
    character_card,
    curse_card,
    loot_card,
    monster_card,
    treasure_card,
)
from fs_env.core.four_souls.language.check import nodes_in
from fs_env.core.four_souls.language.codes import (
    AbilityFlag,
    Cond,
    Cost,
    Event,
    Flag,
    Head,
    Kind,
    Lasting,
    Num,
    Once,
    Rel,
    Sel,
    Static,
    Until,
    Victim,
    Who,
    Whom,
)
from fs_env.core.four_souls.language.english import card_text, rewards_text
from fs_env.core.four_souls.language.nodes import (
    Ability,
    Card,
    CardError,
    Condition,
    Each,
    Effect,
    Filter,
    LastingEffect,
    Modifier,
    Number,
    Owner,
    Pick,
    Price,
    Register,
    Selector,
    StaticAbility,
    Target,
    Trigger,
)
from fs_env.core.four_souls.language.verb import Step
from fs_env.core.four_souls.language.verbs import VERBS, flow
from fs_env.core.four_souls.language.words import *
from tests.every import every

CARDS = {card.id: card for _, card in all_cards()}
NAMES = {card.id: card.name for card in CARDS.values()}
PLAIN = re.compile(r"[A-Za-z0-9¢ .,:;/()'+!-]*")  # "!" ends names of cards
LEAKS = re.compile(r"\bNone\b|\bTrue\b|\bFalse\b|[A-Z]{3,}|_|  | ,| \.|\.\.|,,|::|then then|\b(\w+) \1\b")

SAMPLES = {
    "bomb": "Choose a player or monster. Deal 1 damage to it.",
    "the_d6": "Activate: choose a dice roll. Reroll it. Eternal.",
    "book_of_belial": "Activate: choose a dice roll. Add 1 to it or subtract 1 from it. Eternal.",
    "mini_mush": "Activate: choose a dice roll. Subtract up to 2 from it.",
    "the_bible": "Activate: choose one: (a) choose a curse and destroy it; (b) choose an attack of yours "
    "on a monster and cancel it; (c) choose Mom! or Mom's Heart! and kill it.",
    "lord_of_the_pit": "Activate: choose an attack on a monster. Cancel it and the attacking player may attack again this "
    "turn. Eternal.",
    "nine_volt": "At the end of your turn: choose up to 2 items you control that have an activated or paid effect. "
    "Recharge them.",
    "dads_key": "Discard 1 loot card: put the top card of the monster deck on a monster slot of "
    "your choice. Use this only if no attack is in progress.",
    "ouija_board": "Activate: reveal the top 4 cards of the monster deck. You may play a revealed card that is not "
    "a monster. Put the rest on the bottom of the deck in any order.",
    "skeleton_key": "On your turn you may attack 98 more times.",
    "two_of_diamonds": "Choose a player. That player gains as many ¢ as they have.",
    "pink_eye": "Trinket. When you take damage from a monster on an attack roll of 1: deal 1 damage to that monster.",
    "poker_chip": (
        "Trinket. The first time you would gain ¢ on each of your turns, roll: (1-3) gain 1¢ instead; "
        "(4-6) gain twice that many ¢ instead."
    ),
    "pills_spots": (
        "Roll: (1-2) choose a non-eternal item you control and reroll it (destroy it; if it is destroyed, its "
        "controller gains 1 treasure); (3-4) choose a non-eternal item and reroll it; (5-6) reroll each non-eternal "
        "item you control (destroy them all, then you gain 1 treasure for each one destroyed)."
    ),
    "mutant_spider": (
        "Activate: the next player to roll a die this turn rolls four dice instead and you choose one of them as the "
        "result."
    ),
    "divorce_papers": (
        "Activate: choose a player. Destroy this. If this is destroyed, steal half of that player's ¢ (rounded down), "
        "then that player gives you half of their loot cards (rounded down) of their choice, then steal a non-eternal "
        "item that player controls, of their choice."
    ),
    "holy_bony": (
        "When a player's roll ends on 6: that player may look at the top 3 cards of a deck of their choice and put "
        "them back on top in any order."
    ),
    "the_fallen": (
        "When this dies: the active player looks at the top 5 cards of the monster deck and puts them back on top in "
        "any order."
    ),
    "begotten": "When this drops to exactly 1 HP: this gets +1 attack until end of turn.",
    "lemon_mishap": "Activate: until end of turn, when a player's attack roll ends on 1 or 2, deal 1 damage to each "
    "monster.",
    "plan_c": "Activate: choose a monster. Destroy this. If this is destroyed, kill that monster, then at the end of "
    "this turn, kill each player.",
    "godhead": "Activate: choose a dice roll. Change it to 1 or 6.",
    "temperance": "Choose one: (a) take 1 damage: gain 4¢; (b) take 2 damage: gain 8¢.",
    "dagaz": (
        "Choose one: (a) choose a curse and destroy it; (b) choose a player and prevent 1 damage the next time that "
        "player would take damage this turn."
    ),
    "the_devil": (
        "Destroy a non-eternal item you control: choose a non-eternal item another player controls or a shop item. "
        "Steal it."
    ),
    "justice": (
        "Choose a player. Loot 1 card for each loot card that player has more than you. "
        "Gain 1¢ for each ¢ that player has more than you."
    ),
    "the_chariot": "Choose a player. That player gets +1 attack and +1 HP until end of turn.",
    "the_sun": "If it is your turn, take an extra turn after this one. Put this on the bottom of its deck.",
    "guppys_hairball": (
        "Trinket. If you would take damage, roll: (1-5) nothing; (6) prevent 1 of that damage. Guppy item."
    ),
    "dads_lost_coin": "When a player's roll shows 1: you may reroll that roll.",
    "finger": (
        "When another player's roll ends on 2: choose a non-eternal item that player controls. "
        "You may steal it, then give a non-eternal item you control to that player."
    ),
    "the_habit": "The first time you take damage each turn: choose an item. You may recharge it.",
    "edens_blessing": "At the end of your turn, if you have 0¢: gain 6¢.",
    "monstros_tooth": (
        "At the start of your turn: pick a player at random. "
        "Destroy a non-eternal item that player controls, of their choice."
    ),
    "curse_of_the_tower": (
        "When you take damage, roll: (1-3) deal 1 damage to each other player; "
        "(4-6) choose a monster and deal 1 damage to it."
    ),
    "guppys_paw": (
        "Activate, take 1 damage: choose a player. "
        "Prevent up to 2 damage the next time that player would take damage this turn. Guppy item."
    ),
    "donation_machine": "Give another non-eternal item you control to another player of your choice: gain 8¢.",
    "host_hat": (
        "Activate: prevent 1 damage the next time you would take damage this turn. "
        "If this prevents any, choose another player and deal 1 damage to that player."
    ),
    "crystal_ball": "Activate: name a number from 1 to 6. If the next roll this turn ends on it, loot 3.",
    "the_d4": (
        "Activate: choose a player. Destroy this. If this is destroyed, destroy each non-eternal item that player "
        "controls, then that player gains that many treasures."
    ),
    "the_chest": "If this would be destroyed, instead: this becomes a soul of yours, worth 1.",
    "bum_bo_item": (
        "While this has 1 or more counters: your first attack roll each turn gets +2. / While this has 10 or more "
        "counters: you have +1 attack. / While this has 25 or more counters: on your turn you may attack any number "
        "of times. / If you would gain ¢, instead: put that many counters on this."
    ),
    "the_bone": (
        "Activate: put 1 counter on this. / Remove 1 counter from this: choose a dice roll. Add 1 to it. / "
        "Remove 2 counters from this: choose a player or monster. Deal 1 damage to it. / "
        "Remove 3 counters from this: this becomes a soul of yours, worth 1. Eternal."
    ),
    "curse_of_amnesia": "Curse. At the end of your turn: discard 2 loot cards.",
    "ambush": "You must attack the monster deck twice this turn.",
    "ring_of_flies": (
        "When an attack roll against this ends on 3: the attacking player chooses another player. "
        "The attacking player steals 1 loot card at random from that player."
    ),
    "carrion_queen": "This takes no combat damage from an attack roll of 4 or 5.",
    "holy_moms_eye": "When a player's roll ends on 2: that player may recharge an item.",
    "peep": (
        "When this dies: the active player searches the monster deck for The Bloat and shuffles the deck. "
        "The active player puts the one found on a monster slot."
    ),
    "pestilence": "When this dies: deal 2 damage, divided as the active player chooses among players and monsters.",
    "delirium": (
        "Each other monster has +1 evasion. / When this dies: put this into its deck as the 6th card from the top."
    ),
    "counterfeit_penny": "Trinket. When you gain ¢: gain 1¢ more.",
    "cheese_grater": (
        "When a player's roll ends on 6: choose a deck. Reveal the top card of that deck. You may discard it."
    ),
    "butter_bean": "Choose an activated or paid effect or a loot card on the stack. Cancel it.",
    "the_high_priestess": "Choose a player or monster. Roll: deal it as much damage as the result.",
    "the_empress": "Choose a player. That player gets +1 attack and +1 to all their rolls until end of turn.",
    "the_magician": "Choose a dice roll. Change it to any number from 1 to 6.",
    "pride": "When this is attacked: the attacking player chooses a player. That player discards 2 loot cards.",
    "wizoob": (
        "When this dies: the active player chooses a player with a soul card. "
        "The active player may make that player lose 1 soul card of that player's choice."
    ),
    "the_lamb": (
        "When this dies: the active player chooses another player with a soul card. "
        "The active player may steal a soul card that player controls, of that player's choice."
    ),
    "soul_of_greed": "The first player who has 25¢ or more gains this soul.",
    "isaac": "Turn this sideways: play 1 more loot card.",
}
REWARDS = {
    "dip": "1¢",
    "trite": "loot 2",
    "fat_bat": "1 treasure",
    "satan": "2 treasures",
    "black_bony": "roll: loot as many cards as the result",
    "dinga": "roll: gain as many ¢ as the result",
    "bomb": None,
}


def said(*parts: object) -> str:
    return card_text(loot_card("sample", "Sample", *parts), NAMES)


def raw(*abilities: Ability, statics: tuple[StaticAbility, ...] = ()) -> str:
    return card_text(Card("sample", "Sample", 0, 0, abilities, statics), NAMES)


def clean(text: str) -> bool:
    ends = text.endswith(".") and text[:1].isupper()
    return bool(ends and PLAIN.fullmatch(text) and not LEAKS.search(text) and text.count("(") == text.count(")"))


@every(SAMPLES)
def test_samples_read_exactly_so(card_id: str) -> None:
    """The text of these cards is this text."""
    assert card_text(CARDS[card_id], NAMES) == SAMPLES[card_id]


def test_rewards_read_exactly_so() -> None:
    """Rewards are amounts, rolled rewards say what the result counts, cards without rewards have none (R14.4)."""
    assert {card_id: rewards_text(CARDS[card_id], NAMES) for card_id in REWARDS} == REWARDS


def test_every_card_has_text_or_does_nothing() -> None:
    silent = [card for card in CARDS.values() if not card_text(card, NAMES)]
    assert silent, "no plain monster in the table"
    for card in silent:
        heads = {ability.head for ability in card.abilities}
        assert card.flags & CardFlag.MONSTER and heads <= {Head.REWARD} and not card.statics, card.id


@every(CARDS)
def test_texts_are_whole_sentences_without_leaks(card_id: str) -> None:
    """A text is made of sentences in plain signs; no code name and no Python notation gets in."""
    text, rewards = card_text(CARDS[card_id], NAMES), rewards_text(CARDS[card_id], NAMES)
    assert not text or clean(text), text
    assert rewards is None or (PLAIN.fullmatch(rewards) and not LEAKS.search(rewards)), rewards


@every(CARDS)
def test_numbers_of_the_program_stand_in_the_text(card_id: str) -> None:
    """Every amount of 2 or more that a verb carries is told, so text and program cannot part."""
    card = CARDS[card_id]
    text = f"{card_text(card, NAMES)} {rewards_text(card, NAMES) or ''}".replace("twice", "2")
    amounts = [node.get("n") for node in nodes_in(card) if isinstance(node, Step)]
    for n in amounts:
        if isinstance(n, int) and n >= 2:
            assert re.search(rf"\b{n}(\b|¢|th|rd|nd)", text), (n, text)


boss_in_deck = Filter(Kind.DECK_CARD, Flag.BOSS)
revealed = Selector(Sel.REVEALED, "revealed")
taken = Selector(Sel.TAKEN, "taken")


VERB_SAMPLES = [  # t is a player, u an item, v a monster
    gain(2, t),
    lose(everything, t),
    steal_coins(1, t),
    loot(discarded),
    discard_loot(1, t),
    discard_hand(t),
    discard_any(me),
    discard_to(2, t),
    take_loot(1, t, by=owner),
    take_loot(1, t, by=taker),
    take_loot(1, t, by=chance, to=attacker),
    swap_loot(pick(hand_card & mine), pick(hand_card & of(t))),
    hand_to_deck(1),
    pass_hands(),
    look_hand(t),
    loot_plays(unlimited),
    treasure(destroyed, t),
    destroy(u),
    destroy_this_first(),
    steal_item(pick(item & of(t) & noneternal, by=t)),
    give_item(u, t),
    swap_items(this, u),
    recharge(my_character),
    deactivate(u),
    reroll_item(each(item & mine & noneternal)),
    become(u, until=forever),
    become_soul(),
    counter(amount),
    uncounter(2),
    lose_soul(t),
    steal_soul(pick(soul & of(t), by=t)),
    give_curses(),
    look(3, loot_deck),
    reveal(1, monster_deck),
    reveal_until(2, monster_deck, boss_in_deck),
    search(treasure_deck, deck_guppy),
    order_top(),
    keep_top(1),
    to_bottom(rest),
    copy_effect(u),
    vote(item & noneternal),
    play_given(taken),
    play_revealed(revealed),
    end_game(pick(player & most_souls)),
    damage(result, each(monster)),
    damage_split(t, t),
    absorb(removed),
    set_amount(amount_doubled),
    kill(v),
    heal(Number(Num.FULL, "full"), t),
    shield(2, v, then=effect(damage(1, w), w=target(other_player))),
    shield_pool(2, me),
    save(t),
    boost(rolls(-2), t),
    reroll(that_roll),
    set_roll(that_roll, number(1, 6)),
    add_roll(that_roll, number(0, 2)),
    cancel(u),
    cancel_all(),
    cancel_attack(current_attack),
    attacks(2, t, where=monster_deck),
    must_attack(t, anything, additional=True),
    retarget_attack(v),
    end_turn(t),
    extra_turn(me),
    skip_turn(t),
    expand(shop_slots, 2),
    cover(pick(slot & unattacked)),
    replace_monster(each(monster & unattacked)),
    discard_monster(v),
    discard_shop(v),
    discard_room(this),
    replace_shop_any(),
    to_slot(found, slot),
    topdeck(pick(discarded_monster)),
    topdeck_any(discarded_monster),
    discard_top(loot_deck),
    into_deck(6),
]
TARGETS = (("t", target(player)), ("u", target(item)), ("v", target(monster)))


def test_verb_samples_cover_every_verb() -> None:
    """Each verb that has English has a sample above; the others order programs, and the compiler alone writes them."""
    ordering = {verb.name for verb in VERBS if verb.says is None}
    assert {step.verb.name for step in VERB_SAMPLES} == {verb.name for verb in VERBS} - ordering
    assert all(verb.word is None for verb in VERBS if verb.name in ordering)


@every(VERB_SAMPLES, lambda step: step.verb.name)
def test_every_verb_has_english(verb: Step) -> None:
    """A verb makes clean sentences for a player and for a monster's active player, alone, after "may" and in a list."""
    for flags in (0, CardFlag.MONSTER):
        for steps in ((verb,), (may(verb),), (mode(verb, [verb, verb]),), (roll_for(verb),), (verb, loot(1))):
            text = card_text(Card("x", "X", 0, 0, (Ability(Head.PLAY, Effect(steps, TARGETS)),), flags=flags), NAMES)
            assert clean(text), text


@every([event for event in Event if event != Event.NOTHING])
def test_every_event_has_english(event: Event) -> None:
    head = Head.INSTEAD if event >= Event.WOULD_TAKE_DAMAGE else Head.WHEN
    for who in Who:
        for victim in Victim:
            trigger = Trigger(event, who, 1 << 6, victim)
            plain = Ability(head, Effect((gain(1),)), trigger)
            rare = Ability(head, Effect((gain(1),)), trigger, turn_of(me), Once.TURN)
            own = Ability(head, Effect((gain(1),)), trigger, once=Once.OWN_TURN)
            for ability in (plain, rare, own):
                assert clean(raw(ability)), raw(ability)


@every(Static)
def test_every_static_has_english(static_code: Static) -> None:
    """Every continuous modifier, of everyone, with and without a condition, is a clean sentence."""
    for whom in Whom:
        for only in (None, hand_of(me) == 0):
            ability = StaticAbility(Modifier(static_code, 2, 2, whom), only)
            assert clean(raw(statics=(ability,))), raw(statics=(ability,))


@every([cost for cost in Cost if cost != Cost.NOTHING])
def test_every_cost_has_english(cost: Cost) -> None:
    for head, start in ((Head.PAID, ""), (Head.ACTIVATED, "Activate, ")):
        price = Price(cost, 2, t if cost == Cost.GIVE_ITEM else None)
        targets = (("t", target(other_player)),) if cost == Cost.GIVE_ITEM else ()
        text = raw(Ability(head, Effect((gain(8),), targets), price=price))
        assert clean(text) and text.startswith(start) and text.endswith(": gain 8¢."), text


@every(Cond)
def test_every_condition_has_english(cond: Cond) -> None:
    """Every condition can stand after "if", in a trigger and in a static; ALWAYS is not mentioned."""
    condition = Condition(cond, this if cond in (Cond.COUNTERS_GE, Cond.KILLING_ROLL_EQ) else me, 2)
    text = raw(Ability(Head.WHEN, Effect((if_(condition, gain(1)),)), Trigger(Event.DIES, Who.ME), condition))
    assert clean(text) and (" if " in text) == (cond != Cond.ALWAYS), text
    assert clean(raw(statics=(StaticAbility(Modifier(Static.ATK, 1), condition),)))


@every([num for num in Num if num != Num.REG])
def test_every_number_has_english(num: Num) -> None:
    """Every number counts ¢, cards and damage; REG is written as a named number or a pick instead."""
    amount_of = Number(num, num.name.lower(), t)
    steps = (gain(amount_of, t), loot(amount_of), damage(amount_of, t), discard_loot(amount_of, t))
    text = raw(Ability(Head.PLAY, Effect(steps, TARGETS)))
    assert clean(text), text


@every([sel for sel in Sel if sel not in (Sel.REG, Sel.EACH)])
def test_every_selector_has_english(sel: Sel) -> None:
    """Every role is a noun in a triggered effect; REG and EACH are written as registers and each(...)."""
    for event in (Event.DAMAGE_DEALT, Event.ANY_ROLL, Event.THIS_DIES):
        ability = Ability(Head.WHEN, Effect((destroy(Selector(sel, "x")),)), Trigger(event, Who.ANY, 2))
        assert clean(raw(ability)), raw(ability)


@every(Kind)
def test_every_kind_and_demand_has_english(kind: Kind) -> None:
    """Every kind of object can be chosen, picked and meant as a whole, with every demand that concerns it."""
    flags = [0, *(flag for flag in Flag if _speaks(Filter(kind, flag)))]
    for flag in flags:
        for made in (Filter(kind, flag), Filter(kind | Kind.PLAYER, flag), Filter(kind, flag, Owner(Rel.MINE))):
            steps = (destroy(t), destroy(Pick(made, me)), destroy(Each(made)))
            text = raw(Ability(Head.PLAY, Effect(steps, (("t", Target(made, me)),))))
            assert clean(text), text


def _speaks(made: Filter) -> bool:
    try:
        return bool(said(play(destroy(pick(made)))))
    except CardError:
        return False


def test_every_demand_concerns_a_kind() -> None:
    """No demand of a filter is without words, and none of them goes unsaid."""
    for flag in Flag:
        kinds = [kind for kind in Kind if _speaks(Filter(kind, flag))]
        assert kinds, flag.name
        for kind in kinds:
            plain = said(play(destroy(pick(Filter(kind)))))
            assert said(play(destroy(pick(Filter(kind, flag))))) != plain, (flag.name, kind.name)


def test_owners_have_english() -> None:
    """Owners of items and hands: you, another player, a chosen one, any player."""
    assert said(play(destroy(pick(item & mine)))) == "Destroy an item you control."
    assert said(play(destroy(pick(item & of(others))))) == "Destroy an item another player controls."
    assert said(play(destroy(pick(item & of(t))), t=target(player))).endswith("Destroy an item that player controls.")
    assert said(play(destroy(pick(item & of(any_player))))) == "Destroy an item."


LASTING = {
    Lasting.SHIELD: eot,
    Lasting.SHIELD_POOL: eot,
    Lasting.DOUBLE_LOOT: eot,
    Lasting.LOOT_FROM_DISCARD: next_loot,
    Lasting.DOUBLE_NEXT_LOOT_CARD: next_loot_card,
    Lasting.DAMAGE_CAP: that_object,
    Lasting.ROLL_FOUR: next_roll,
    Lasting.STORED_ROLL: Until.FIRST_ATTACK_ROLL,
    Lasting.PRICE: Until.NEXT_SHOP_PURCHASE,
    Lasting.LOCK: eot,
    Lasting.NEXT_ATTACK_ROLL: eot,
}


def test_every_lasting_rule_has_english() -> None:
    """Every entry of the lasting table is a clean sentence, and a wrong duration is refused."""
    assert set(LASTING) == set(Lasting) - {
        Lasting.NOTHING,
        Lasting.TRIGGER,
        Lasting.PREDICT,
        Lasting.ROLLS,
        Lasting.EVASION,
        Lasting.ACTIVATED,
        Lasting.PLAYED,
        *range(Lasting.LOOT_GOAL, Lasting.SIX_GOAL + 1),
    }
    for kind, until in LASTING.items():
        for whom in (None, t):
            text = said(play(lasting(LastingEffect(kind, whom, 1), until=until), gain(1, t), t=target(player)))
            assert clean(text), text
        with pytest.raises(CardError, match=kind.name):
            said(play(lasting(LastingEffect(kind, me, 1), until=once)))


def test_delayed_effects_have_english() -> None:
    """A delayed trigger tells how long it waits; a prediction tells its number (A52)."""
    burn = when(any_roll(2), damage(1, t), t=target(monster))
    assert said(activated(lasting(burn))) == (
        "Activate: until end of turn, when a player's roll ends on 2, choose a monster and deal 1 damage to it."
    )
    ending = when(turn_end(any_player), kill(each(player)))
    assert said(activated(lasting(ending, until=once))) == "Activate: at the end of this turn, kill each player."
    mourning = when(dies(any_player), gain(1))
    assert said(activated(lasting(mourning, until=once))) == "Activate: the next time a player dies, gain 1¢."
    assert "name a number from 1 to 6" in said(activated(lasting(predict(number(1, 6), loot(3)), until=next_roll)))


def test_up_to_two_targets_have_english() -> None:
    """Up to two targets are asked for and named together; what they have is told in the plural."""
    assert said(play(recharge(t), t=target(item & mine & active_item, upto=2))) == (
        "Choose up to 2 items you control that have an activated or paid effect. Recharge them."
    )
    assert said(play(gain(1, t), t=target(player & has_soul, upto=2))) == (
        "Choose up to 2 players with a soul card. Those players gain 1¢."
    )


def test_conditions_of_paid_effects_have_english() -> None:
    assert said(paid(coins(3), gain(1), only=no_attack)) == (
        "Pay 3¢: gain 1¢. Use this only if no attack is in progress."
    )


def test_same_number_twice_has_english() -> None:
    """ER-24: any roll of the turn is compared, or attack rolls of the attack only."""
    assert said(when(same_roll_twice(me), gain(1))) == (
        "When your roll ends on the same number as your previous roll this turn: gain 1¢."
    )
    assert said(when(same_roll_twice(me, attack_rolls=True), gain(1))) == (
        "When your attack roll ends on the same number as your previous attack roll in this attack: gain 1¢."
    )


def test_optional_and_equal_targets_have_english() -> None:
    """An optional target is one "if there is one" (ER-03); two targets of one sort are told apart."""
    assert said(play(gain(1), recharge(t), t=target(item, optional=True))) == (
        "Choose an item (if there is one). Gain 1¢. Recharge that item."
    )
    assert said(play(swap_items(t, u), t=target(item), u=target(item))) == (
        "Choose an item and a second one. Swap control of the first item and the second item."
    )


def test_who_acts_on_a_monster_is_the_active_player() -> None:
    """On a monster "me" is the active player (R2.14); on bonus cards and curses it is "you" (R2.24)."""
    steps = when(this_dies, look(2, loot_deck), may(order_top()))
    text = card_text(monster_card("m", "M", (1, 2, 1), gain(1, active_player), steps))
    assert text == (
        "When this dies: the active player looks at the top 2 cards of the loot deck. "
        "The active player may put them back on top in any order."
    )
    assert card_text(bonus_card("b", "B", play(discard_hand()))) == "Discard your hand."
    assert card_text(curse_card("c", "C", when(dies(me), discard_hand()))) == "Curse. When you die: discard your hand."


def test_traits_and_facts_have_english() -> None:
    """Counters, orientation, marks and the draft of a character are told."""
    item_text = card_text(
        treasure_card("i", "I", enters_with(1), enters_deactivated, guppy, eternal, activated(gain(1)))
    )
    assert item_text == ("Enters play deactivated. Enters play with 1 counter. Activate: gain 1¢. Guppy item. Eternal.")
    assert card_text(boss_card("b", "B", (1, 0, 0), None, unattackable)) == "Cannot be attacked."
    assert "look at the top 3 treasure cards" in card_text(character_card("c", "C", drafts=3))


def test_trigger_flags_have_english() -> None:
    """Combat, the attack roll behind the damage and the summed points are told (R11.19, ER-47)."""
    assert said(when(damage_taken(me, combat=True), gain(1))) == "When you take combat damage: gain 1¢."
    assert said(when(damage_taken(me, roll=6), gain(1))) == "When you take damage from an attack roll of 6: gain 1¢."
    assert said(when(damage_taken(me), gain(1), every=2)) == "For every 2 damage you take in a turn: gain 1¢."
    by_monster = Trigger(Event.DAMAGE_TAKEN, Who.ME, flags=AbilityFlag.BY_MONSTER)
    assert said(when(by_monster, gain(1))) == "When you take damage from a monster: gain 1¢."


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ((Ability(Head.PLAY, Effect(("gain",))),), "a step of type str"),
        ((Ability(Head.PLAY, Effect((gain("x"),))),), "a number of type str"),  # type: ignore[arg-type]
        ((Ability(Head.PLAY, Effect((gain(1, "x"),))),), "an operand of type str"),  # type: ignore[arg-type]
        ((Ability(Head.PLAY, Effect((gain(1, Register("t")),))),), "t, which has not been chosen yet"),
        ((Ability(Head.PLAY, Effect((Step(flow.jmp, (("jump", 1),)),))),), "the verb jmp"),
        (
            (Ability(Head.PLAY, Effect((Step(gain, (("n", 1), ("who", me), ("until", 7))),))),),
            "the operand until of gain",
        ),
        ((Ability(Head.PLAY, Effect((Step(gain, (("n", 1),)),))),), "gain without the operand who"),
        ((Ability(Head.PLAY, Effect((boost(atk(1), me, until=next_roll),))),), "a change until next_roll"),
        ((Ability(Head.BRANCH, Effect((gain(1),))),), "the head BRANCH"),
        ((Ability(Head.WHEN, Effect((gain(1),)), Trigger(Event.DIES, flags=AbilityFlag.COMBAT)),), "the flags 2"),
        ((Ability(Head.PLAY, Effect((destroy(Pick(Filter(Kind.DECK, Flag.GUPPY), me)),))),), "the demands 4096"),
    ],
)
def test_a_node_without_english_is_a_clear_error(parts: tuple[Ability, ...], message: str) -> None:
    """A node without English is refused, naming the card and the node, and never printed as Python shows it."""
    with pytest.raises(CardError, match=rf"^card 'sample': no English for .*{re.escape(message)}"):
        raw(*parts)
