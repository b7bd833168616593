# ruff: noqa: F403, F405
"""The compiler: exact programs of cards, and shapes no card of the base set has."""

import pytest

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.language.cards import loot_card, treasure_card
from fs_env.core.four_souls.language.codes import NONE, AbilityFlag, Cost, Event, Lasting, Num, Sel, Until
from fs_env.core.four_souls.language.compiler import ABILITY_COLUMNS, compile_cards
from fs_env.core.four_souls.language.nodes import CardError
from fs_env.core.four_souls.language.verbs import Op
from fs_env.core.four_souls.language.words import *
from tests.core.four_souls.language.program_text import disassemble, row_text

FLAGS = ABILITY_COLUMNS.index("flags")


def listing(card_id):
    """Programs of a card's abilities, without its name, and of what they lead to."""
    c = T.CARD_ID[card_id]
    texts = [disassemble(a) for a in range(T.N_ABILITIES) if T.AB_CARD[a] == c and T.AB_HEAD[a] != 5]
    return [text.removeprefix(card_id + " ") for text in texts]


def compiled(*abilities, maker=treasure_card):
    return compile_cards([maker("specimen", "Specimen", *abilities)])


def instructions(tables):
    return tables.program


@pytest.mark.parametrize(
    ("card_id", "expected"),
    [
        ("bomb", "play: 0 TARGET r0 [player|monster&alive] me; 1 COMMIT; 2 DAMAGE 1 r0; 3 END"),
        ("the_d6", "activated: 0 TARGET r0 [roll] me; 1 COMMIT; 2 REROLL r0; 3 END"),
        (
            "book_of_belial",
            "activated: 0 TARGET r0 [roll] me; 1 COMMIT; 2 NUMBER r4 -1 1 ends; 3 ADD_ROLL r4 r0; 4 END",
        ),
        (
            "temperance",
            "play: 0 MODE 2; 1 UNLESSMODE 0 L3; 2 COST take_damage 1; 3 UNLESSMODE 1 L5; 4 COST take_damage 2; 5 COMMIT; "
            "6 IFMODE 0 L9; 7 GAIN 4 me; 8 JMP L11; 9 IFMODE 1 L11; 10 GAIN 8 me; 11 END",
        ),
        (
            "charged_baby",
            "when any_roll(any, 4): 0 TARGET r0 [item] me doubles; 1 COMMIT; 2 MAY me L4; 3 RECHARGE r0; 4 END",
        ),
        ("dads_lost_coin", "when roll_shows(any, 2): 0 COMMIT; 1 MAY me L3; 2 REROLL that_roll; 3 END"),
        (
            "finger",
            "when any_roll(any, 4) only roller_not_me me 0: 0 TARGET r0 [item&noneternal&of(roller)] me doubles; "
            "1 COMMIT; 2 MAY me L6; 3 STEAL_ITEM r0; 4 PICK r4 [item&noneternal&owner_mine] me; 5 GIVE_ITEM r4 roller; 6 END",
        ),
        (
            "incubus",
            "activated: 0 MODE 2; 1 UNLESSMODE 0 L3; 2 TARGET r0 [player] me; 3 COMMIT; 4 IFMODE 0 L11; 5 LOOK_HAND r0; "
            "6 MAY me L10; 7 PICK r4 [hand_card&owner_mine] me; 8 PICK r5 [hand_card&of(r0)] me; 9 SWAP_LOOT r4 r5; "
            "10 JMP L14; 11 IFMODE 1 L14; 12 LOOT 1 me; 13 HAND_TO_DECK 1; 14 END",
        ),
        ("the_dead_cat", "instead would_take_damage(me, 0): 0 COMMIT; 1 UNCOUNTER amount; 2 ABSORB removed; 3 END"),
        (
            "baby_haunt",
            "when before_penalty(me, 0): 0 TARGET r0 [player&other] me; 1 COMMIT; 2 GIVE_ITEM this r0; 3 END",
        ),
        ("remote_detonator", "activated: 0 COMMIT; 1 VOTE [item&noneternal]; 2 DESTROY winner; 3 END"),
        (
            "moms_bra",
            "activated: 0 TARGET r0 [stack_damage] me; 1 TARGET r1 [player|monster] me; 2 COMMIT; "
            "3 LASTING damage_cap r1 1 that_object r0; 4 END",
        ),
        (
            "donation_machine",
            "paid: 0 TARGET r0 [player&other] me; 1 COST give_item 1 to=r0; 2 COMMIT; 3 GAIN 8 me; 4 END",
        ),
        (
            "justice",
            "play: 0 TARGET r0 [player] me; 1 COMMIT; 2 LOOT diff_hand me of=r0; 3 GAIN diff_coins me of=r0; 4 END",
        ),
        (
            "the_d4",
            "activated: 0 TARGET r0 [player] me doubles; 1 COMMIT; 2 DESTROY_THIS_FIRST; "
            "3 DESTROY each(item&noneternal&of(r0)); 4 TREASURE destroyed r0; 5 END",
        ),
        (
            "monstros_tooth",
            "when turn_start(me, 0): 0 TARGET r0 [player] random_player doubles; 1 COMMIT; "
            "2 PICK r4 [item&noneternal&of(r0)] r0; 3 DESTROY r4; 4 END",
        ),
        ("satan", "when vs_this(this, 64): 0 TARGET r0 [player&alive] me doubles; 1 COMMIT; 2 KILL r0; 3 END"),
    ],
)
def test_program__of_a_card(card_id, expected):
    """The one effect of the card, announced before COMMIT and resolved after it."""
    assert listing(card_id) == [expected]


def test_pandoras_box__each_line_has_a_program_of_its_own():
    """The box destroys itself, then rolls (R9.13); only the line of 3 asks for a target."""
    texts = listing("pandoras_box")
    assert texts[0].startswith("activated: 0 COMMIT; 1 DESTROY_THIS_FIRST rolls; 2 ROLL {1: A")
    assert texts[1:] == [
        "branch: 0 COMMIT; 1 GAIN 1 me; 2 END",
        "branch: 0 COMMIT; 1 GAIN 6 me; 2 END",
        "branch: 0 TARGET r0 [monster] me doubles; 1 COMMIT; 2 KILL r0; 3 END",
        "branch: 0 COMMIT; 1 LOOT 3 me; 2 END",
        "branch: 0 COMMIT; 1 GAIN 9 me; 2 END",
        "branch: 0 COMMIT; 1 BECOME_SOUL; 2 END",
    ]


def test_high_priestess__a_line_reads_the_target_of_the_card():
    """The target is locked when the card is played (R5.2); its line finds it in r0 and looks at it again (R17.2)."""
    play_text, *lines = listing("the_high_priestess")
    assert play_text.startswith("play: 0 TARGET r0 [player|monster&alive] me; 1 COMMIT; 2 ROLL")
    assert lines == ["branch: 0 STILL r0 [player|monster&alive]; 1 COMMIT; 2 DAMAGE result r0; 3 END"]


def test_host_hat__the_shield_names_an_effect_of_its_own():
    """The effect after the prevention is pushed later and asks for its own target (ER-31)."""
    shield_text, then = listing("host_hat")
    assert shield_text.startswith("activated: 0 COMMIT; 1 SHIELD 1 me A")
    assert then == "delayed: 0 TARGET r0 [player&other&alive] me; 1 COMMIT; 2 DAMAGE 1 r0; 3 END"


def test_crystal_ball__names_a_number_when_it_resolves():
    """ER-22: the number lies in r4, the answer is a delayed effect."""
    ball, then = listing("crystal_ball")
    assert ball.startswith("activated: 0 COMMIT; 1 NUMBER r4 1 6; 2 LASTING predict r4 0 next_roll A")
    assert then == "delayed: 0 COMMIT; 1 LOOT 3 me; 2 END"


def test_flags__of_single_cards():
    """Combat only (Lust), every 2 points (The Haunt), damage in the text (Bomb!), rolls (Wrath)."""

    def flags(card_id, head_from_end=1):
        c = T.CARD_ID[card_id]
        return int(T.AB_FLAGS[T.C_AB0[c] + T.C_ABN[c] - head_from_end])

    assert flags("lust") == AbilityFlag.COMBAT | AbilityFlag.DAMAGES
    assert flags("the_haunt") == AbilityFlag.EVERY_2
    assert flags("bomb") == AbilityFlag.DAMAGES
    assert flags("wrath") == AbilityFlag.ROLLS


def test_mega_battery__may_be_doubled():
    """ER-15: a doubled Mega Battery asks for one more player, a doubled Bomb! does not."""
    assert "doubles" in listing("mega_battery")[0] and "doubles" not in listing("bomb")[0]


def test_lasting_trigger__with_a_named_number():
    """A delayed trigger with its own target; the named number lies in r4 and the event leaves it open (ER-23)."""
    delayed = when(any_roll(), damage(1, t), t=target(player | monster))
    tables = compiled(activated(lasting(delayed, named=number(1, 6))))
    assert instructions(tables)[:4] == [
        {"op": Op.COMMIT},
        {"op": Op.NUMBER, "register": 4, "low": 1, "high": 6, "ends_only": 0},
        {
            **{"op": Op.LASTING, "lasting": Lasting.TRIGGER, "who": Sel.REG + 4, "n": 0},
            **{"until": Until.END_OF_TURN, "ability": 1, "object": NONE},
        },
        {"op": Op.END},
    ]
    event, n = ABILITY_COLUMNS.index("event"), ABILITY_COLUMNS.index("n")
    assert (tables.abilities[1][event], tables.abilities[1][n]) == (Event.ANY_ROLL, 0)


def test_optional_target__is_no_requirement():
    """An effect with only an optional target can always be announced (ER-03)."""
    tables = compiled(activated(recharge(t), t=target(item, optional=True)))
    assert tables.requirements == []
    assert instructions(tables)[0]["wanted"] == 1


def test_up_to_two_targets__are_no_requirement():
    """Up to two targets may be none, so the effect can always be announced; one instruction asks for both."""
    tables = compiled(activated(recharge(t), gain(1, u), t=target(item, upto=2), u=target(player, upto=2)))
    assert tables.requirements == []
    assert [row["wanted"] for row in instructions(tables)[:2]] == [2, 2]


def test_filter__of_two_cards():
    """A filter keeps two card kinds; one that names no card keeps none, and an unknown id is refused."""
    tables = compiled(
        activated(kill(t), destroy(u), t=target(monster_named("specimen", "specimen")), u=target(monster))
    )
    assert [row[4:] for row in tables.filters] == [(0, 0), (NONE, NONE)]
    with pytest.raises(CardError, match="'nobody' is not the id of a card"):
        compiled(activated(kill(t), t=target(monster_named("specimen", "nobody"))))


def test_branch_target__follows_the_registers_of_the_roll():
    tables = compiled(
        activated(recharge(t), roll_for({(1, 2, 3, 4, 5): kill(u), 6: gain(1)}, u=target(monster)), t=target(item))
    )
    line = tables.abilities[1]
    start = line[ABILITY_COLUMNS.index("pc")]
    assert row_text(instructions(tables)[start]).startswith("TARGET r1 ")
    assert instructions(tables)[start + 2] == {"op": Op.KILL, "what": Sel.REG + 1}


def test_mode_target__is_asked_under_its_mode_alone():
    tables = compiled(activated(mode(damage(1, t), [gain(1), heal(1, u)]), t=target(monster), u=target(player)))
    assert [row[0] for row in tables.requirements] == [0, 1]
    tables = compiled(activated(mode(damage(1, t), heal(1, t)), t=target(monster)))
    assert [row[0] for row in tables.requirements] == [NONE]


def test_empty_mode__is_skipped():
    """Choosing a mode without steps leads to END (Devil Deal)."""
    tables = compiled(play(mode(nothing(), gain(1))), maker=loot_card)
    assert [row["op"] for row in instructions(tables)] == [Op.MODE, Op.COMMIT, Op.IFMODE, Op.GAIN, Op.END]


def test_equal_programs__are_stored_once():
    cards = [treasure_card(card_id, card_id, when(turn_start(me), gain(1))) for card_id in ("one", "two")]
    tables = compile_cards(cards)
    assert len(tables.abilities) == 2 and len(tables.program) == 3


def test_cost__of_a_tap_effect_stands_last_on_push():
    """Targets first, then the cost (R5.2)."""
    tables = compiled(activated(shield(2, t), t=target(player), cost=take_damage(1)))
    assert instructions(tables)[1] == {"op": Op.COST, "cost": Cost.TAKE_DAMAGE, "n": 1, "receiver": NONE}


def test_number__of_a_choice_is_read_from_its_register():
    tables = compiled(activated(gain(number(1, 2)), loot(number(1, 3))))
    assert [row["n"] for row in instructions(tables) if row["op"] in (Op.GAIN, Op.LOOT)] == [Num.REG + 4, Num.REG + 5]


def test_rolling_flag__is_not_inherited_by_the_line():
    """R12.13: an activated effect that only rolls deals no damage itself, its line does."""
    tables = compiled(activated(roll_for(damage(1, me))))
    assert [row[FLAGS] for row in tables.abilities] == [AbilityFlag.ROLLS, AbilityFlag.DAMAGES]


@pytest.mark.parametrize(
    ("abilities", "message"),
    [
        ((activated(search(treasure_deck, deck_named("nobody"))),), "'nobody' is not the id of a card"),
        ((activated(mode(damage(1, t), gain(1), heal(1, t)), t=target(monster)),), "t serves 2 of 3 modes"),
        ((activated(mode(gain(1), gain(2)), mode(gain(3), gain(4))),), "two modes in one effect"),
        (
            (activated(damage(coins_of(t), me), t=target(player)),),
            "'coins_of' works with gain, lose and loot, not with damage",
        ),
        ((activated(gain(counters_of(this))),), "'counters_of' can only be compared"),
        (
            (activated(damage_split(u, t), t=target(player), u=target(player)),),
            "damage_split takes the first targets in order",
        ),
        ((activated(topdeck(top_of(u)), gain(1, t), t=target(player), u=target(discard_pile)),), "top_of"),
        ((when(turn_start(me), gain(1), every=2),), "every=2 adds up damage"),
    ],
)
def test_compile__refuses_what_no_program_can_say(abilities, message):
    """An error names the card and what is wrong."""
    with pytest.raises(CardError, match="card 'specimen': .*" + message.replace("(", r"\(")):
        compiled(*abilities)
