"""Improvements of today's heuristic of Betrayal over `heuristic@1`: a position for each improvement, in which the first edition,
and today's without that improvement alone, make the mistake."""

from __future__ import annotations

import numpy as np

from fs_env.agents.betrayal import HeuristicAgent, HeuristicAgent1
from fs_env.agents.betrayal.improvements import ALL, Improvement
from fs_env.agents.betrayal.memory import LEFT_OUT
from fs_env.core.betrayal.game import GAME
from fs_env.core.betrayal.language.haunts import Goal
from fs_env.core.betrayal.scenario import Play

STRONG, SLOW = {"might": 5, "speed": 5}, {"might": 3, "speed": 1}


def answer(game: Play, left_out: int) -> str:
    """The words of its choice, without some improvements."""
    policy = HeuristicAgent1.policy if left_out == ALL else HeuristicAgent.policy
    memory = policy.new_memory(1)
    memory[LEFT_OUT] = left_out
    legal = GAME.mask(game.S).nonzero()[0].astype(np.int16)
    return GAME.action_text(policy.act(GAME.observe(game.S, game.asked), legal, memory))


def both(game: Play, improvement: Improvement) -> tuple[str, str]:
    """The answers of today's bot and of the first edition, which is that without the improvement too."""
    first = answer(game, ALL)
    assert answer(game, int(improvement)) == first
    return answer(game, 0), first


def late(number: int, traitor: int | None = None) -> Play:
    """The fourth round of a haunt; nothing is left to discover."""
    game = Play(3).haunt(number, traitor=traitor).table(rounds=3)
    return game.only("buildings").only("streets").only("catacombs")


def test_held__steps_beside_no_traitor_whom_it_cannot_leave():
    """The Collector: with two spaces to go it would end its walk on the tile of a strong traitor, who holds it up there (R70)."""
    game = late(101, 1).stand(0, "Kitchen").clips(0, **SLOW).stand(1, "Inner Chamber").clips(1, **STRONG)
    assert both(game.stand(2, "Kitchen").start(), Improvement.HELD) == ("end the turn", "go east")


def test_stop__goes_to_no_place_behind_a_monster():
    """The City Sinks: its way leads over the tile of a Tide Hand, where its spaces end."""
    game = late(104).monster("Kitchen Basement").stand(0, "Catacomb Landing").clips(0, **SLOW)
    game.stand(1, "Kitchen").clips(1, **STRONG).stand(2, "Kitchen").start()
    assert both(game, Improvement.STOP) == ("end the turn", "go east")


def test_once__does_not_wait_where_it_has_tried_in_vain():
    """Two Ledgers: a task is tried once a turn (R47). What is left of the turn it does not stand about on the tile."""
    game = late(105, 1).tile("Murder Row", "north", of="Elfsong Tavern")
    game.tile("House of Blood", "south", of="Elfsong Tavern").stand(0, "Murder Row").clips(0, speed=3)
    game.having(0, tasks=1).stand(1, "Kitchen").stand(2, "Catacomb Landing").start()
    assert both(game, Improvement.ONCE) == ("drop through the grate", "end the turn")


def test_mask__a_hidden_traitor_waits_while_the_seals_hold():
    """One Chair Too Many: the seals are hard to break, and time is on the traitor's side: it does not show itself by an attack."""
    game = late(103, 0).stand(1, "Elfsong Tavern").stand(2, "Kitchen").clips(0, might=6).start()
    today, first = both(game, Improvement.MASK)
    assert not today.startswith("attack") and first == "attack player 1 to your left"


def test_mask__a_hidden_traitor_attacks_when_heroes_are_about_to_win():
    """With all seals but one broken, and heroes who are good at it, it waits no longer."""
    game = late(103, 0).stand(1, "Elfsong Tavern").stand(2, "Kitchen").clips(0, might=6)
    game.clips(1, sanity=8).clips(2, sanity=8)
    aims = game.start().seen(0)["aims"]
    needed = int(aims["needed"][aims["goal"] == Goal.MARKS].max())
    assert answer(game.table(marks=(needed - 1, 0)), 0) == "attack player 1 to your left"


def test_training__raises_the_trait_that_its_task_needs():
    """One Chair Too Many needs Sanity: of two gifts it takes that of the Fountain."""
    game = late(103, 1).tile("Fountain", "north", of="Elfsong Tavern")
    game.tile("Beloved Ranger Statue", "south", of="Elfsong Tavern").clips(0, **SLOW)
    game.stand(1, "Inner Chamber").clips(1, might=1, speed=1).stand(2, "Inner Chamber").start()
    assert both(game, Improvement.TRAINING) == ("go north", "go south")


def test_apart__two_heroes_do_not_wait_for_one_seal():
    """Another hero is at the only seal and will try it: it does not follow."""
    game = late(103, 1).tile("House of Blood", "north", of="Elfsong Tavern").stand(0, "Catacomb Landing")
    game.clips(0, might=1, speed=5).having(0, tasks=1).stand(1, "House of Blood").clips(1, might=5, speed=3)
    assert both(game.stand(2, "Kitchen Basement").start(), Improvement.APART) == ("end the turn", "go east")


def test_places__looks_for_a_street_where_streets_are_discovered():
    """The Gates Close: heroes escape on street tiles. It leaves the catacombs, where there are none, for the city."""
    game = Play(3).haunt(111).table(rounds=3).stand(0, "Catacomb Landing").start()
    assert both(game, Improvement.PLACES) == ("go east", "go north")


def test_wards__does_its_task_beside_a_traitor_who_is_spared_two_hurts():
    """Two Ledgers: an attack would only take a ward away (A60)."""
    game = late(105, 1).tile("House of Blood", "north", of="Kitchen").stand(0, "House of Blood").clips(0, **SLOW)
    game.stand(1, "House of Blood").clips(1, might=3, speed=3).having(1, wards=2).stand(2, "Catacomb Landing").start()
    assert both(game, Improvement.WARDS) == ("attempt task 1", "attack player 1 to your left")


def test_cards__fetches_none_from_the_feet_of_a_traitor():
    """Tinder: Lead Bracers lie on the tile of a strong traitor."""
    game = late(112, 1).lie("Lead Bracers", "Inner Chamber").stand(1, "Inner Chamber").clips(1, **STRONG)
    game.clips(0, might=1, speed=3).stand(2, "Inner Chamber").start()
    assert both(game, Improvement.CARDS) == ("end the turn", "go west")


def test_lead__a_monster_goes_for_the_hero_whom_it_can_hurt():
    """The Last Ferry: of two heroes next door a Ferry Hound takes the one who is nearly dead."""
    game = late(106, 0).monster("Inner Chamber").stand(0, "Catacomb Landing").stand(1, "Kitchen")
    game.clips(1, might=3, speed=3).stand(2, "Elfsong Tavern").clips(2, might=1, speed=1).dice(2, 2, 2, 2, 2).start()
    game.until("monster")
    assert both(game, Improvement.LEAD) == ("go east", "go west")
