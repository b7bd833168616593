"""R4: priority."""

from __future__ import annotations

import pytest

from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.scenario import Play, ScenarioError
from tests.core.four_souls.rules.table import deal, start


def test_window__only_its_holder_acts() -> None:
    """R4.1: the decision belongs to one player, whose own cards alone are offered; several may be used before passing."""
    seat = {"hand": ["a_penny"], "items": ["sack_of_pennies", "mr_boom"]}
    game = start(seat, {"hand": ["bomb"], "items": ["the_battery"]})
    game.expect(asked=0, legal=["play A Penny!", "activate Mr. Boom"], illegal=["play Bomb!", "activate The Battery"])
    game.activate("sack_of_pennies").activate("mr_boom", "fly").play("a_penny").expect(asked=0, stack=3)


def test_window__others_declare_nothing() -> None:
    """R4.1: a player who is not active is offered neither purchases nor attacks, also on an empty stack."""
    game = start({"coins": 10}, {"coins": 30}).expect(legal=["buy Dinner", "attack Fly"]).pass_()
    game.expect(asked=1, illegal=["buy Dinner", "buy the top of the treasure deck", "attack Fly"], legal="pass")


def test_priority__stays_with_the_player_who_acted() -> None:
    """R4.2: whoever pushes something by an own action keeps priority, the active player or another one."""
    game = start({}, {}, {"items": ["sack_of_pennies", "mr_boom"]})
    game.activate("sack_of_pennies", by=2).expect(asked=2).activate("mr_boom", "fly").expect(asked=2)
    game.pass_().expect(asked=0)


def test_priority__active_player_after_a_resolution() -> None:
    """R4.2, FSR-025: when an object of another player has resolved, the active player has priority."""
    game = start({}, {"items": ["sack_of_pennies"]}, {}).activate("sack_of_pennies", by=1).expect(asked=1)
    game.pass_().pass_().pass_().expect(asked=0, stack=[]).expect(player=1, coins=4)


def test_priority__active_player_after_a_trigger() -> None:
    """R4.2: an own action that makes something trigger hands priority to the active player, the trigger above it."""
    seat = {"items": ["sack_of_pennies", "shiny_rock"]}
    game = start({}, seat, {}).activate("sack_of_pennies", by=1)
    game.expect(asked=0, stack=["activate sack of pennies", "player 1: trigger shiny rock"])


def test_priority__active_player_after_a_cost_that_triggers() -> None:
    """R4.2, R5.11: damage paid for [guppys_paw] triggers above the effect, and the active player has priority."""
    game = start({}, {"items": ["guppys_paw", "fanny_pack"]}, {}).activate("guppys_paw", 0, by=1)
    game.expect(player=1, hp=1).expect(asked=0, stack=["activate guppys paw player 0", "player 1: trigger fanny pack"])


def test_priority__active_player_after_a_fizzle_or_cancel() -> None:
    """R4.2: after a cancel and after a fizzle the active player has priority."""
    game = start({"hand": ["bomb"]}, {"hand": ["butter_bean"], "items": ["mr_boom"]}, monsters=["dip", "fly"])
    game.copy().play("bomb", "dip").play("butter_bean", by=1, turn=True).pass_all().expect(asked=0, stack=[])
    game.play("bomb", "dip").activate("mr_boom", "dip", by=1).pass_all().pass_all().pass_all()
    game.pass_all().expect(stack=["play bomb", "refill monster slot 0"], asked=0).pass_all().pass_all()
    game.expect(asked=0, stack=[]).expect(card="bomb", zone="discard")


def test_priority__active_player_at_the_start_of_a_phase() -> None:
    """R4.2: each step with a window begins with the active player."""
    game = start({}, {}, {}, active=1, phase="start").expect(asked=1)
    for phase in ("loot", "action", "end"):
        game.until(phase).expect(asked=1, phase=phase, active=1)


def test_passing__in_turn_order() -> None:
    """R4.3: passing gives priority to the left, round the table."""
    game = start({}, {}, {}, {}, active=2)
    for seat in (2, 3, 0, 1):
        game.expect(asked=seat, phase="action").pass_()
    game.expect(asked=2, phase="end")


def test_passing__a_push_begins_the_round_anew() -> None:
    """R4.3, R4.4, FSR-026: two pass, the third plays C; three more passes resolve C alone, A and B wait."""
    seats = ({"items": ["sack_of_pennies"], "hand": ["a_penny"]}, {}, {"items": ["mystery_sack"]})
    game = start(*seats, dice=[5]).play("a_penny").activate("sack_of_pennies").pass_().pass_()
    game.activate("mystery_sack").pass_().expect(asked=0).pass_().expect(asked=1, stack=3).pass_()
    game.expect(asked=0, stack=["play a penny", "activate sack of pennies", "roll 5 for mystery sack"])
    game.expect(player=0, coins=3)


def test_all_passed__object_attack_roll_or_next_phase() -> None:
    """R4.4: a round of passes resolves the top object, or makes the next attack roll, or ends the phase."""
    game = start({"hand": ["a_penny"]}, dice=[1])
    game.copy().play("a_penny").pass_all().expect(phase="action").expect(player=0, coins=4)
    game.copy().attack("fly").pass_all().expect(stack=[], attacking="fly").pass_all().expect(stack=["attack roll 1"])
    game.pass_all().expect(phase="end", stack=[])


def test_no_window__recharge_end_steps_and_resolution() -> None:
    """R4.5: from the last pass of the end phase to the next start no player has priority; nor while an object resolves."""
    game = start({"items": ["sack_of_pennies"]}, {"turned": True, "items": [{"card": "mr_boom", "turned": True}]})
    game.until("end").pass_().pass_().expect(active=1, phase="start", asked=1)
    game.expect(player=1, turned=False).expect(card="mr_boom", turned=False)
    resolving = start({"hand": ["the_moon"], "items": ["sack_of_pennies"]}).play("the_moon").pass_all()
    resolving.expect(question="keep", asked=0, illegal=["pass", "activate Sack of Pennies"])
    with pytest.raises(ScenarioError, match="no player has priority"):
        resolving.activate("sack_of_pennies")


def test_no_window__setup() -> None:
    """R4.5: the first decision of a dealt game is Eden's choice or the window of the first start phase."""
    for seed in range(4):
        game = deal(seed, 2)
        assert game.question in ("draft", "priority")
        assert game.question == "draft" or game.read.game()["phase"] == "start"
        game.expect(stack=[], decisions=0)


def test_dead__keep_priority_and_play() -> None:
    """R4.6: a dead player gets priority and uses an item and a loot card whose costs can be paid."""
    seat = {"dead": True, "items": ["sack_of_pennies"], "hand": ["a_penny"]}
    game = start({}, seat, {}).activate("sack_of_pennies", by=1).play("a_penny", turn=True).settle()
    game.expect(player=1, coins=5, dead=True, hp=0)


def test_algorithm__pending_things_before_the_window() -> None:
    """R4.7: what an object caused is pushed before any player has priority, then the active player acts, passes at zero."""
    game = start({"hand": ["death_tarot"]}, {"items": ["greeds_gullet"]}, {}).play("death_tarot", 1)
    game.pass_().pass_().pass_().expect(stack=["death of player 1"], asked=0).pass_().pass_().expect(asked=2).pass_()
    game.expect(stack=["penalty of player 1", "player 1: trigger greeds gullet"], asked=0)
    game.pass_().pass_().expect(stack=2, asked=2).expect(player=1, coins=3)


def test_algorithm__bonus_soul_before_what_waits() -> None:
    """R4.7, R19.2: the bonus soul comes at once, before the trigger of the same gain is pushed."""
    seat = {"hand": ["a_penny"], "coins": 24, "items": ["counterfeit_penny"]}
    game = start(seat, bonus_souls=True).play("a_penny").pass_all()
    game.expect(player=0, souls=1, coins=25).expect(stack=["trigger counterfeit penny"])


def test_pass__of_the_active_player_does_not_end_the_turn() -> None:
    """R4.8: the active player passes, another one acts; afterwards the active player may still attack and buy."""
    game = start({"coins": 10}, {"items": ["sack_of_pennies"]}).pass_().activate("sack_of_pennies").pass_().pass_()
    game.expect(asked=0, phase="action", stack=[], legal=["attack Fly", "buy Dinner"]).expect(player=1, coins=4)


def test_ended_turn__windows_until_the_stack_is_empty() -> None:
    """R4.9: while the turn is being ended the rest resolves with windows; then the end phase begins without another."""
    seat = {"items": ["sack_of_pennies", "mystery_sack"], "coins": 10, "hp": 1, "hand": ["bomb"]}
    game = start(seat).activate("sack_of_pennies").play("bomb", 0).pass_all()
    game.expect(stack=["activate sack of pennies", "death of player 0"]).pass_all()
    game.pass_all("mystery_sack").expect(
        stack=["activate sack of pennies"], phase="action", asked=0, illegal="attack Fly"
    ).pass_all()
    game.expect(stack=[], phase="end", asked=0).expect(player=0, coins=10, dead=True)


def test_optional_actions__as_often_as_they_can_be_paid() -> None:
    """R4.10: [battery_bum] is paid for again and again until the stack holds 32 objects; passing continues."""
    seat = {"items": ["battery_bum", "the_battery"], "coins": 400, "hand": ["a_penny"]}
    game = start(seat)
    for _ in range(31):
        game.pay("battery_bum", "the_battery")
    game.expect(legal=["pay for Battery Bum", "play A Penny!"]).activate("the_battery").expect(stack=32)
    assert game.legal() == ["pass"]
    game.pass_all().expect(stack=31, legal=["pay for Battery Bum", "play A Penny!"])


def passes_by(game: Play, rule: str | tuple[str, ...]) -> bool:
    return GAME.passing(game.S, 0, rule) == GAME.action_ids["pass"][0]


def passed_by(game: Play) -> list[str]:
    return [rule for rule in ("none", "concerned", "all") if passes_by(game, rule)]


def test_passing_by_a_rule__never_ends_the_own_turn() -> None:
    """R4.8: with nothing on the stack the active player is always asked, the others are not concerned."""
    game = start({"hand": ["a_penny"]}, {"hand": ["bomb"]})
    assert passed_by(game) == [] and not passes_by(game, ())
    assert passed_by(game.pass_()) == ["concerned", "all"]


def test_passing_by_a_rule__own_turn_with_something_on_the_stack() -> None:
    """R4.1: what was played in the own turn is left to the active player, except by the rule that passes all."""
    game = start({"items": ["shiny_rock", "sack_of_pennies"]}).activate("sack_of_pennies")
    game.expect(asked=0, stack=["activate sack of pennies", "trigger shiny rock"])
    assert passed_by(game) == ["all"] and not passes_by(game, ("own",))
    assert passed_by(game.pass_()) == ["concerned", "all"]


def test_passing_by_a_rule__asks_about_what_others_have_played() -> None:
    """R4.1, R5.7: whoever did not play what is on top may answer it, in any turn; who played it, and keeps priority, passes."""
    game = start({}, {"hand": ["a_penny"]}, {}).pass_().play("a_penny", by=1, turn=True)
    game.expect(asked=1)
    assert passed_by(game) == ["concerned", "all"]
    assert passed_by(game.pass_().expect(asked=2)) == ["all"] and not passes_by(game, ("played",))
    assert not passes_by(game.pass_().expect(asked=0), ("played",))


@pytest.mark.parametrize(
    ("seat", "played"),
    [
        ({"hand": ["bomb"]}, lambda game: game.play("bomb", 1)),
        ({"hand": ["perthro"]}, lambda game: game.play("perthro", "decoy")),
        (
            {"hand": ["butter_bean"]},
            lambda game: game.pass_().play("a_penny", by=1, turn=True).pass_().play("butter_bean", by=0),
        ),
    ],
    ids=["the player", "an item", "a loot card on the stack"],
)
def test_passing_by_a_rule__asks_whose_own_is_a_target(seat, played) -> None:
    """R4.1: who is a target, or owns one, is asked; the player who is none is not."""
    game = played(start(seat, {"items": ["decoy"], "hand": ["a_penny"]}, {})).pass_()
    assert not passes_by(game.expect(asked=1), ("target",))
    assert passes_by(game.pass_().expect(asked=2), ("target",))


def test_passing_by_a_rule__asks_everybody_about_a_roll() -> None:
    """R9.3: a roll on top of the stack may be changed; below something else it is not the next to resolve."""
    game = (
        start({"items": ["fruitcake"]}, {"items": ["sack_of_pennies"]}, {}, dice=[2]).activate("fruitcake").pass_all()
    )
    game.expect(stack=["roll 2 for fruitcake"]).pass_()
    assert passed_by(game) == ["all"] and not passes_by(game, ("dice",))
    game.activate("sack_of_pennies", by=1).pass_()
    assert passes_by(game.expect(asked=2), ("dice",))


def test_passing_by_a_rule__asks_everybody_about_combat_damage() -> None:
    """R11.12: damage of an attack roll may be prevented before it resolves; with something above it that is answered first."""
    game = (
        start({}, {"items": ["sack_of_pennies"]}, {}, monsters=["fly"], dice=[6])
        .attack("fly")
        .pass_all()
        .pass_all()
        .pass_all()
    )
    game.expect(stack=["combat damage 1 to fly"]).pass_()
    assert (
        passed_by(game.expect(asked=1)) == ["all"] and not passes_by(game, ("combat",)) and passes_by(game, ("dice",))
    )
    game.activate("sack_of_pennies", by=1).pass_()
    assert passes_by(game.expect(asked=2), ("combat",))


def test_passing_by_a_rule__leaves_other_questions() -> None:
    """R7.10: the choice of a card to discard is no window."""
    game = start({"hand": ["a_penny"] * 6 + ["two_cents"] * 6}, phase="end").pass_all().expect(question="hand_limit")
    assert passed_by(game) == []


@pytest.mark.parametrize(
    ("variant", "roll", "passing"),
    [("rivals", 6, [0]), ("rivals", 1, [1, 2]), ("cooperative", 6, [0, 1]), ("cooperative", 1, [])],
    ids=["a hit", "a miss", "a hit of two together", "a miss of two together"],
)
def test_quick_passes__leave_an_attack_that_goes_well(variant: str, roll: int, passing: list[int]) -> None:
    """R11.10, R21.7: before the roll and before the damage a hit is passed by the attacker, a miss by rivals; the stop "suits" asks."""
    seats = [{"hand": ["a_penny"]} for _ in range(3 if variant == "rivals" else 2)]
    game = (
        start(*seats, options={"variant": variant}, monsters=["fly"], dice=[roll]).attack("fly").pass_all().pass_all()
    )
    rule = ("quick", "own", "dice", "combat")
    for on_top in (f"attack roll {roll}", "combat damage"):
        assert on_top in game.stack[0]
        passed = []
        for seat in range(len(seats)):
            passed += [seat] * passes_by(game.expect(asked=seat), rule)
            assert not passes_by(game, (*rule, "suits"))
            game.pass_()
        assert passed == passing


def test_quick_passes__include_the_end_of_the_turn() -> None:
    """R7.4: with nothing on the stack the end of the own turn is passed and its beginning is not, unless their stops say so."""
    game = start({"items": ["sack_of_pennies"]}, {"items": ["the_battery"]}).pass_all().expect(phase="end", asked=0)
    assert passes_by(game, ("quick", "steps")) and not passes_by(game, ("quick", "steps", "end"))
    game.pass_all().expect(phase="start", asked=1)
    assert not passes_by(game, ("quick", "steps")) and passes_by(game, ("quick", "end"))
