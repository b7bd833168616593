"""Special tiles, clarified cards, powers (R86 to R88)."""

from __future__ import annotations

from fs_env.core.betrayal.scenario import Play

LEFT = "attack player 1 to your left"


def with_power(name: str, *others: str, players: int = 3) -> Play:
    return Play(players, adventurers=[name, *others])


def test_r86__the_ambush_alley_draws_one_event_in_the_turn_of_discovery():
    """R86, A9: its discoverer draws the symbol's event only; who ends a later turn there draws."""
    game = Play(3).tile("Fountain", "north", of="Elfsong Tavern").stand(0, "Fountain").give(0, "Bitter Root")
    game.stack("streets", "Ambush Alley").stack("events", "Desiccated Heart", "Wererat Bite").start().choose("go west")
    if game.question == "orient":
        game.choose(game.legal()[0])
    game.choose("the first", "end the turn")
    assert game.asked == 1 and game.player(0)["events"] == []
    game.choose("end the turn", "end the turn", "end the turn")
    assert game.player(0)["events"] == ["Wererat Bite"]


def test_r86__the_trading_post_changes_an_item():
    """R86: an item card for another one, at the end of a turn, if one likes."""
    game = Play(3).tile("Trading Post", "south", of="Elfsong Tavern", turned=2).stand(0, "Trading Post")
    game.give(0, "Cleaver").stack("items", "Maul").start().choose("end the turn")
    game.expect(question="discard", legal=["choose Cleaver", "no"])
    assert game.copy().choose("no").cards(0) == ["Cleaver"] and game.choose("choose Cleaver").cards(0) == ["Maul"]


def test_r87__the_axe_holds_its_owner():
    """R87: while an opponent shares the tile one must attack with it before leaving."""
    game = Play(3).haunt(101, traitor=1).stand(2, "Kitchen").give(0, "Berserker Axe").start()
    game.expect(illegal=["go west", "go north"]).choose(LEFT).dice(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    game.choose("choose Berserker Axe", "no").expect(asked=0, legal="go west")
    free = Play(3).haunt(101, traitor=1).stand(1, "Kitchen").give(0, "Berserker Axe").start().expect(legal="go west")
    assert free.question == "turn"


def test_r87__the_eye_of_vecna_stops_movement():
    """R87: its owner may make an opponent roll two dice: a 1 stops them and costs 1 mental damage."""
    game = Play(3).haunt(101, traitor=1).stand(1, "Inner Chamber").give(1, "Eye of Vecna").give(0, "Bitter Root")
    game.start().choose("go west").expect(asked=1, question="react").dice(1, 0).choose("yes")
    game.expect(asked=1, question="split").choose("Sanity")
    assert game.at(0) == "Elfsong Tavern" and game.asked == 0
    game.expect(illegal=["go west", "go north"])


def test_r87__explosive_runes_are_a_weapon():
    """R87: kept, they are discarded to attack with Knowledge."""
    game = Play(3, adventurers=["Avrixis Mizzrym"]).haunt(101, traitor=1).give(0, "Explosive Runes").start()
    game.clips(0, knowledge=1).clips(1, knowledge=1).choose(LEFT).dice(2, 1, 0, 0).choose("choose Explosive Runes")
    game.expect(asked=1, legal=["Knowledge", "Sanity"])
    assert game.cards(0) == []


def test_r87__the_iron_flask_can_fulfil_both_objectives():
    """R87: the traitor and the last hero die together by it: the demon wins, no player does."""
    game = Play(3, adventurers=["Torskar Stonecleaver", "Avrixis Mizzrym"]).haunt(101, traitor=1).having(2, alive=0)
    game.stand(2, "Kitchen").give(0, "Iron Flask of Tuerny").clips(0, might=1, speed=1).clips(1, might=1, speed=1)
    game.start().dice(2, 2, 2, 2, 2, 2, 0, 0, 0, 0).choose("use Iron Flask of Tuerny")
    while game.question == "split":
        game.choose(game.legal()[0])
    assert game.over and game.facts()["outcome"] == "lost by all"


def test_r88__reckless_attack():
    """R88: two more dice, decided before rolling; afterwards a die of physical damage."""
    game = (
        with_power("Torskar Stonecleaver", "Avrixis Mizzrym").haunt(101, traitor=1).clips(0, might=1).clips(1, might=1)
    )
    game.start().choose(LEFT).dice(0, 0, 0, 0, 1, 0, 0, 0, 2).choose("yes")  # six dice: 1 against 0
    game.expect(asked=1, question="split").choose("Speed").expect(asked=0, question="split")


def test_r88__protection():
    """R88: Aldan takes the damage of another on his tile."""
    game = Play(4, adventurers=["Avrixis Mizzrym", "Tasha Brightbottle", "Aldan Pyrite"]).haunt(101, traitor=1)
    game.stand(3, "Kitchen").clips(0, might=1).clips(1, might=1).start().dice(1, 0, 0, 0).choose(LEFT)
    game.expect(asked=2, question="react").choose("yes").expect(asked=2, question="split").choose("Might")
    assert game.space(2, "might") == 3 and game.space(1, "might") == 1


def test_r88__eldritch_blast():
    """R88: an attack with Sanity that also moves the defender by a tile."""
    game = with_power("Lia Faen Tlabbar", "Tasha Brightbottle").haunt(101, traitor=1).clips(0, sanity=1)
    game.clips(1, sanity=2).stand(2, "Kitchen").start().choose(LEFT).dice(2, 0, 0, 0, 1).choose("attack with Sanity")
    game.expect(asked=1, legal=["Sanity", "Knowledge"]).choose("Knowledge").expect(asked=0, question="push")
    assert game.choose("go west").at(1) == "Inner Chamber"


def test_r88__hunters_mark():
    """R88: +1 to attack results against the marked opponent."""
    game = with_power("Avrixis Mizzrym", "Tasha Brightbottle").haunt(101, traitor=1).clips(0, might=1).clips(1, might=1)
    game.start().choose("use your power", *(["choose player 1 to your left"] if game.question == "to" else []))
    if game.question == "to":
        game.choose("choose player 1 to your left")
    game.dice(1, 0, 1, 0).choose(LEFT).expect(asked=1, question="split")


def test_r88__wild_shape():
    """R88: once per game: the tortoise gains 2 Sanity and loses 1 Speed."""
    game = with_power("Gretchen Titchwillow").clips(0, sanity=3).start().choose("use your power", "Sanity")
    assert (game.space(0, "sanity"), game.space(0, "speed")) == (5, 3)
    game.choose("end the turn", "end the turn", "end the turn").expect(illegal="use your power")


def test_r88__cunning_action():
    """R88: opponents do not slow Tasha."""
    game = with_power("Tasha Brightbottle", players=4).tile("Fountain", "north", of="Elfsong Tavern")
    game.haunt(102, traitor=3).stand(3, "Kitchen").monster("Fountain").monster("Fountain").clips(0, speed=1).start()
    game.choose("go north", "go south")
    assert game.player(0)["moved"] == 2


def test_r88__devotion():
    """R88: Grusk treats an event tile as one without a symbol and moves on, once a turn."""
    game = with_power('"Grim" Grusk Mugtug').stack("streets", "Rose Portal").start().choose("go north")
    if game.question == "orient":
        game.choose("turn the tile east")
    game.expect(question="react").choose("yes").expect(asked=0, legal="go south")


def test_r88__healing_word():
    """R88: a token restores a step of a trait below its start; there are two in a game, one a turn."""
    game = with_power("Vort Dormall").clips(0, might=1, speed=1).start().choose("use your power", "Might")
    assert game.space(0, "might") == 2
    game.expect(illegal="use your power")
    spent = with_power("Vort Dormall").clips(0, might=1).having(0, healing=0).start()
    spent.expect(illegal="use your power")


def test_r88__bardic_inspiration():
    """R88: its holder may add 1 to a roll in their own turn; the token comes back when used."""
    game = Play(3, turn=0, adventurers=["Miska Silversong"]).tile("Ambush Alley", "north", of="Elfsong Tavern")
    game.stand(1, "Ambush Alley").stack("events", "Vampiric Mist").start().choose("use your power")
    game.choose("choose player 1 to your left", "end the turn").expect(asked=1).dice(1, 1, 1).choose("end the turn")
    speed = game.space(1, "speed")
    game.expect(asked=1, question="react").choose("yes")
    assert game.space(1, "speed") == speed + 1
    game.choose("end the turn").expect(asked=0, legal="use your power")


def test_r88__flurry_of_blows():
    """R88: after an attack a die against the same defender; a 0 hurts Azadeh."""
    game = with_power("Azadeh Rashka", "Tasha Brightbottle").haunt(101, traitor=1).clips(0, might=1).clips(1, might=1)
    game.start().dice(1, 0, 1, 0, 2).choose(LEFT).expect(asked=0, question="react")
    hit = game.copy().choose("yes").expect(asked=1, question="split")
    assert "2 left" in hit.decision_text
    game.dice(0).choose("yes").expect(asked=0, question="split")


def test_r88__magic_missile():
    """R88: Knowledge against a figure on the next tile; losing there costs nothing."""
    game = with_power("Dhadius the Scarlet", "Tasha Brightbottle").haunt(101, traitor=1).stand(1, "Inner Chamber")
    game.clips(0, knowledge=1).clips(1, knowledge=1).start().dice(0, 0, 0, 0, 2, 2).choose(LEFT)
    game.expect(asked=0, question="turn")
    far = with_power("Dhadius the Scarlet", "Tasha Brightbottle").haunt(101, traitor=1).stand(1, "Kitchen").start()
    far.expect(illegal=LEFT)


def test_r88__wild_magic():
    """R88: Knowledge or Sanity instead of Might; a blank on one more die costs 1."""
    game = with_power("Ralvio Escanor", "Tasha Brightbottle").haunt(101, traitor=1).clips(0, sanity=1)
    game.clips(1, sanity=1).start().choose(LEFT).expect(legal=["no", "attack with Knowledge", "attack with Sanity"])
    blank = game.copy().dice(1, 0, 0, 0, 0).choose("attack with Sanity")
    assert blank.question == "turn"
    game.dice(1, 0, 0, 2, 0).choose("attack with Sanity").expect(asked=1, question="split")
