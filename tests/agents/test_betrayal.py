"""The bot for Betrayal at Baldur's Gate: what it chooses where the answer is plain, what it may know, how it does against random play."""

from __future__ import annotations

import numpy as np
import pytest

from fs_env.agents.betrayal import HeuristicAgent
from fs_env.agents.betrayal.facts import AT_LEAST, GIFT, MARGIN
from fs_env.agents.random_agent import RandomAgent
from fs_env.arena import load_agent, play_match
from fs_env.core.betrayal.game import GAME
from fs_env.core.betrayal.language.codes import Trait
from fs_env.core.betrayal.scenario import Play
from fs_env.core.betrayal.tables import TILE_NAMES
from tests.agents.chosen import answer_of, check_answers, view

STRONG, WEAK = (
    {"might": 8, "speed": 8, "knowledge": 8, "sanity": 8},
    {"might": 1, "speed": 2, "knowledge": 1, "sanity": 1},
)


def answer(game):
    return answer_of(HeuristicAgent(), game)


def haunted(number, traitor, **more):
    """A haunt that has begun; seat 0 has the turn."""
    return Play(3, **more).haunt(number, traitor=traitor)


# Dice and content.


@pytest.mark.parametrize(("dice", "total", "chance"), [(1, 1, 2 / 3), (2, 4, 1 / 9), (3, 6, 1 / 27), (0, 1, 0)])
def test_odds__of_a_roll(dice, total, chance):
    """A die shows 0, 1 or 2 with equal chances (R3, A1)."""
    assert AT_LEAST[dice, total] == pytest.approx(chance)


def test_odds__of_an_attack():
    """One die against one: the attacker wins in three of nine cases, by two in one."""
    assert MARGIN[1, 1, 16 + 1] == pytest.approx(3 / 9) and MARGIN[1, 1, 16 + 2] == pytest.approx(1 / 9)
    assert MARGIN[1, 1, 16] == pytest.approx(6 / 9) and MARGIN[8, 0, 16 + 16] == pytest.approx(3**-8)


def test_gifts__of_tiles():
    """The trait that a tile raises once is read from the tile's text."""
    gifts = {TILE_NAMES[t]: Trait(GIFT[t] - 1).name for t in np.flatnonzero(GIFT)}
    assert gifts["Fountain"] == "SANITY" and gifts["Hall of Wonders"] == "KNOWLEDGE" and "Trading Post" not in gifts


# Before the haunt.


def test_before_the_haunt__explores():
    """With nothing else to do it discovers: from a dead end it goes back to the only door with nothing behind it."""
    game = Play(3).tile("Dead End", "north", of="Elfsong Tavern", turned=2).stand(0, "Dead End").start()
    assert answer(game) == "go south"


def test_before_the_haunt__ends_its_turn_on_a_gift_once():
    """It goes to the Fountain and ends its turn there, and leaves when a turn has ended there."""
    game = Play(3).tile("Fountain", "north", of="Elfsong Tavern").start()
    assert answer(game) == "go north"
    game.choose("go north")
    assert answer(game) == "end the turn"
    game = Play(3).tile("Fountain", "north", of="Elfsong Tavern").stand(0, "Fountain").start()
    assert answer(game) != "end the turn"


def test_cards__taken_and_used():
    """It picks up what is of use, drinks a draught, and keeps its hands off nothing that harms it."""
    assert answer(Play(3).lie("Pry Bar", "Elfsong Tavern").start()) == "pick up Pry Bar"
    assert answer(Play(3).give(0, "Red Draught").start()) == "use Red Draught"
    assert answer(Play(3).give(0, "Bitter Root").start()) != "use Bitter Root"
    assert answer(Play(3).give(0, "Surgeon's Roll").start()) != "use Surgeon's Roll"
    assert answer(Play(3).give(0, "Surgeon's Roll").clips(0, might=1).start()) == "use Surgeon's Roll"


def test_chooses_the_stronger_adventurer():
    """Of all it takes Torskar (Might 5); of a card that was dealt the better side, which depends on the card."""
    game, bot, taken = GAME.new(), HeuristicAgent(), set()
    GAME.setup(game, seed=1, num_players=3)
    bot.reset(GAME.to_act(game), 1)
    assert GAME.action_text(bot.act(view(GAME, game))) == "play Torskar Stonecleaver"
    for seed in range(12):
        GAME.setup(game, seed=seed, num_players=3, adventurer_cards=1)
        bot.reset(GAME.to_act(game), 1)
        taken.add(GAME.action_text(bot.act(view(GAME, game))))
    assert len(taken) > 3 and "play Aldan Pyrite" not in taken  # Torskar is on the other side


# Heroes.


def test_hero__does_a_task_where_it_stands():
    """Haunt 7: on an omen tile a clue is to be found."""
    game = haunted(7, 1).tile("Murder Row", "north", of="Elfsong Tavern").stand(0, "Murder Row").start()
    assert answer(game) == "attempt task 1"


def test_hero__goes_to_a_free_place_for_its_task():
    """An omen tile with an Obstacle is of no use: it goes to the other one."""
    game = haunted(7, 1).tile("House of Blood", "north", of="Elfsong Tavern", turned=2)
    game.tile("Shrine to Gargauth", "south", of="Elfsong Tavern").token("Obstacle", "House of Blood")
    assert answer(game.clips(1, **STRONG).stand(1, "Kitchen").start()) == "go south"


def test_hero__attacks_a_weak_traitor_and_spares_itself_a_strong_one():
    """It weighs what it would lose."""
    for clips, attacks in ((WEAK, True), (STRONG, False)):
        game = haunted(7, 1).clips(1, **clips).start()
        assert (answer(game) == "attack player 1 to your left") == attacks


def test_hero__runs_away_where_survival_wins():
    """The Collector: it leaves the tile of a traitor whom it cannot beat, away from it."""
    game = haunted(101, 1).clips(1, **{**STRONG, "speed": 3}).stand(1, "Kitchen").stand(0, "Kitchen").start()
    assert answer(game) not in ("attack player 1 to your left", "end the turn")


def test_hero__leaves_the_city_from_the_tavern():
    """The Last Ferry: it tries to board in the Tavern, and goes there."""
    assert answer(haunted(106, 1).stand(1, "Kitchen").table(rounds=9).start()) == "attempt task 1"
    game = haunted(106, 1).stand(1, "Kitchen").stand(2, "Kitchen").stand(0, "Inner Chamber").table(rounds=9).start()
    assert answer(game) == "go east"


# The traitor.


def test_traitor__hunts_the_weakest_hero():
    """Two heroes are on its tile: it attacks the one whom it can kill."""
    game = haunted(101, 0).clips(0, **STRONG).clips(1, **STRONG).clips(2, **WEAK).start()
    assert answer(game) == "attack player 2 to your left"


def test_traitor__attacks_with_what_the_haunt_allows():
    """Haunt 7: of Might 5 and Knowledge 8 dice it takes the greater number."""
    game = haunted(7, 0).clips(0, might=1, knowledge=8).clips(1, **WEAK).start().choose("attack player 1 to your left")
    assert game.question == "weapon" and answer(game) == "attack with Knowledge"


def test_traitor__leads_its_monsters_to_heroes():
    """A Ferry Hound goes to a hero whom it can beat and attacks there."""
    game = haunted(106, 0).monster("Kitchen").stand(1, "Inner Chamber").stand(2, "Kitchen Basement").clips(2, **STRONG)
    game.start()
    game.choose("end the turn").dice(2, 2, 2, 2, 2)
    while game.question != "monster":
        game.choose("end the turn")
    assert answer(game) == "go east"
    assert answer(game.choose("go east")) == "attack player 1 to your left"


def test_traitor__ignores_an_event_that_may_harm_it():
    """R73: of Bhaal's Call it wants nothing, of a Forgotten Relic something."""
    for event, words in (("Bhaal's Call", "yes"), ("Forgotten Relic", "no")):
        game = haunted(101, 0).tile("Dead End", "north", of="Elfsong Tavern", turned=2).stack("events", event)
        game.only("buildings", "Smithy").stand(0, "Inner Chamber").start().choose("go north")
        while game.question != "ignore":
            game.choose(game.legal()[0])
        assert answer(game) == words


def test_hidden_traitor__does_no_task_for_the_heroes():
    """One Chair Too Many: a seal that the secret traitor breaks counts for the heroes, so it breaks none."""
    for traitor, breaks in ((0, False), (1, True)):
        game = haunted(103, traitor).tile("Murder Row", "north", of="Elfsong Tavern").stand(0, "Murder Row").start()
        assert (answer(game) == "attempt task 1") == breaks


def test_hidden_traitor__stays_hidden():
    """R75, A44: asked after the turn of another it leaves its token face down."""
    game = haunted(103, 1).start().choose("end the turn").expect(asked=1, question="reveal", legal="reveal your token")
    assert answer(game) == "no"


# Damage.


def test_damage__never_to_the_skull_while_there_is_another_way():
    """Of Might on its last space and Speed on the second it gives Speed."""
    game = haunted(101, 1).clips(0, might=1, speed=2).clips(1, **STRONG).start().dice(0, 1, *[1] * 6)
    game.choose("attack player 1 to your left")
    while game.question not in ("split", "turn"):
        game.choose("no")
    assert game.question == "split" and answer(game) == "Speed"


# Knowledge and strength.


@pytest.mark.parametrize("players", [3, 6])
def test_answers_are_legal_and_need_nothing_hidden(players):
    """Its answer is legal, the same for any order of the ids, and the same in any state that its seat cannot distinguish."""
    check_answers(HeuristicAgent(), GAME, players)


def test_heroes_do_not_read_the_traitors_page():
    """Haunt 7: what a hero answers does not depend on what Intellect Devourers can do, nor on the traitor's aims."""
    game = haunted(7, 1).monster("Elfsong Tavern").start()
    seen = GAME.observe(game.S, 0).view(GAME.schema.dtype)
    assert seen["aims"]["goal"][0, 2] == -1
    assert answer(game) == answer(haunted(7, 1, open_haunts=1).monster("Elfsong Tavern").start())


def test_beats_random():
    """Against random players in the other seats it wins clearly more often than they do."""
    won, games = np.zeros(2), 120
    for number in range(games):
        seat = number % 4
        agents = [HeuristicAgent() if p == seat else RandomAgent() for p in range(4)]
        winners = play_match(GAME, agents, seed=number // 4).winners
        won += seat in winners, sum(p in winners for p in range(4) if p != seat) / 3
    assert won[0] / games > won[1] / games + 0.1


def test_load_agent__by_name():
    """`heuristic` plays this game too."""
    assert isinstance(load_agent("heuristic", "betrayal"), HeuristicAgent)
