"""R21.2 to R21.7, R21.9: solo play and its cooperative form."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.scenario import Play, Scenario
from tests.core.four_souls.rules.table import start

VARIANT = {"solo": 1, "cooperative": 2}
both = pytest.mark.parametrize("variant", list(VARIANT))


def dealt(variant: str, seed: int = 3) -> Play:
    """A whole new game by the setup of the rules, at its first decision."""
    S = GAME.new()
    GAME.setup(S, seed=seed, num_players=2, variant=VARIANT[variant])
    return Play(S)


def returns(game: Play) -> list[float]:
    return GAME.returns(game.S).tolist()


@both
def test_setup__of_two_characters(variant: str) -> None:
    """R21.2: two characters with three loot cards and three cents each, the eight-sided die at 8."""
    game = dealt(variant).expect(d8=8, turns_finished=0)
    for p in range(2):
        game.expect(player=p, hand=3, coins=3)
    assert game.player(0)["character"] != game.player(1)["character"]


@both
def test_setup__deals_what_rivals_are_dealt(variant: str) -> None:
    """R21.2: normal decks and slots: the cards lie where they lie among rivals with the same seed."""
    ours, theirs = dealt(variant), GAME.new()
    GAME.setup(theirs, seed=3, num_players=2)
    for name in ("zone", "owner", "deck", "character", "active_player", "rng"):
        assert (ours.S[name] == theirs[name]).all(), name


@pytest.mark.parametrize("players", [3, 4])
@both
def test_setup__of_more_players_is_refused(variant: str, players: int) -> None:
    """R21.2: there are two characters."""
    with pytest.raises(ValueError, match=f"has two characters .R21.2., not num_players={players}"):
        GAME.setup(GAME.new(), seed=1, num_players=players, variant=VARIANT[variant])


def test_setup__no_trade_in_solo() -> None:
    """R21.5: nothing is traded between the characters of one person; two persons may trade (R21.7)."""
    with pytest.raises(ValueError, match="allows no trade between its characters"):
        GAME.setup(GAME.new(), seed=1, num_players=2, variant=VARIANT["solo"], bartering=1)
    GAME.setup(GAME.new(), seed=1, num_players=2, variant=VARIANT["cooperative"], bartering=1)


@both
def test_die__drops_after_both_have_finished_a_turn(variant: str) -> None:
    """R21.4, FSR-171: 8 after the turn of the first character, 7 after that of the second, 6 a round later."""
    game = start(options={"variant": variant}).end_turn().expect(active=1, d8=8, turns_finished=1)
    game.end_turn().expect(active=0, d8=7, turns_finished=0).end_turn().expect(d8=7).end_turn().expect(active=0, d8=6)


def test_die__rivals_have_none() -> None:
    """R21.4: the die belongs to the variants: among rivals nothing is counted."""
    start().expect(d8=0).end_turn().end_turn().expect(d8=0, turns_finished=0, over=False)


def test_die__rivals_lose_none_by_a_death() -> None:
    """R21.4: a rival that dies in its own turn pays the penalty, and the game continues."""
    game = start({"hp": 1, "hand": ["bomb"]}).play("bomb", 0).settle()
    game.expect(player=0, dead=True).expect(d8=0, over=False).end_turn().expect(active=1, over=False)


@both
def test_die__drops_when_a_character_dies_in_its_own_turn(variant: str) -> None:
    """R21.4, A39: the death costs 1 at once and the end of the round 1 more."""
    game = start({}, {"hp": 1, "hand": ["bomb"]}, options={"variant": variant}, active=1, turns_finished=1)
    game.play("bomb", 1).pass_all().expect(d8=8).pass_all().expect(player=1, dead=True).expect(d8=7)
    game.until("end").end_turn().expect(active=0, d8=6)


@both
def test_die__stays_when_the_other_character_dies(variant: str) -> None:
    """R21.4, FSR-173: a death in the turn of the other costs the usual penalty and nothing of the die."""
    seats = {"hand": ["bomb"]}, {"hp": 1, "coins": 3, "hand": ["a_penny"]}
    game = (
        start(*seats, options={"variant": variant})
        .play("bomb", 1)
        .settle()
        .expect(player=1, dead=True, coins=2, hand=0)
    )
    game.expect(d8=8, phase="action", active=0, over=False)


@pytest.mark.parametrize(("number", "left"), [(3, 8), (5, 7)])
@both
def test_die__stays_when_a_death_is_prevented(variant: str, number: int, left: int) -> None:
    """R21.4, R13.9: a character that [guppys_collar] saves in its own turn has not died, one that it fails has."""
    seat = {"hp": 1, "items": ["guppys_collar"], "hand": ["bomb"]}
    start(seat, options={"variant": variant}, dice=[number]).play("bomb", 0).settle().expect(d8=left)


@both
def test_die__drops_once_after_extra_turns(variant: str) -> None:
    """R21.9: extra turns belong to the turn before them: the die drops after the last one of the second character."""
    game = start(options={"variant": variant}, active=1, turns_finished=1)
    game.S["extra_turns"][0, 1] = 2
    game.end_turn().expect(active=1, d8=8).end_turn().expect(active=1, d8=8).end_turn().expect(active=0, d8=7)


@both
def test_die__drops_for_a_skipped_turn(variant: str) -> None:
    """R21.9: a skipped turn is a finished one: the round is over although the second character did nothing."""
    game = start(options={"variant": variant})
    game.S["skip_turns"][0, 1] = 1
    game.end_turn().expect(active=0, d8=7, turns_finished=0)


@both
def test_die__runs_out_among_skipped_turns(variant: str) -> None:
    """R21.9, R21.6: turns that no player takes count too, and the game is over as soon as the die has run out."""
    game = start(options={"variant": variant}, d8=2)
    game.S["skip_turns"][0] = [9, 9, 0, 0]
    game.end_turn().expect(over=True, outcome="lost", d8=0)


@both
def test_end__lost_when_the_die_runs_out(variant: str) -> None:
    """R21.6, A39: the die at 0 loses the game at once for both, whatever they own."""
    game = start({"souls": 2}, {"souls": 1}, options={"variant": variant}, d8=1, active=1, turns_finished=1).end_turn()
    game.expect(over=True, outcome="lost", winners=[], asked=None, d8=0)
    assert returns(game) == [-1.0, -1.0] and game.legal() == []


@both
def test_end__lost_by_a_death(variant: str) -> None:
    """R21.4, R21.6: a death in the own turn with the die at 1 loses the game before any penalty is paid."""
    game = (
        start({"hp": 1, "hand": ["bomb", "a_penny"]}, options={"variant": variant}, d8=1)
        .play("bomb", 0)
        .pass_all()
        .pass_all()
    )
    game.expect(over=True, outcome="lost").expect(player=0, coins=3, hand=["a_penny"])
    assert returns(game) == [-1.0, -1.0]


@both
def test_end__won_with_four_souls_together(variant: str) -> None:
    """R21.6, FSR-174: two souls and one, and [lost_soul] for the second player: both have won, with the die at 1."""
    seats = {"souls": 2}, {"souls": 1, "hand": ["lost_soul"]}
    game = start(*seats, options={"variant": variant}, d8=1, active=1).play("lost_soul").expect(over=False).pass_all()
    game.expect(over=True, outcome="won", winners=[0, 1]).expect(player=1, souls=2)
    assert game.S["winners"].tolist() == [0b11]
    assert returns(game) == [1.0, 1.0]


@both
def test_end__three_souls_together_win_nothing(variant: str) -> None:
    """R21.6: the fourth soul wins, not the third."""
    game = start({"souls": 1}, {"souls": 1, "hand": ["lost_soul"]}, options={"variant": variant}, active=1).play(
        "lost_soul"
    )
    game.settle().expect(over=False).expect(player=1, souls=2)


@both
def test_end__winning_is_checked_before_losing(variant: str) -> None:
    """A39: the soul of [monstro] falls to its killer who died in the own turn: the die is at 1 and not at 0, so both win."""
    seat = {"hp": 1, "souls": 2, "hand": ["bomb"]}
    game = start(
        seat, {"souls": 1, "items": ["chaos_card"]}, monsters=["monstro", "fly"], options={"variant": variant}, d8=2
    )
    game.play("bomb", 0).pass_all().pass_all().expect(player=0, dead=True).expect(d8=1)
    game.activate("chaos_card", "monstro", by=1).settle().expect(over=True, outcome="won", winners=[0, 1])


def test_end__rivals_do_not_count_together() -> None:
    """R18.1, FSR-174: three souls and one of two rivals win nothing."""
    game = start({"souls": 2, "hand": ["lost_soul"]}, {"souls": 1}).play("lost_soul").settle()
    game.expect(player=0, souls=3).expect(player=1, souls=1).expect(over=False)


@both
def test_end__drawn_and_truncated_games_pay_nothing(variant: str) -> None:
    """R21.6: only the die and the souls decide; the limit of decisions does not."""
    game = start(options={"variant": variant}, max_decisions=1).pass_()
    game.expect(over=True, outcome="truncated")
    assert returns(game) == [0.0, 0.0]


def seen_by(game: Play, player: int) -> dict[str, Any]:
    return GAME.to_json(game.S, player=player)


def test_hands__open_to_one_person_and_not_mixed() -> None:
    """R21.2: each character knows both hands and plays only its own."""
    game = start({"hand": ["a_penny"]}, {"hand": ["bomb"]}, options={"variant": "solo"})
    assert [player["hand"] for player in seen_by(game, 0)["players"]] == [["a_penny"], ["bomb"]]
    assert [word for word in game.legal() if word.startswith("play")] == ["play A Penny!"]


def test_hands__hidden_between_two_persons() -> None:
    """R21.7: two persons keep their hands to themselves."""
    game = start({"hand": ["a_penny"]}, {"hand": ["bomb"]}, options={"variant": "cooperative"})
    assert [player["hand"] for player in seen_by(game, 0)["players"]] == [["a_penny"], []]


def test_hands__open_from_the_first_card_on() -> None:
    """R21.2: the three cards of the setup are known to the person from the beginning."""
    hands = [player["hand"] for player in seen_by(dealt("solo"), 1)["players"]]
    assert [len(hand) for hand in hands] == [3, 3]
    hands = [player["hand"] for player in seen_by(dealt("cooperative"), 1)["players"]]
    assert [len(hand) for hand in hands] == [0, 3]


@pytest.mark.parametrize(("variant", "known"), [("solo", [0, 1]), ("cooperative", [0])])
def test_decks__looked_at_by_one_character(variant: str, known: list[int]) -> None:
    """R21.2: what one character sees of a deck the person knows for the other too; two persons do not tell each other."""
    game = start({"items": ["sack_head"]}, options={"variant": variant}, treasure_deck=["dinner", "meat"])
    game.activate("sack_head", "treasure deck").pass_all().choose("no")
    game.expect(card="dinner", known=known)


@pytest.mark.parametrize(("variant", "known"), [("solo", True), ("cooperative", False)])
def test_decks__ordered_by_one_character(variant: str, known: bool) -> None:
    """R21.2: the order into which one character puts the cards of a deck [ansuz] is no secret to the same person."""
    deck, ordered = ["dinner", "meat", "breakfast", "the_map"], ["breakfast", "dinner", "the_map", "meat"]
    game = (
        start({"hand": ["ansuz"]}, options={"variant": variant}, treasure_deck=deck)
        .play("ansuz", "treasure deck")
        .pass_all()
    )
    game.choose("meat", "the_map", "dinner").expect(deck="treasure", top=ordered)
    told = [place["card"] for place in seen_by(game, 1)["decks"]["treasure"]["known"]]
    assert told == (ordered if known else [])


@pytest.mark.parametrize("viewer", [0, 1])
def test_resample__keeps_what_one_person_knows(viewer: int) -> None:
    """R21.2, A45: whichever character decides, both hands are the same in every state that the person cannot distinguish."""
    game = dealt("solo", seed=8)
    hands = [sorted(game.player(p)["hand"]) for p in range(2)]
    others = set()
    for seed in range(5):
        sampled = GAME.clone(game.S)
        GAME.resample(sampled, viewer, 0, seed)
        play = Play(sampled)
        assert [sorted(play.player(p)["hand"]) for p in range(2)] == hands
        others.add(tuple(sampled["deck"][0, 0, :9].tolist()))
    assert len(others) == 5


@both
def test_other_players__are_the_other_character(variant: str) -> None:
    """R21.3: each character is a player for every rule: a text about another player means the partner."""
    game = start({"hand": ["bomb"]}, {"hp": 2}, options={"variant": variant}).play("bomb", 1).settle()
    game.expect(player=1, hp=1)


def test_scenario__of_rivals_has_no_die() -> None:
    with pytest.raises(ValueError, match="rivals have no eight-sided die"):
        Scenario(d8=3)


@both
def test_text__shows_the_die_and_the_souls(variant: str) -> None:
    """R21.6: the heading names what decides the game, and the last line how it was lost."""
    game = start({"souls": 2}, {"souls": 1}, options={"variant": variant}, d8=1, active=1, turns_finished=1)
    assert f"{variant}, eight-sided die 1, souls 3" in GAME.text(game.S, player=0)
    assert seen_by(game, 1)["solo"] == {"variant": variant, "d8": 1, "souls": 3, "turns_to_drop": 1}
    game.end_turn()
    assert GAME.decision_text(game.S) == "the game is over: the eight-sided die has run out"
    assert seen_by(start(), 1)["solo"] is None


@both
def test_observation__has_the_die_and_the_souls(variant: str) -> None:
    """R21.6: the section `solo` tells what decides the game; it is empty among rivals."""
    game = start({"souls": 2}, {"souls": 1}, options={"variant": variant}, d8=5, turns_finished=1)
    for seat in range(2):
        assert GAME.schema.views(GAME.observe(game.S, seat))["solo"].tolist() == [5, 3, 1]
    assert GAME.schema.views(GAME.observe(start({"souls": 2}).S, 0))["solo"].tolist() == [0, 0, 0]
