"""Traits and damage (R10 to R15)."""

from __future__ import annotations

from fs_env.core.betrayal.scenario import Play

ALLEY = ("Ambush Alley", "north", "Elfsong Tavern")


def drawing(event: str, *dice: int, seat: str = "Torskar Stonecleaver", **clips: int) -> Play:
    """A game in which seat 0 ends the turn on the Ambush Alley and draws an event."""
    game = Play(3, adventurers=[seat]).tile(ALLEY[0], ALLEY[1], of=ALLEY[2]).stand(0, ALLEY[0]).stack("events", event)
    return game.clips(0, **clips).start().dice(*dice).choose("end the turn")


def test_r10__the_clip_moves_by_spaces_not_by_numbers():
    """R10: Torskar's Might 5 is on the second and third space: one step down it is 5 still."""
    game = drawing("A Flumph Appears", 1, 1, 0)  # Knowledge 3 rolls a 2: lose 1 Might
    assert game.space(0, "might") == 2 and game.player(0)["traits"]["might"] == 5


def test_r11__no_trait_above_its_last_value():
    """R11: a gain at the end of the track is lost."""
    game = drawing("Vampiric Mist", 2, 2, 0, speed=8)
    assert game.space(0, "speed") == 8


def test_r12__before_the_haunt_no_trait_below_its_first_value():
    """R12: what goes beyond is ignored."""
    game = drawing("Cranium Rats", 1, 1, 0, sanity=3, knowledge=1)
    assert game.space(0, "knowledge") == 1 and game.player(0)["alive"]


def test_r12__after_it_the_skull_kills():
    """R12: the same loss after the haunt has begun."""
    game = Play(4).haunt(101, traitor=3).tile(*ALLEY[:2], of=ALLEY[2]).stand(0, ALLEY[0])
    game.stack("events", "Cranium Rats").clips(0, knowledge=1).start().dice(1, 1, 0).choose("end the turn")
    assert not game.player(0)["alive"] and game.asked == 1


def test_r13__physical_damage_is_split_between_might_and_speed():
    """R13: each point is put on one of the two, all of it."""
    game = drawing("Rot Grub", might=3, speed=5)
    game.expect(legal=["Speed", "Sanity"], illegal=["Might", "Knowledge"]).dice(0, 0, 0, 0, 2, 1).choose("Speed")
    assert game.question == "split" and set(game.legal()) == {"Might", "Speed"}
    game.choose("Might", "Speed", "Speed")
    assert (game.space(0, "might"), game.space(0, "speed")) == (2, 3)


def test_r13__mental_damage_hits_knowledge_and_sanity():
    """R13: the Cranium Rats' die."""
    game = drawing("Cranium Rats", 0, 1, 0, 1)
    game.expect(legal=["Knowledge", "Sanity"], illegal=["Might", "Speed"]).choose("Sanity")
    assert game.space(0, "sanity") == 2


def test_r13__what_no_trait_can_absorb_is_ignored_before_the_haunt():
    """R13, A2: both traits at their first value take nothing."""
    game = drawing("Death Vision", 0, 0, 0, 2, might=1, speed=1)
    assert game.asked == 1 and (game.space(0, "might"), game.space(0, "speed")) == (1, 1)


def test_r14__dice_of_damage():
    """R14: the total of the die is the damage, none for a 0."""
    assert drawing("Death Vision", 0, 0, 0, 0).asked == 1
    two = drawing("Death Vision", 0, 0, 0, 2).choose("Might", "Might")
    assert two.space(0, "might") == 1 and two.asked == 1


def test_r15__only_what_was_really_gained_is_lost_with_an_item():
    """R15: Lead Bracers taken at the last space give nothing, and cost nothing when dropped; taken below it they do both."""
    game = Play(3).lie("Lead Bracers", "Elfsong Tavern").clips(0, might=8).start()
    game.choose("pick up Lead Bracers", "end the turn", "end the turn", "end the turn", "drop Lead Bracers")
    assert game.space(0, "might") == 8
    game = Play(3).lie("Lead Bracers", "Elfsong Tavern").clips(0, might=4).start().choose("pick up Lead Bracers")
    assert game.space(0, "might") == 5
    game.choose("end the turn", "end the turn", "end the turn", "drop Lead Bracers")
    assert game.space(0, "might") == 4
