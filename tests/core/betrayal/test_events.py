"""Every documented event: a row for each result, and what is special to single cards."""

from __future__ import annotations

from fs_env.core.betrayal.content.events import FORTY_FIFTH
from fs_env.core.betrayal.language.check import unknown_fields
from fs_env.core.betrayal.language.words import english
from fs_env.core.betrayal.scenario import Play
from fs_env.core.betrayal.tables import EVENTS
from tests.every import every

CALM = "Avrixis Mizzrym"  # Might 3 (third space), Speed 6 (fifth), Knowledge 3 (third), Sanity 3 (third)
START = {"might": 3, "speed": 5, "knowledge": 3, "sanity": 3}


def drawing(event: str, *dice: int, seat: str = CALM) -> Play:
    """Seat 0 ends the turn on the Ambush Alley and draws an event, the others are in the Kitchen."""
    game = Play(3, adventurers=[seat]).tile("Ambush Alley", "north", of="Elfsong Tavern").stand(0, "Ambush Alley")
    game.stand(1, "Kitchen").stand(2, "Kitchen").stack("events", event).stack("items", "Cleaver").start()
    if dice:
        game.dice(*dice)
    return game.choose("end the turn")


def spaces(game: Play) -> dict[str, int]:
    """How far the clips of seat 0 have moved."""
    return {name: at - START[name] for name, at in game.player(0)["spaces"].items() if at != START[name]}


# event, dice, expected moves of clips, then whether the Cleaver was drawn, the question asked, the tile
RESULTS = [
    ("A Flumph Appears", (2, 2, 0), {}, "item"),
    ("A Flumph Appears", (1, 1, 0), {"might": -1}, ""),
    ("A Flumph Appears", (0, 1, 0, 0), {}, "Catacomb Landing"),
    ("A Hag's Blessing", (2, 2), {"knowledge": 1}, ""),
    ("A Hag's Blessing", (2, 1), {"sanity": 1}, ""),
    ("A Hag's Blessing", (2, 0), {}, ""),
    ("A Hag's Blessing", (1, 0), {"sanity": -1}, ""),
    ("A Hag's Blessing", (0, 0), {}, "cursed"),
    ("Bhaal's Call", (2, 2, 0), {"might": 1}, ""),
    ("Bhaal's Call", (1, 1, 0), {"sanity": -1}, ""),
    ("Bhaal's Call", (0, 1, 0, 1, 1, 1), {}, ""),
    ("Bhaal's Call", (0, 1, 0, 2, 1, 1), {}, "split"),
    ("Cranium Rats", (2, 2, 0), {"sanity": 1}, ""),
    ("Cranium Rats", (1, 1, 0), {"knowledge": -1}, ""),
    ("Cranium Rats", (1, 0, 0, 1), {}, "split"),
    ("Crawling Claw", (2, 2, 0), {}, ""),
    ("Crawling Claw", (2, 1, 0), {}, "split"),
    ("Death Vision", (2, 2, 0), {"sanity": 1}, ""),
    ("Death Vision", (2, 1, 0), {"sanity": -1}, ""),
    ("Death Vision", (1, 0, 0, 1), {}, "split"),
    ("Demonic Possession", (2, 2, 1), {}, "trait"),
    ("Demonic Possession", (1, 1, 0), {}, ""),
    ("Demonic Possession", (1, 0, 0), {"sanity": -1}, ""),
    ("Desiccated Heart", (), {}, "either"),
    ("Echo of Moander", (2, 2, 1), {"sanity": 1, "knowledge": 1}, ""),
    ("Echo of Moander", (2, 2, 0), {"sanity": -1}, ""),
    ("Echo of Moander", (1, 0, 0), {"sanity": -1, "might": -1}, ""),
    ("Explosive Runes", (2, 2, 1), {}, "runes"),
    ("Explosive Runes", (2, 1, 0), {}, ""),
    ("Explosive Runes", (1, 1, 0, 1), {}, "split"),
    ("Explosive Runes", (0, 0, 0, 1, 1, 1), {}, "split"),
    ("Familiar Echoes", (2, 2, 1), {"sanity": 1}, "Kitchen"),
    ("Familiar Echoes", (2, 2, 0), {}, "Kitchen"),
    ("Familiar Echoes", (0, 0, 0), {"sanity": -1}, "Kitchen"),
    ("Fireside Horrors", (2, 2, 0), {"knowledge": 1}, ""),
    ("Fireside Horrors", (1, 1, 0), {}, ""),
    ("Fireside Horrors", (1, 0, 0), {}, "split"),
    ("Go for the Eyes!", (2, 2, 1), {}, ""),
    ("Go for the Eyes!", (2, 2, 0), {"might": -1}, ""),
    ("Go for the Eyes!", (1, 0, 0), {"speed": -1}, ""),
    ("Lost Ghost", (2, 2, 1), {"knowledge": 1}, ""),
    ("Lost Ghost", (2, 2, 0), {"sanity": -1}, ""),
    ("Lost Ghost", (0, 0, 0, 0, 0), {}, "Elfsong Tavern"),
    ("Mists of Ravenloft", (2, 2, 0), {"sanity": 1}, ""),
    ("Mists of Ravenloft", (2, 1, 0), {}, "kept"),
    ("Shambling Form", (2, 2, 0, 0, 0, 0), {}, "item"),
    ("Shambling Form", (2, 1, 0, 0, 0, 0), {"speed": -1}, ""),
    ("Shambling Form", (1, 0, 0, 0, 0, 0), {"might": -1}, ""),
    ("Stalking Shadow", (2, 2, 0, 0, 0, 0), {}, ""),
    ("Stalking Shadow", (2, 1, 0, 0, 0, 0), {"sanity": -1}, ""),
    ("Stalking Shadow", (1, 0, 0, 0, 0, 0), {"speed": -1}, ""),
    ("Test of the Dead Three", (2, 0, 0, 2, 0, 0, 0, 0, 0, 2, 0, 0), {}, "trait"),
    ("Test of the Dead Three", (1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0), {"might": -1, "speed": -1, "knowledge": -1}, ""),
    ("The Green Devil Face", (2, 2, 1, 0), {}, "item"),
    ("The Green Devil Face", (2, 1, 0, 0), {}, ""),
    ("The Green Devil Face", (1, 1, 0, 0), {"sanity": -1}, "Elfsong Tavern"),
    ("The Green Devil Face", (0, 0, 0, 0), {"sanity": -1}, "Elfsong Tavern"),
    ("Vampiric Mist", (2, 2, 0), {"speed": 1}, ""),
    ("Vampiric Mist", (2, 1, 0), {}, "split"),
    ("Wererat Bite", (), {"knowledge": -1, "sanity": -1, "might": 1, "speed": 1}, "kept"),
    ("Will-o'-Wisp", (2, 2, 0), {"knowledge": 1}, ""),
    ("Will-o'-Wisp", (2, 1, 0), {}, "away"),
    ("Will-o'-Wisp", (1, 0, 0), {}, "Elfsong Tavern"),
    ("Yellow Mold", (2, 2, 0), {}, "token"),
    ("Yellow Mold", (2, 1, 0), {"might": -1}, "token"),
    ("Yellow Mold", (0, 0, 0, 0), {}, "token"),
    ("Green Slime", (2, 2, 1, 0, 0, 0), {}, ""),
    ("Green Slime", (2, 2, 0, 0, 0, 0), {}, "token"),
    ("Green Slime", (2, 1, 0, 0, 0, 0, 1), {}, "split"),
    ("Otyugh Tentacle", (), {}, "token"),
    ("Troglodyte Stench", (), {}, "token"),
    ("Pit Trap", (), {}, "split"),
    ("Arcane Gate", (), {}, "tile"),
    ("Illusory Wall", (), {}, "tile"),
    ("Infernal Pact", (), {}, "trait"),
    ("Rot Grub", (), {}, "trait"),
    ("Lonely Chest", (), {}, "may"),
    ("Future Sight", (), {}, "may"),
    ("Trapper", (2, 2, 0), {}, "item"),
    ("Trapper", (1, 0, 0, 1), {}, "split"),
    ("Rogue Air Elemental", (2, 2, 0), {"speed": 1}, ""),
    ("Rogue Air Elemental", (2, 1, 0), {}, "split"),
    ("Rogue Air Elemental", (1, 0, 0, 0), {}, "slow"),
    ("Moment of Calm", (0, 0), {}, "others"),
    ("Zhentarim Opportunist", (0, 0, 0, 0, 0, 0, 0), {}, ""),
    ("Zhentarim Opportunist", (2, 2, 0, 0, 0, 0, 0), {}, "split"),
    ("Hungry Horde", (2, 2, 1, 0, 0, 0), {"speed": 1}, ""),
    ("Hungry Horde", (1, 0, 0, 0, 0, 0), {"speed": -1}, ""),
    ("Forgotten Relic", (2, 2, 0), {}, ""),
    ("Flash Flood", (), {}, ""),
    ("Red Wizard", (), {}, ""),
    ("Lost and Found", (), {}, "may"),
    ("The Storm", (1, 0), {}, "Elfsong Tavern"),
    ("Sound of Looming Doom", (), {}, "any"),
]


@every(RESULTS)
def test_events__each_result(event: str, dice: tuple[int, ...], moves: dict[str, int], then: str):
    """Each result of each event moves the clips, and leads on, as in the card (R34, R45)."""
    game = drawing(event, *dice)
    if then == "any":
        return
    assert spaces(game) == moves
    if then in ("split", "trait", "either", "tile", "may"):
        assert game.asked == 0 and game.question == then
        return
    if then == "others":
        assert (game.player(1)["spaces"]["might"], game.player(2)["spaces"]["might"]) == (2, 3)  # of 3 and 4
        return
    assert ("Cleaver" in game.cards(0)) == (then == "item")
    assert (game.player(0)["tile"] is None) == (then == "away")
    assert (event in game.player(0)["events"]) == (then == "kept")
    assert bool(game.on("Ambush Alley")["tokens"]) == (then == "token")
    assert game.player(0)["cursed"] == (then == "cursed")
    assert ("Explosive Runes" in game.cards(0)) == (then == "runes")
    if then and then[0].isupper():
        assert game.at(0) == then
    assert game.asked == 1 and game.question == "turn"


def test_events__all_are_in_the_table():
    """No event is left out; the forty-fifth is UNKNOWN and in no deck."""
    assert {row[0] for row in RESULTS} == {event.name for event in EVENTS}
    assert unknown_fields(FORTY_FIFTH) == ["name", "text"]


def test_events__have_english():
    """The text is generated from the verbs."""
    texts = {event.name: english(event.text) for event in EVENTS}
    assert (
        texts["Cranium Rats"] == "roll Sanity: 4+ gain 1 Sanity; 2-3 lose 1 Knowledge; 0-1 take 1 die of mental damage"
    )
    assert all(len(text) > 8 for text in texts.values())


def test_races_and_classes__add_1():
    """Demonic Possession: Avrixis, a drow, needs one dot less (the 5 is a 6); Torskar does not get it."""
    assert drawing("Demonic Possession", 2, 2, 1).question == "trait"
    assert drawing("Demonic Possession", 2, 2, 1, seat="Torskar Stonecleaver").asked == 1


def test_hags_blessing__the_next_roll_is_a_0():
    """The curse spoils one roll and is gone."""
    game = Play(3, adventurers=[CALM]).tile("Ambush Alley", "north", of="Elfsong Tavern").stand(0, "Ambush Alley")
    game.having(0, cursed=1).stack("events", "Echo of Moander").start().dice(2, 2, 2).choose("end the turn")
    assert spaces(game) == {"sanity": -1, "might": -1} and not game.player(0)["cursed"]


def test_crawling_claw__stays_until_a_gain():
    """A point at the end of each turn; the Weapon Shop or a gain ends it."""
    game = Play(3, adventurers=[CALM]).keep(0, "Crawling Claw").start().choose("end the turn")
    game.expect(asked=0, question="split").choose("Might")
    assert game.player(0)["events"] == ["Crawling Claw"]
    shop = Play(3).tile("Weapon Shop", "north", of="Inner Chamber").stand(0, "Weapon Shop").keep(0, "Crawling Claw")
    shop.start()
    assert shop.choose("end the turn").player(0)["events"] == []
    root = Play(3).give(0, "Bitter Root").keep(0, "Crawling Claw").start().choose("use Bitter Root", "Might")
    assert root.player(0)["events"] == []


def test_mists__a_die_fewer_for_sanity():
    """Sanity 3 rolls two dice; a gain of Sanity ends the Mists."""
    game = Play(3, adventurers=[CALM]).tile("Ambush Alley", "north", of="Elfsong Tavern").stand(0, "Ambush Alley")
    game.keep(0, "Mists of Ravenloft").stack("events", "Cranium Rats").start().dice(1, 2, 2).choose("end the turn")
    assert spaces(game) == {"knowledge": -1}
    game.choose("end the turn", "end the turn").stack("events", "Death Vision").dice(2, 2).choose("end the turn")
    assert game.player(0)["events"] == [] and game.space(0, "sanity") == 4


def test_stench__two_dice_fewer_for_might():
    """Might 3 rolls one die on the tile, in attacks too."""
    game = Play(3, adventurers=[CALM]).tile("Ambush Alley", "north", of="Elfsong Tavern").stand(0, "Ambush Alley")
    game.token("stench", "Ambush Alley").stack("events", "Go for the Eyes!").start().dice(2, 2, 2)
    game.choose("end the turn")
    assert spaces(game) == {"might": -1}


def test_pit_trap__costs_a_space_more_to_enter():
    """Entering costs 2; a halfling takes no damage when it is drawn."""
    game = Play(3).token("pit", "Inner Chamber").start().choose("go west")
    assert game.player(0)["moved"] == 2
    assert drawing("Pit Trap", seat="Tasha Brightbottle").asked == 1


def test_slime_and_mold__on_entering():
    """Both roll for every player who enters; the slime continues a 5."""
    game = Play(3, adventurers=[CALM]).token("slime", "Inner Chamber").start().dice(2, 2, 1, 0, 0, 0).choose("go west")
    assert game.on("Inner Chamber")["tokens"] == []
    game = Play(3, adventurers=[CALM]).token("mold", "Inner Chamber").start().dice(1, 0, 0).choose("go west")
    assert spaces(game) == {"might": -1} and game.on("Inner Chamber")["tokens"] == ["mold"]


def test_otyugh__attacks_heroes_who_leave():
    """Might 3 against the hero, after the haunt; beaten by 3 it is gone and gives Might or Speed."""
    game = Play(4, adventurers=[CALM]).haunt(101, traitor=3).token("otyugh", "Elfsong Tavern").stand(3, "Kitchen")
    game.start().dice(0, 0, 0, 2, 1, 0).choose("go west").expect(question="trait", legal=["Might", "Speed"])
    game.choose("Speed")
    assert game.on("Elfsong Tavern")["tokens"] == [] and game.at(0) == "Inner Chamber" and spaces(game) == {"speed": 1}


def test_air_elemental__one_space_in_the_next_turn():
    """After a 0 or 1 only one space may be moved in the next turn."""
    game = drawing("Rogue Air Elemental", 1, 0, 0, 0).choose("end the turn", "end the turn")
    game.expect(asked=0).give(0, "Cleaver").choose("go south").expect(asked=0, legal="drop Cleaver", illegal="go north")


def test_infernal_pact__steps_move_to_other_traits():
    """Sanity from the third space to the first: two steps up elsewhere, by choice."""
    game = drawing("Infernal Pact").dice(1, 0, 0).choose("Sanity").expect(illegal="Sanity").choose("Might", "Knowledge")
    assert spaces(game) == {"sanity": -2, "might": 1, "knowledge": 1}


def test_future_sight__three_cards_for_one():
    """Kept until it is used at the start of a turn: one of three items."""
    game = drawing("Future Sight").choose("no")
    assert game.player(0)["events"] == ["Future Sight"]
    game.choose("end the turn", "end the turn").expect(asked=0, question="may")
    game.stack("items", "Maul", "Cleaver", "Pry Bar").choose("yes").expect(question="keep")
    game.choose("choose Pry Bar")
    assert game.cards(0) == ["Pry Bar"] and game.player(0)["events"] == []


def test_lonely_chest__left_closed_or_opened():
    """Opened at once its roll follows; left, a token lies there."""
    game = drawing("Lonely Chest").dice(2, 2).choose("yes")
    assert game.cards(0) == ["Cleaver"]
    assert drawing("Lonely Chest").choose("no").on("Ambush Alley")["tokens"] == ["lonely_chest"]


def test_lost_and_found__at_the_end_of_a_turn():
    """Knowledge 6+ finds one of two items."""
    game = Play(3, adventurers=[CALM]).token("lost chest", "Elfsong Tavern").stack("items", "Maul", "Cleaver").start()
    game.choose("end the turn").expect(question="may").dice(2, 2, 2).choose("yes").expect(question="keep")
    game.choose("choose Maul")
    assert game.cards(0) == ["Maul"] and game.on("Elfsong Tavern")["tokens"] == []


def test_will_o_wisp__returns_on_an_omen_tile():
    """At the start of the next turn, with a die of damage; on the Tavern where no omen tile is in play."""
    game = drawing("Will-o'-Wisp", 2, 1, 0).choose("end the turn").dice(0).choose("end the turn")
    assert game.asked == 0 and game.at(0) == "Elfsong Tavern"


def test_trapper__holds_until_the_next_turn():
    """A57: on a 0 a die of damage, the turn ends, the card is kept; the roll is repeated with a die for each other one there."""
    game = drawing("Trapper", 0, 0, 0, 0)
    assert game.player(0)["events"] == ["Trapper"] and game.asked == 1
    game.stand(1, "Ambush Alley").choose("end the turn").dice(1, 1, 0, 2).choose("end the turn")
    assert game.cards(0) == ["Cleaver"] and game.player(0)["events"] == []


def test_green_devil_face__kills_after_the_haunt():
    """A 0 after the haunt has begun is death."""
    game = Play(4).haunt(101, traitor=3).tile("Ambush Alley", "north", of="Elfsong Tavern").stand(0, "Ambush Alley")
    game.stack("events", "The Green Devil Face").start().dice(0, 0, 0, 0).choose("end the turn")
    assert not game.player(0)["alive"]


def test_looming_doom__highest_gains_lowest_is_attacked():
    """Rolls of 4, 2 and 0: seat 0 gains Speed, seat 2 is attacked by three dice."""
    game = Play(3, adventurers=["Torskar Stonecleaver", "Vort Dormall", '"Grim" Grusk Mugtug'])
    game.tile("Ambush Alley", "north", of="Elfsong Tavern").stand(0, "Ambush Alley").stack(
        "events", "Sound of Looming Doom"
    )
    game.clips(0, speed=1).clips(1, speed=1).clips(2, speed=1).start()  # Speed 2, 3, 2
    game.dice(2, 2, 2, 0, 0, 0, 0, 0, 1, 0, 0, 0).choose("end the turn")
    assert game.space(0, "speed") == 2 and (game.space(2, "might"), game.space(2, "speed")) == (
        3,
        1,
    )  # only Might can take it


def test_zhentarim__comes_back_after_hurting():
    """Who is hurt puts the card back among the top four."""
    game = drawing("Zhentarim Opportunist", 2, 2, 0, 0, 0, 0, 0)
    while game.question == "split":
        game.choose("Might") if "Might" in game.legal() else game.choose("Speed")
    assert game.facts()["decks"]["events"] == 44
    top = game._array["deck"][0, 0, 40:44].tolist()
    assert [event.name for event in EVENTS].index("Zhentarim Opportunist") in top


def test_wererat_bite__infects():
    """A bitten attacker who deals physical damage may infect the defender, who changes once."""
    game = Play(3, adventurers=[CALM, "Tasha Brightbottle"]).haunt(101, traitor=1).keep(0, "Wererat Bite")
    game.clips(0, might=1).clips(1, might=2, speed=3, knowledge=3, sanity=3).start()
    game.dice(1, 0, 0, 0, 0).choose("attack player 1 to your left").choose("Speed").expect(asked=0, question="react")
    game.choose("yes")
    assert game.player(1)["spaces"] == {"might": 3, "speed": 3, "knowledge": 2, "sanity": 2}
