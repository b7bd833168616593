"""Cards and powers that answer a roll, damage or a step of a player (R49, R80, R87, R88)."""

from __future__ import annotations

import pytest

from fs_env.core.betrayal.scenario import Play
from fs_env.core.betrayal.scenario.play import instance_of
from fs_env.core.betrayal.tables import Zone

LEFT = "attack player 1 to your left"
CALM, TASHA, ALDAN, AZADEH = "Avrixis Mizzrym", "Tasha Brightbottle", "Aldan Pyrite", "Azadeh Rashka"
RALVIO = "Ralvio Escanor"


def duel(*names: str, number: int = 101, players: int = 3) -> Play:
    """Hero 0 against traitor 1 on the Elfsong Tavern, both with Might on the first space (2), seat 2 in the Kitchen."""
    game = Play(players, adventurers=names or (CALM, TASHA)).haunt(number, traitor=1).stand(2, "Kitchen")
    return game.clips(0, might=1).clips(1, might=1)


def alley(event: str, *names: str) -> Play:
    """Seat 0 is about to end the turn on the Ambush Alley and to draw an event."""
    game = Play(3, adventurers=names or (CALM,)).tile("Ambush Alley", "north", of="Elfsong Tavern")
    return game.stand(0, "Ambush Alley").stand(1, "Kitchen").stand(2, "Kitchen").stack("events", event)


# The token of Bardic Inspiration: every roll of the holder's own turn but the haunt roll.


def test_inspiration__an_attack():
    """R88, A45: a tie becomes a win by 1; in another player's turn, and in defence, the token does not help."""
    game = duel().table(inspired=0).start().dice(1, 0, 1, 0).choose(LEFT).expect(asked=0, question="react")
    game.choose("yes").expect(asked=1, question="split")
    assert "1 left" in game.decision_text and not game.seen(0)["players"]["inspired"].any()
    duel().table(inspired=1).start().dice(1, 0, 1, 0).choose(LEFT).expect(asked=0, question="turn")


def test_inspiration__a_task():
    """Haunt 7: a Knowledge roll of 4 becomes a 5, a clue."""
    game = Play(3).haunt(7, traitor=2).stand(2, "Kitchen").tile("Executioner's Block", "north", of="Elfsong Tavern")
    game.stand(0, "Executioner's Block").table(inspired=0).start().dice(2, 2, 0).choose("attempt task 1")
    game.expect(question="react").choose("yes")
    assert game.facts()["marks"] == [1, 0]


def test_inspiration__dice_of_a_card():
    """The Deck of Many Things: 7 of four dice become an 8; the token on the card is taken off before."""
    game = Play(3, adventurers=[CALM]).give(0, "Deck of Many Things").table(inspired=0, fate=1).start().dice(2, 2, 2, 2)
    game.choose("use Deck of Many Things").expect(question="react").choose("yes").choose("Might")
    assert game.space(0, "might") == 7


def test_inspiration__a_defence_in_the_own_turn():
    """Zhentarim Opportunist: 4 against 3 hurts no player with 1 more."""
    game = alley("Zhentarim Opportunist").table(inspired=0).start().dice(2, 2, 0, 0, 2, 1, 0).choose("end the turn")
    assert game.expect(asked=0, question="react").choose("yes").asked == 1


def test_inspiration__each_roll_of_a_test():
    """Test of the Dead Three: the third roll of 1 becomes a 2, so that all three are passed."""
    game = alley("Test of the Dead Three").clips(0, speed=1).table(inspired=0).start()
    game.dice(2, 0, 0, 2, 0, 0, 0, 1, 0, 0).choose("end the turn")  # Might 3, Speed 4, Knowledge 3
    for answer in ("no", "no", "yes"):
        game.expect(asked=0, question="react").choose(answer)
    game.expect(question="trait", legal=["Might", "Speed", "Knowledge"], illegal="Sanity")


def test_inspiration__the_storm():
    """The Storm: a roll of 1 becomes a 2, which costs a point."""
    game = alley("The Storm").table(inspired=0).start().dice(1, 0, 0, 0).choose("end the turn")
    while game.question != "react":
        game.choose("choose Elfsong Tavern")
    game.choose("yes").expect(asked=0, question="split")


def test_inspiration__looming_doom():
    """Sound of Looming Doom: 0, 1 and 1: with 1 more no roll is the single lowest, and all three roll again."""
    game = alley("Sound of Looming Doom", "Torskar Stonecleaver").clips(0, speed=1).clips(1, speed=1).clips(2, speed=1)
    game.table(inspired=0).start().dice(0, 0, 1, 0, 0, 0, 1).choose("end the turn")
    assert game.expect(asked=0, question="react").space(0, "speed") == 1


def test_inspiration__flurry_of_blows():
    """The die of the Flurry: a 0 becomes a 1 and hurts the defender, not Azadeh."""
    game = duel(AZADEH, TASHA).table(inspired=0).start().dice(1, 0, 1, 0, 0).choose(LEFT).choose("no")
    game.expect(question="react").choose("yes").expect(asked=0, question="react").choose("yes")
    game.expect(asked=1, question="split")


def test_inspiration__the_eye_of_vecna():
    """Who is held up by the Eye makes the roll: 1 and 1 more is enough."""
    game = Play(3).haunt(101, traitor=1).stand(1, "Inner Chamber").give(1, "Eye of Vecna").table(inspired=0).start()
    game.dice(1, 0).choose("go west").expect(asked=1).choose("yes").expect(asked=0, question="react").choose("yes")
    assert game.at(0) == "Inner Chamber"


def test_inspiration__the_symbol_of_bhaal():
    """The die at a death: a 1 becomes a 2 and gains Might."""
    game = duel(players=4).haunt(102, traitor=3).stand(3, "Kitchen").haunt(103, traitor=3).give(0, "Symbol of Bhaal")
    game.clips(1, might=1, speed=1).table(inspired=0).start().dice(2, 2, 0, 0, 1).choose(LEFT, "no", "Might")
    game.expect(asked=0, question="react").choose("yes")
    assert game.space(0, "might") == 2


# A Hag's curse spoils whatever is rolled next.


def test_curse__dice_that_are_no_trait_roll():
    """A45: the Deck of Many Things and the defence against a Zhentarim count as 0, and the curse is over."""
    game = Play(3, adventurers=[CALM]).give(0, "Deck of Many Things").having(0, cursed=1).start().dice(2, 2, 2, 2)
    game.choose("use Deck of Many Things", "Might")
    assert game.space(0, "might") == 1 and not game.player(0)["cursed"]
    game = alley("Zhentarim Opportunist").having(0, cursed=1).start().dice(1, 0, 0, 0, 2, 2, 2).choose("end the turn")
    game.expect(asked=0, question="split")
    assert not game.player(0)["cursed"]


# Defence.


def test_cursed_armor__against_attacks_of_events():
    """Every defence may be helped: a point of Sanity takes one off the attack of a card."""
    game = alley("Zhentarim Opportunist").give(0, "Cursed Armor").start().dice(1, 0, 0, 0, 0, 0, 0)
    game.choose("end the turn")
    assert game.expect(asked=0, question="react").choose("yes").space(0, "sanity") == 2
    game = alley("Sound of Looming Doom", "Torskar Stonecleaver", TASHA, '"Grim" Grusk Mugtug').give(0, "Cursed Armor")
    game.clips(0, speed=1).clips(1, speed=1).clips(2, speed=1).start()
    game.dice(0, 0, 1, 0, 0, 2, 0, 1, 0, 0, 0, 0).choose("end the turn")  # Speed 2, 3, 2, the attack, Speed 2
    assert game.expect(asked=0, question="react").choose("yes").space(0, "sanity") == 2


def test_assault__a_defence_is_no_trait_roll():
    """A46, R48: the Crow's Foot adds a die to Might rolls, not to the defence against a Zhentarim."""
    game = alley("Zhentarim Opportunist").give(0, "Crow's Foot").start().dice(1, 0, 0, 0, 0, 0, 0, 2)
    game.choose("end the turn").choose("no").expect(asked=0, question="split")


def test_cursed_armor__beats_the_otyugh():
    """Otyugh Tentacle: a tie is won by 1 with the armor, and the tentacle is gone."""
    game = Play(4, adventurers=[CALM]).haunt(101, traitor=3).token("otyugh", "Elfsong Tavern").stand(3, "Kitchen")
    game.give(0, "Cursed Armor").start().dice(1, 0, 0, 1, 0, 0).choose("go west").expect(asked=0, question="react")
    assert game.choose("yes").on("Elfsong Tavern")["tokens"] == []


def test_cursed_armor__against_the_demon():
    """Iron Flask: the demon's attack is an attack."""
    game = duel(CALM, TASHA).give(0, "Iron Flask of Tuerny", "Cursed Armor").start().dice(1, 0, 0, 0, 0, 0, 0, 0)
    game.choose("use Iron Flask of Tuerny").expect(asked=0, question="react").choose("yes")
    assert game.space(0, "sanity") == 2


# Damage.


def test_protection__of_a_monster():
    """R88, A49: Aldan, who leads the Drain Things, takes the damage that would kill one."""
    game = Play(4, adventurers=[CALM, ALDAN]).haunt(102, traitor=1).stand(2, "Kitchen").stand(3, "Kitchen")
    game.monster("Elfsong Tavern").monster("Kitchen").start().dice(2, 1, 0, 0, 0, 0, 0, 0).choose("attack monster 1")
    game.expect(asked=1, question="react")
    assert len(game.copy().choose("no").monsters()) == 1
    game.choose("yes").expect(asked=1, legal=["Might", "Speed"])
    assert len(game.monsters()) == 2


def test_zhentarim__comes_back_for_damage_alone():
    """Who takes no damage, for it is armored, leaves the card on the discard pile."""
    game = alley("Zhentarim Opportunist").give(0, "Padded Coat").start().dice(1, 0, 0, 0, 0, 0, 0)
    game.choose("end the turn").choose("no")
    assert Zone(int(game._array["zone"][0, instance_of("Zhentarim Opportunist")])) == Zone.PILE


def bitten(*cards: str, players: int = 3) -> Play:
    """Seat 0 has the Wererat Bite and beats seat 1 by 2."""
    game = duel(CALM, TASHA, ALDAN, players=players).keep(0, "Wererat Bite").give(1, *cards)
    return game.clips(1, knowledge=3, sanity=3, speed=4).start().dice(2, 0, 0, 0).choose(LEFT)


def test_wererat_bite__not_without_physical_damage():
    """A47: neither a theft instead, nor damage that is ignored, nor mental damage by the Meenlock infects."""
    bitten("Cleaver").choose("choose Cleaver").expect(asked=0, question="turn")
    bitten("Figurine of Wondrous Power").choose("yes").expect(asked=0, question="turn")
    bitten("Meenlock").choose("Knowledge", "Sanity").expect(asked=0, question="turn")
    bitten("Padded Coat").choose("no", "Speed").expect(asked=0, question="react")


def test_wererat_bite__not_by_the_flurry():
    """A47: the die of the Flurry of Blows is no attack: after a tie its damage infects no player."""
    game = duel(AZADEH, TASHA).keep(0, "Wererat Bite").start().dice(0, 0, 0, 0, 2).choose(LEFT).choose("yes")
    game.expect(asked=1, question="split").choose("Speed", "Speed").expect(asked=0, question="turn")


def test_wererat_bite__infects_who_took_the_damage():
    """Protection: Aldan takes the damage on his tile, so he is the one who may be infected."""
    game = bitten(players=4).copy()
    game.expect(asked=1, question="split")  # Aldan is in the Kitchen
    game = duel(CALM, TASHA, ALDAN).stand(2, "Elfsong Tavern").keep(0, "Wererat Bite").start().dice(2, 0, 0, 0)
    game.choose(LEFT).expect(asked=2).choose("yes", "Might", "Might").expect(asked=0, question="react").choose("yes")
    assert game.space(2, "knowledge") == 2 and game.player(1)["spaces"]["knowledge"] == 4


def test_wererat_bite__once_for_each():
    """Who was bitten before is not changed by drawing the card."""
    game = alley("Wererat Bite").having(0, bitten=1).start().choose("end the turn")
    assert game.player(0)["events"] == ["Wererat Bite"] and game.space(0, "might") == 3


def test_explosive_runes__kill_what_damage_kills():
    """R69, R80: a Drain Thing next to the Runes takes a die of damage and is killed, not stunned."""
    game = Play(4, adventurers=[CALM]).haunt(102, traitor=3).tile("Ambush Alley", "north", of="Elfsong Tavern")
    for seat in (1, 2, 3):
        game.stand(seat, "Kitchen Basement")
    game.stand(0, "Ambush Alley").monster("Elfsong Tavern").monster("Kitchen").stack("events", "Explosive Runes")
    game.start().dice(0, 0, 0, 0, 1).choose("end the turn")
    assert [monster["tile"] for monster in game.monsters()] == ["Kitchen"]


def test_h8__a_stunned_devourer_gives_nothing():
    """H8: stunning one that is stunned is no gain; the first time it is."""
    for stunned, knowledge in ((False, 4), (True, 3)):
        game = Play(3, adventurers=[CALM]).haunt(7, traitor=2).stand(2, "Kitchen")
        game.monster("Elfsong Tavern", stunned=stunned).start().dice(2, 2, 0, 0, 0, 0).choose("attack monster 1")
        assert game.space(0, "knowledge") == knowledge and game.monsters()[0]["stunned"]


# Steps.


@pytest.mark.parametrize(("roll", "enters"), [((1, 1), True), ((1, 0), False), ((0, 0), False)])
def test_eye_of_vecna__a_led_monster(roll: tuple[int, ...], enters: bool):
    """R87, A55: its owner may make a monster roll that comes; held up it moves no more, and a 1 costs the owner a point."""
    game = Play(3, turn=2).haunt(7, traitor=2).stand(2, "Kitchen").stand(1, "Inner Chamber").monster("Inner Chamber")
    game.give(0, "Eye of Vecna").start().dice(2, 2, 2).choose("end the turn", "go east")
    game.expect(asked=0, question="react").dice(*roll).choose("yes")
    if roll == (1, 0):
        game.expect(asked=0, legal=["Knowledge", "Sanity"]).choose("Sanity")
    assert game.monsters()[0]["tile"] == ("Elfsong Tavern" if enters else "Inner Chamber")
    game.expect(asked=2, question="monster", legal=f"attack player {1 if enters else 2} to your left")
    assert ("go west" in game.legal()) == enters
    free = Play(3, turn=2).haunt(7, traitor=2).stand(2, "Kitchen").monster("Inner Chamber").give(2, "Eye of Vecna")
    free.start().choose("end the turn", "go west").expect(asked=2, question="monster")


def test_eye_of_vecna__a_monster_that_nobody_leads():
    """R76, R87: a Tide Hand that comes is held up too."""
    game = Play(3, turn=2).haunt(104, revealer=2).stand(1, "Kitchen").stand(2, "Kitchen").monster("Inner Chamber")
    game.stand(1, "Kitchen Basement").stand(2, "Kitchen Basement").give(0, "Eye of Vecna").start().dice(2, 2, 2)
    game.choose("end the turn").expect(asked=0, question="react").dice(0, 0).choose("yes")
    game.expect(asked=0, question="turn")
    assert game.monsters()[0]["tile"] == "Inner Chamber"


# Cards.


def test_deck_of_many_things__discards_or_hurts():
    """A56: on 1 or 2 its owner chooses: an item card, or a point of mental damage."""
    game = Play(3, adventurers=[CALM]).give(0, "Deck of Many Things", "Cleaver").start().dice(1, 0, 0, 0)
    game.choose("use Deck of Many Things").expect(question="discard", legal=["choose Cleaver", "no"])
    assert game.copy().choose("choose Cleaver").cards(0) == ["Deck of Many Things"]
    game.choose("no").expect(legal=["Knowledge", "Sanity"])


def test_explosive_runes__are_an_item_to_other_cards():
    """R87, A48: kept, they can be discarded where an item card is."""
    game = Play(3).tile("Trading Post", "south", of="Elfsong Tavern", turned=2).stand(0, "Trading Post")
    game.give(0, "Explosive Runes").stack("items", "Maul").start().choose("end the turn")
    game.choose("choose Explosive Runes")
    assert game.cards(0) == ["Maul"]


def test_axe__that_was_just_picked_up_holds_nobody():
    """R38, R87, A52: what was picked up cannot be used in this turn, so that it keeps no player from leaving."""
    game = duel().lie("Berserker Axe", "Elfsong Tavern").start().choose("pick up Berserker Axe").expect(legal="go west")
    game.choose("end the turn").dice(2, 2, 2, 2)
    while game.asked != 0:
        game.choose("end the turn")
    game.expect(illegal="go west")


def test_r84__others_pick_up_what_the_dead_could_not_drop():
    """R84: the Axe of a dead hero is taken by another one on the tile; a companion only by who enters (R41)."""
    game = Play(4, turn=1).haunt(101, traitor=1).give(2, "Berserker Axe", "Homunculus").clips(2, might=1, speed=1)
    game.stand(0, "Kitchen").start().dice(2, 2, 1, 0, 0, 0, 0).choose(LEFT)
    while game.asked != 3:
        game.choose(
            "no" if "no" in game.legal() else "end the turn" if "end the turn" in game.legal() else game.legal()[0]
        )
    game.expect(illegal="pick up Homunculus").choose("pick up Berserker Axe")
    assert game.cards(3) == ["Berserker Axe"]


def test_flurry__after_an_attack_from_afar():
    """R88, A53: the same defender, wherever it stands."""
    game = duel(AZADEH, TASHA).give(0, "Long Sling").stand(1, "Kitchen").clips(0, speed=1).clips(1, speed=1).start()
    game.dice(1, 0, 0, 0, 1, 0, 0, 2).choose(LEFT).expect(asked=0, question="react").choose("yes")
    game.expect(asked=1, question="split")


def test_wild_magic__not_in_attacks_of_the_haunt():
    """H6, R88, A54: as the Mind Flayer Ralvio attacks with Knowledge by the haunt, and no die may spoil that; with Sanity one may."""
    game = Play(3, adventurers=[RALVIO, TASHA]).haunt(7, traitor=0).stand(2, "Kitchen").clips(0, knowledge=1, sanity=1)
    game.clips(1, knowledge=1, sanity=1).start().choose(LEFT)  # Knowledge 3 against 2
    game.copy().dice(1, 0, 0, 0, 0).choose("attack with Knowledge").expect(asked=1, question="split")
    game.dice(1, 0, 0, 0, 0).choose("attack with Sanity").expect(asked=0, question="turn")
