"""The haunt: its roll, its chart, sides, order of play, objectives (R59 to R76, R85)."""

from __future__ import annotations

import pytest

from fs_env.core.betrayal.content.haunts import CHART, HAUNTS
from fs_env.core.betrayal.game import GAME
from fs_env.core.betrayal.language.codes import Trait
from fs_env.core.betrayal.language.haunts import (
    Aim,
    Count,
    Goal,
    Haunt,
    Monster,
    Number,
    Shape,
    Spot,
    Task,
    Where,
    page,
)
from fs_env.core.betrayal.scenario import Play
from tests.core.betrayal.test_objectives import needed


def omen(found: str = "Pipes of Haunting", tile: str = "Cursed Statue", omens: int = 5, **options: int) -> Play:
    """Seat 0 stands on the Fountain and discovers an omen tile to its west; a haunt roll is due at the end of the turn."""
    game = Play(4, **options).tile("Fountain", "north", of="Elfsong Tavern").stand(0, "Fountain").give(0, "Bitter Root")
    game.stack("streets", tile).stack("omens", found).table(omens=omens).start().choose("go west")
    return game.choose(game.legal()[0]) if game.question == "orient" else game


def test_r59__as_many_dice_as_omens_and_six_are_needed():
    """R59: with six omens revealed a total of 5 is no haunt, one of 6 is; the next roll has seven dice."""
    assert omen().dice(2, 2, 1, 0, 0, 0, 2).choose("end the turn").facts()["haunt"] is None
    assert omen().dice(2, 2, 2, 0, 0, 0).choose("end the turn").facts()["haunt"]


def test_r59__never_more_than_eight_dice():
    """R59, A6: with ten omens eight dice are rolled."""
    assert omen(omens=9).dice(0, 0, 0, 0, 0, 0, 0, 2, 2, 2).choose("end the turn").facts()["haunt"] is None


def test_haunt_roll__at_once_where_the_option_says_so():
    """A7: with `haunt_roll=immediate` the roll comes with the omen, before the turn continues."""
    game = Play(4, haunt_roll=1).tile("Fountain", "north", of="Elfsong Tavern").stand(0, "Fountain")
    game.give(0, "Bitter Root").only("streets", "Cursed Statue").table(omens=5).start().dice(2, 2, 2, 0, 0, 0)
    game.choose("go west")
    if game.question == "orient":
        game.choose(game.legal()[0])
    assert game.facts()["haunt"]


def test_haunt_roll__the_last_omen_begins_the_haunt():
    """A10: with the thirteenth omen the haunt begins whatever is rolled."""
    assert omen(omens=12).dice(0, 0, 0, 0, 0, 0, 0, 0).choose("end the turn").facts()["haunt"]


def test_haunt_rolls__one_for_each_omen():
    """A8: two omens in a turn owe two rolls."""
    game = Play(4).table(omens=6, n_due=2).give(0, "Bitter Root").start().dice(0, 0, 0, 0, 0, 0, 2, 2, 2, 0, 0, 0)
    assert game.choose("end the turn").facts()["haunt"]


def test_r60__the_chart_names_the_haunt_of_omen_and_tile():
    """R60: the row of the Cursed Statue, the column of the Pipes of Haunting, in the chart of our own."""
    game = omen().dice(2, 2, 2, 0, 0, 0).choose("end the turn")
    while game.question == "tile":
        game.choose(game.legal()[0])
    assert game.facts()["haunt"]["number"] == CHART[2][10]


def test_r60__every_haunt_is_in_the_chart():
    """R60: 13 rows and columns, and each of the thirteen haunts once in every one of them."""
    numbers = {7, *range(101, 113)}
    assert len(CHART) == 13 and all(len(row) == 13 and set(row) == numbers for row in CHART)
    assert all(set(column) == numbers for column in zip(*CHART, strict=True))


def traitor_of(haunt: int, **might: int) -> int | None:
    """Who becomes the traitor of a haunt that seat 0 reveals; `s1=8` sets the Might space of seat 1."""
    game = Play(4, haunt=haunt).table(omens=12, n_due=1).give(0, "Bitter Root")
    for seat in range(4):
        game.clips(seat, might=might.get(f"s{seat}", 1), speed=3, knowledge=1, sanity=3)
    game.start().table(omens=13).choose("end the turn")
    sides = [player["side"] for player in game.facts()["players"]]
    return sides.index("traitor") if "traitor" in sides else None


def test_r60__the_traitor_is_the_one_whom_the_haunt_names():
    """R60, A23: the revealer in haunt 7, the strongest in 101."""
    assert traitor_of(1) == 0 and traitor_of(2, s2=8) == 2


def test_r61__of_several_the_revealer_else_the_first_to_the_left():
    """R61: Might 7 in seats 1 and 2: seat 1 becomes the traitor; the revealer in seat 0 has it too: the revealer."""
    names = ["Torskar Stonecleaver", "Vort Dormall", "Tasha Brightbottle", "Miska Silversong"]
    for spaces, numbers, traitor in (((1, 7, 8, 1), [4, 7, 7, 1], 1), ((6, 7, 8, 1), [7, 7, 7, 1], 0)):
        game = Play(4, adventurers=names, haunt=2).give(0, "Bitter Root")
        for seat, space in enumerate(spaces):
            game.clips(seat, might=space)
        game.start()
        assert [player["traits"]["might"] for player in game.facts()["players"]] == numbers
        game.table(omens=13, n_due=1).choose("end the turn")
        assert game.player(traitor)["side"] == "traitor"


def played(*numbers: int) -> int:
    """The value of the option for haunts already played."""
    return sum(1 << [haunt.number for haunt in HAUNTS].index(number) for number in numbers)


def begins(game: Play) -> Play:
    """Ends the turn with a haunt roll of 6 and puts monsters where they may be put."""
    game.dice(2, 2, 2, 0, 0, 0).choose("end the turn")
    while game.question == "tile":
        game.choose(game.legal()[0])
    return game


def test_r62__without_the_option_no_haunt_is_passed_over():
    """R62: the optional rule needs earlier games: the same omen and tile always give the same haunt."""
    assert {begins(omen()).facts()["haunt"]["number"] for _ in range(2)} == {CHART[2][10]}


def test_r62__the_next_nearest_omen_tile():
    """R62: the Pipes on the Cursed Statue (row 2) were played, so was the row of the House of Blood two spaces away; the Murder
    Row (row 5) is further: its haunt begins there, with the revealer's figure on it."""
    gone = (CHART[2][10], CHART[0][10])
    assert CHART[5][10] not in gone
    game = omen(played=played(*gone)).tile("House of Blood", "north", of="Inner Chamber")
    game.tile("Murder Row", "east", of="Elfsong Tavern").table(omens=6)
    facts = begins(game).facts()
    assert facts["haunt"]["number"] == CHART[5][10] and game.at(0) == "Murder Row" and facts["omens"] == 6
    near = omen(played=played(CHART[2][10])).tile("House of Blood", "north", of="Inner Chamber")
    assert begins(near.tile("Murder Row", "east", of="Elfsong Tavern")).at(0) == "House of Blood"


def test_r62__further_omens_where_no_tile_helps():
    """R62: no other omen tile is in play: of the next omens the first with another haunt in the row of the Cursed Statue is taken
    for the Pipes, which are gone like those before it."""
    column = {"Berserker Axe": 0, "Eye of Vecna": 5, "Iron Flask of Tuerny": 8}
    gone = (CHART[2][10], CHART[2][0], CHART[2][5])
    assert CHART[2][8] not in gone and len(set(gone)) == 3
    game = omen(played=played(*gone)).stack("omens", *column)
    facts = begins(game).facts()
    assert facts["haunt"]["number"] == CHART[2][8] and facts["omens"] == 9
    assert "Iron Flask of Tuerny" in game.cards(0) and not {"Pipes of Haunting", "Berserker Axe", "Eye of Vecna"} & set(
        game.cards(0)
    )


def test_r62__where_all_were_played_one_is_played_again():
    """R62, A51: with nothing left the haunt of the chart begins; one that the option `haunt` names begins in any case."""
    every = played(*(haunt.number for haunt in HAUNTS))
    game = omen(played=every)
    assert begins(game).facts()["haunt"]["number"] == CHART[2][10] and game.facts()["omens"] == 13
    assert begins(omen(played=every, haunt=2)).facts()["haunt"]["number"] == 101


def test_r63__each_side_reads_its_own_page():
    """R63, A20: objectives and page of the other side are hidden, unless the option opens them."""
    for open_haunts in (0, 1):
        game = Play(4, open_haunts=open_haunts).haunt(7, traitor=3).start()
        hero, traitor = (GAME.to_json(game.S, player=seat)["pages"] for seat in (0, 3))
        assert any("clue" in line for line in hero) and any("Intellect Devourer" in line for line in traitor)
        assert any("Intellect Devourer" in line for line in hero) == bool(open_haunts)
        assert any("clue" in line for line in traitor) == bool(open_haunts)
        for lines, other in ((hero, "The traitor wins when"), (traitor, "The heroes win when")):
            assert sum(line.startswith("You win when") for line in lines) == 1, "only a reader's own page says you"
            assert any(line.startswith(other) for line in lines) == bool(open_haunts)
        assert not any(line.startswith("You win") for line in GAME.to_json(game.S)["pages"])
        aims = game.seen(3)["aims"]
        assert int(aims[0]["goal"]) == 2 and (int(aims[3]["goal"]) >= 0) == bool(open_haunts)


def order(game: Play, turns: int) -> list[int]:
    """The seats of the next turns."""
    seats = []
    while len(seats) < turns:
        if game.question == "turn":
            seats.append(game.asked)
        game.choose("end the turn" if "end the turn" in game.legal() else game.legal()[0])
    return seats


def begun(haunt: int) -> Play:
    """A haunt that seat 0 has just revealed in a game of four."""
    game = Play(4, haunt=haunt).give(0, "Bitter Root").give(1, "Cleaver").give(2, "Maul").give(3, "Pry Bar")
    return game.start().table(omens=13, n_due=1).choose("end the turn")


def test_r64__heroes_in_seat_order_then_the_traitor_then_monsters():
    """R64, R74: the traitor is seat 0: seats 1, 2, 3, then 0, then the Devourers, then seat 1."""
    game = begun(1)
    while game.question == "tile":
        game.choose(game.legal()[0])
    seats = []
    while len(seats) < 6:
        seats.append(("monster" if game.question == "monster" else "turn", game.asked))
        game.choose("end the turn" if "end the turn" in game.legal() else game.legal()[0])
        while seats[-1] == ("monster", 0) and game.question == "monster":
            game.choose("end the turn")
    assert seats == [("turn", 1), ("turn", 2), ("turn", 3), ("turn", 0), ("monster", 0), ("turn", 1)]


def test_r65__heroes_may_do_all_they_could_before_but_no_haunt_rolls():
    """R65: an omen that is found after the haunt has begun owes no roll."""
    game = Play(4).haunt(101, traitor=3).tile("Fountain", "north", of="Elfsong Tavern").stand(0, "Fountain")
    game.give(0, "Bitter Root").stack("streets", "Cursed Statue").stack("omens", "Pipes of Haunting").table(omens=12)
    game.start().choose("go west")
    if game.question == "orient":
        game.choose(game.legal()[0])
    assert game.facts()["omens"] == 13 and game.facts()["haunt"]["number"] == 101
    game.expect(asked=0, legal="drop Bitter Root").choose("end the turn").expect(asked=1)


def test_r66__the_dead_count_in_numbers_of_adventurers():
    """R66: haunt 7 needs as many tokens as there were adventurers: 4, though one is dead."""
    game = Play(4).haunt(7, traitor=3).having(2, alive=0).start()
    assert int(game.seen(0)["aims"][0]["needed"]) == 4


def test_r67__monsters_act_after_the_traitors_death():
    """R67: haunt 102's side continues; its player still leads the monsters."""
    game = Play(4, turn=2).haunt(105, traitor=3).having(3, alive=0).table(haunt=2).monster("Elfsong Tavern")
    game.table(judging=0).start().choose("end the turn")
    game.expect(asked=3, question="monster")


def test_r68__a_clue_of_one_hero_counts_for_all():
    """R68, H9: a success of Knowledge 5+ lays an Obstacle and a token for the side."""
    game = Play(4).haunt(7, traitor=3).tile("House of Blood", "north", of="Inner Chamber").stand(0, "House of Blood")
    game.clips(0, knowledge=4).start().dice(2, 2, 1).choose("attempt task 1")
    assert game.facts()["marks"] == [1, 0] and game.on("House of Blood")["tokens"] == ["obstacle"]
    assert all(int(game.seen(seat)["aims"][0]["done"]) == 1 for seat in (0, 1, 2))


def test_r69__a_haunt_overrides_the_rules():
    """R69: the monsters of 102 are killed, not stunned."""
    game = Play(4, adventurers=["Avrixis Mizzrym"]).haunt(102, traitor=3).stand(3, "Kitchen").monster("Elfsong Tavern")
    game.monster("Kitchen").clips(0, might=1).start().dice(1, 0, 0, 0, 0, 0, 0).choose("attack monster 1")
    assert len(game.monsters()) == 1


def test_r71__a_new_traitor_is_free_of_events():
    """R71: the new traitor may discard the Mists of Ravenloft; heroes are not asked and keep the Crawling Claw."""
    game = Play(4, haunt=1).give(0, "Bitter Root").keep(0, "Mists of Ravenloft").keep(1, "Crawling Claw").start()
    game.table(omens=13, n_due=1).choose("end the turn").expect(asked=0, question="ignore").choose("yes")
    assert game.player(0)["events"] == [] and game.player(1)["events"] == ["Crawling Claw"]


def test_r72__a_traitor_ignores_harmful_text_and_uses_helpful_text():
    """R72: no roll on leaving the House of Blood, but the Fountain's Sanity."""
    game = Play(4).haunt(101, traitor=0).tile("House of Blood", "north", of="Inner Chamber").stand(0, "House of Blood")
    game.start().dice(0, 0, 0).choose("go south")
    assert game.space(0, "speed") == 5
    game = Play(4).haunt(101, traitor=0).tile("Fountain", "north", of="Elfsong Tavern").stand(0, "Fountain").start()
    assert game.choose("end the turn").space(0, "sanity") == 4


def test_r73__a_traitor_may_ignore_an_event():
    """R73: ignored as a whole, before any roll; or taken as a whole."""
    game = Play(4).haunt(101, traitor=0).tile("Ambush Alley", "north", of="Elfsong Tavern").stand(0, "Ambush Alley")
    game.stack("events", "Desiccated Heart").start().choose("end the turn").expect(asked=0, question="ignore")
    assert game.copy().choose("yes").asked == 1
    game.choose("no").expect(question="either")


def test_r74__monsters_follow_the_traitors_turn():
    """R74: not those of heroes."""
    game = Play(4, turn=0).haunt(102, traitor=1).monster("Kitchen").stand(1, "Kitchen Basement").start()
    game.choose("end the turn").expect(asked=1, question="turn").choose("end the turn")
    game.expect(asked=1, question="monster")


def hidden(traitor: int = 2) -> Play:
    """Haunt 103 has begun; no player but the traitor knows."""
    return Play(4).haunt(103, traitor=traitor)


def test_r75__only_the_traitor_knows():
    """R75: seats see their own side; every player may attack every player; only the traitor may reveal."""
    game = hidden().start()
    assert [int(x) for x in game.seen(0)["players"]["side"][:4]] == [1, 0, 0, 0]
    assert GAME.to_json(game.S, player=0)["players"][2]["side"] is None
    assert [int(x) for x in game.seen(2)["players"]["side"][:4]] == [2, 1, 1, 1]
    game.expect(illegal="reveal your token", legal=[f"attack player {k} to your left" for k in (1, 2, 3)])
    mine = Play(4, turn=2).haunt(103, traitor=2).start().expect(legal="reveal your token").choose("reveal your token")
    assert GAME.to_json(mine.S, player=0)["players"][2]["side"] == "traitor"
    mine.expect(illegal="reveal your token")


def test_r75__immunity_only_after_revealing():
    """R75: a secret traitor rolls on leaving the House of Blood like every player."""
    game = Play(4).haunt(103, traitor=0).tile("House of Blood", "north", of="Inner Chamber").stand(0, "House of Blood")
    shown = game.copy().start().choose("reveal your token").dice(0, 0, 0).choose("go south")
    secret = game.start().dice(0, 0, 0).choose("go south").expect(asked=0, question="reveal").choose("no")
    assert secret.space(0, "speed") == 4 and shown.space(0, "speed") == 5


def test_r75__a_dead_token_is_turned_up():
    """R75: the side of the dead is known to all."""
    game = hidden().stand(2, "Kitchen").stand(3, "Kitchen").clips(1, might=1, speed=1).clips(0, might=3).start()
    game.choose("attack player 1 to your left").dice(2, 2, 2, 0, 0, 0, 0).choose("no", "Might")
    assert int(game.seen(3)["players"]["side"][2]) == 1


def test_r75__play_begins_to_the_left_of_the_revealer():
    """R75: whoever the traitor is."""
    assert begun(4).until("turn", "no").asked == 1


def test_r76__without_a_traitor_monsters_follow_the_revealer():
    """R76: play begins to the revealer's left; the Tide Hands move by themselves towards the nearest hero."""
    game = Play(4, haunt=5).give(0, "Bitter Root").start().table(omens=13, n_due=1).choose("end the turn")
    game.expect(asked=1, question="turn")
    assert {m["tile"] for m in game.monsters()} == {"Catacomb Landing"} and len(game.monsters()) == 4
    game.choose("end the turn", "end the turn", "end the turn").dice(0, 1, 0).choose("end the turn")
    assert game.asked == 1 and {m["tile"] for m in game.monsters()} != {"Catacomb Landing"}


def test_r85__the_first_side_to_reach_its_objective_wins_at_once():
    """R85, H10: the last token ends haunt 7 for the heroes, the dead ones included."""
    game = Play(4).haunt(7, traitor=3).tile("House of Blood", "north", of="Inner Chamber").stand(0, "House of Blood")
    game.having(2, alive=0).table(marks=(3, 0)).clips(0, knowledge=4).start().dice(2, 2, 1).choose("attempt task 1")
    assert game.over and game.facts()["winners"] == [0, 1, 2]


def test_r85__no_heroes_left():
    """R85, H11: the last living hero turns, and the traitor's side wins with the turned one."""
    game = Play(3, turn=2).haunt(7, traitor=2).having(1, alive=0).monster("Elfsong Tavern").stand(2, "Kitchen Basement")
    game.clips(0, might=1).start().choose("end the turn").choose("attack player 1 to your left")
    game.dice(2, 2, 2, 0, 0, 0, 0).choose("attack with Might")
    assert game.over and game.facts()["winners"] == [0, 2]


@pytest.mark.parametrize("number", [haunt.number for haunt in HAUNTS])
def test_haunts__have_a_page_for_each_side(number: int):
    """The English of a haunt is generated: objectives always, for the traitor too where there is one."""
    haunt = next(haunt for haunt in HAUNTS if haunt.number == number)
    assert [line for line in page(haunt, False) if line.startswith("You win when")]
    assert bool(page(haunt, True)) == (haunt.shape != Shape.COOPERATIVE)


def test_haunts__pages_say_all_that_counts():
    """The pages tell what kills, where monsters come, how all lose, and numbers that are less than the heroes."""
    told = {haunt.number: page(haunt, False) + page(haunt, True) for haunt in HAUNTS}
    assert any("one that would be hurt is killed" in line for line in told[102])
    assert any("on the tile of the traitor" in line for line in told[106])
    assert any("omen symbol and no Obstacle token" in line for line in told[7])


TIDES = Haunt(
    200,
    "Tides",
    Shape.COOPERATIVE,
    heroes=(Aim(Goal.ESCAPED, Number(-1, Count.HEROES)),),
    traitor=(Aim(Goal.ROUNDS, Number(by=(9, 8, 7, 6))),),
    monsters=(Monster("Wave", 2, 3, where=Where.LANDING, more=Number(by=(1, 1, 2, 2))),),
    tasks=(Task("swim", False, Spot.STREET, Trait.SPEED, 5, (), opens=Number(2)),),
    hero_wards=Number(3),
    truce=2,
    vigil=True,
)


def test_pages__tell_numbers_for_the_players_at_the_table():
    """Additions of a haunt of our own to the rules stand on its page, with the number for so many players, else with all four."""
    assert page(TIDES, False, 5) == [
        "200. Tides: heroes",
        "Each of you has 3 wards: one is lost instead of all damage of a hurt.",
        "Nobody attacks in the first 2 rounds, and nobody wins before they are over.",
        "Task, swim, when 2 rounds are over: on a street tile without an Obstacle token roll Speed 5+: nothing.",
        "Monsters: Wave, 1, on the Catacomb Landing, 2 more at the end of each round; Might 2, Speed 3; they attack with Might; "
        "one that would be hurt is stunned.",
        "At the end of a round each hero who is alone on a tile with an omen symbol lays a quest token.",
        "You win when as many as there are heroes less 1 have escaped.",
        "You lose when 7 rounds of the haunt are over.",
    ]
    assert (
        page(TIDES, False)[-1] == "You lose when 9, 8, 7 or 6 (with 3, 4, 5 or 6 players) rounds of the haunt are over."
    )


def test_haunt_7__what_the_traitor_does_at_once():
    """H2, H3: resets and gains Knowledge and Sanity, then puts a Devourer for each adventurer on tiles without heroes."""
    game = Play(4, haunt=1, adventurers=["Torskar Stonecleaver"]).clips(0, knowledge=1, sanity=4).give(0, "Bitter Root")
    for seat in (1, 2, 3):
        game.stand(seat, "Kitchen")
    game.start().table(omens=13, n_due=1).choose("end the turn")
    assert (game.space(0, "knowledge"), game.space(0, "sanity")) == (5, 6)
    game.expect(asked=0, question="tile", illegal="choose Kitchen", legal="choose Elfsong Tavern")
    game.choose("choose Elfsong Tavern").expect(illegal="choose Elfsong Tavern")
    while game.question == "tile":
        game.choose(game.legal()[0])
    tiles = [m["tile"] for m in game.monsters()]
    assert len(tiles) == 4 and len(set(tiles)) == 4 and "Kitchen" not in tiles


def test_haunt_7__the_mind_flayer_attacks_with_knowledge_and_feeds():
    """H6: a Knowledge attack; on killing a hero Knowledge is reset if below, then 2 more."""
    game = Play(4, adventurers=["Torskar Stonecleaver", "Avrixis Mizzrym"]).haunt(7, traitor=0).stand(2, "Kitchen")
    game.stand(3, "Kitchen").clips(0, knowledge=1).clips(1, knowledge=1, sanity=1).start()
    game.choose("attack player 1 to your left").choose("attack with Knowledge").dice(2, 2, 0, 0).choose("no")
    game.choose("Knowledge")
    assert not game.player(1)["alive"] and game.space(0, "knowledge") == 5


def test_haunt_104__is_lost_by_all_together():
    """R85: no player wins when the house does, after as many rounds as all are shown."""
    game = Play(3, turn=0).haunt(104, revealer=0)
    game.table(rounds=needed(104, Goal.ROUNDS, seat=0, players=3) - 1).start().choose("end the turn")
    assert game.over and game.facts()["outcome"] == "lost by all" and GAME.returns(game.S).tolist() == [-1, -1, -1]


def test_haunt_106__heroes_win_by_escaping():
    """Of three heroes two must board the ferry at the Tavern, which is there when as many rounds are over as in the page."""
    page = GAME.to_json(Play(4).haunt(106, traitor=3).start().S, player=0)["pages"]
    opens = next(int(line.split(", when ")[1].split()[0]) for line in page if line.startswith("Task, board"))
    game = Play(4).haunt(106, traitor=3).stand(3, "Kitchen").clips(0, speed=8).clips(1, speed=8).table(rounds=opens)
    game.start()
    early = Play(4).haunt(106, traitor=3).stand(3, "Kitchen").table(rounds=opens - 1).start()
    early.expect(illegal="attempt task 1")
    game.dice(2, 2, 1, 0, 0, 0).choose("attempt task 1")
    assert game.player(0)["escaped"] and game.asked == 1
    game.dice(2, 2, 2, 0, 0, 0, 0, 0).choose("attempt task 1")
    assert game.over and game.facts()["winners"] == [0, 1, 2]
