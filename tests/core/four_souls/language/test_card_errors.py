# ruff: noqa: F403, F405
"""Cards written wrongly are refused when they are read, with the card's name and what to write instead."""

import pytest

from fs_env.core.four_souls.language.cards import bonus_soul, loot_card, treasure_card
from fs_env.core.four_souls.language.nodes import CardError
from fs_env.core.four_souls.language.words import *


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: activated(damage(1, t)), "t is used but never asked; add t=target"),
        (lambda: activated(gain(1), t=target(player)), "t is asked but never used"),
        (lambda: activated(gain(1), x=target(player)), "unknown keyword 'x'; targets are named t, u, v, w"),
        (lambda: activated(gain(1, t), t=player), "is not a target; write t=target"),
        (lambda: activated(gain(1, t), t=target(pick(player))), "it takes a filter, pick"),
        (lambda: activated(recharge(target(item))), "target.* is inside a verb"),
        (lambda: activated(recharge(t), t=target(noneternal)), "a filter names no kind of object"),
        (
            lambda: activated(recharge(t), gain(1, u), t=target(item & of(u)), u=target(player)),
            "of.u. comes before u is asked",
        ),
        (lambda: activated(roll_for({any_number: gain(1)}), gain(1)), "a step follows roll_for"),
        (lambda: activated(roll_for({(1, 2): gain(1)})), r"answers \[1, 2\]; each of 1 to 6 needs exactly one line"),
        (lambda: activated(roll_for(gain(1), t=target(player))), "no line of the dice table uses it"),
        (lambda: activated(may(roll_for(gain(1)), gain(1))), "a step follows roll_for"),
        (lambda: paid(3, gain(1)), "the cost is 3; write coins"),
        (lambda: paid(give_item_cost(t), gain(1)), "the cost uses t, which is not asked"),
        (lambda: when(would_take_damage(me), gain(1)), "'would_take_damage' belongs in instead"),
        (lambda: instead(turn_start(me), gain(1)), "'turn_start' belongs in when"),
        (lambda: when(damage_taken(me), gain(1), every=3), "every=3; expected 2"),
        (lambda: activated(lasting(gain(1))), r"lasting\(.*write when"),
        (lambda: activated(lasting(activated(gain(1)))), "lasting.* takes when"),
        (lambda: activated(lasting(when(named_roll, gain(1)))), "named_roll and named=number.* belong together"),
        (lambda: activated(lasting(when(turn_end(me), gain(1)), named=number(1, 6))), "belong together"),
        (lambda: when(named_roll, gain(1)), r"no number is named here; write any_roll\(n\)"),
        (lambda: activated(lasting(when(turn_end(me), gain(1, t))), t=target(player)), "t is used but never asked"),
        (lambda: activated(shield(1, t, then=effect(damage(1, t))), t=target(player)), "t is used but never asked"),
        (lambda: activated(*(gain(number(1, 2)) for _ in range(5))), "5 picks and numbers; a program has room for 4"),
        (lambda: activated(recharge(t), t=target(item, upto=3)), "upto is 1 or 2"),
        (
            lambda: activated(
                *(recharge(x) for x in (t, u, v)), t=target(item, upto=2), u=target(item), v=target(item)
            ),
            "2 needs the register two places later",
        ),
        (
            lambda: activated(gain(1, t), roll_for(recharge(u), u=target(item, upto=2)), t=target(player)),
            "2 needs the register two places later",
        ),
        (lambda: activated("gain 1"), "'gain 1' is not a step; write verbs"),
        (lambda: static(rolls(1)), "rolls.n. is not a continuous modifier; write attack_rolls"),
        (lambda: gain(1), "is not an ability; write play, activated"),
    ],
)
def test_card__written_wrongly_is_refused(make, message):
    with pytest.raises(CardError, match="card 'specimen': .*" + message):
        treasure_card("specimen", "Specimen", make())


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: any_roll(7), "contains a number that is not on a die; write numbers from 1 to 6"),
        (lambda: dies(roller), "an event of 'roller' is not known"),
        (lambda: boost(loot_step(1), me), "boost changes hp.n., atk.n., evasion.n. or rolls.n."),
        (lambda: player & monster, "two kinds are joined with '.'"),
        (lambda: player | noneternal, "a demand alone names no kind"),
        (lambda: mine & of(t), "'&' was given two owners"),
        (lambda: item & mine | soul & of(others), "two different owners"),
        (lambda: result >= 3, "'result >= 3' is not a condition"),
        (lambda: coins_of(t) == 0, "'coins_of == 0' is not a condition"),
        (lambda: damage_taken(me, by=player), "write by=monster"),
        (lambda: my_roll_pushed(roll), "write nonattack"),
        (lambda: kills(it), "an event of 'it' is not known"),
    ],
)
def test_word__used_wrongly_is_refused(make, message):
    with pytest.raises(CardError, match=message):
        make()


def test_bonus_soul__needs_a_condition_about_somebody():
    with pytest.raises(CardError, match="is not a condition"):
        bonus_soul("specimen", "Specimen", coins_of(t) >= 25)


def test_targets__at_most_four():
    """A stack object keeps four registers; a dice line counts those of the effect that rolled."""
    four = {name: target(player) for name in "tuvw"}
    card = loot_card("specimen", "Specimen", play(gain(1, t), gain(1, u), gain(1, v), gain(1, w), **four))
    assert len(card.abilities[0].effect.targets) == 4


def test_errors__are_value_errors():
    """CardError is a ValueError, so a caller needs no import to catch it."""
    assert issubclass(CardError, ValueError)
