"""Haunt 7 as documented, and twelve of our own above 100; numbers `by` three to six players: `benchmarks.betrayal_haunts`."""

from __future__ import annotations

from fs_env.core.betrayal.language.codes import Trait
from fs_env.core.betrayal.language.haunts import (
    Aim,
    Chosen,
    Count,
    Goal,
    Haunt,
    Monster,
    Number,
    Shape,
    Spot,
    Task,
    Where,
)
from fs_env.core.betrayal.language.words import Act, Op, gain, restore

M, SP, K, S = Trait


def by(*numbers: int) -> Number:
    three, four, five, six = numbers
    return Number(by=(three, four, five, six))


MARK = Act(Op.MARK, "lay a quest token of your side")
OBSTACLE = Act(Op.OBSTRUCT, "put an Obstacle token on the tile")
ESCAPE = Act(Op.ESCAPE, "leave the city for good")

BRAINS = Haunt(
    7,
    "Tonight's Special: Brains!",
    Shape.TRAITOR,
    heroes=(Aim(Goal.MARKS, Number(0, Count.ADVENTURERS)), Aim(Goal.TRAITOR_DEAD)),
    traitor=(Aim(Goal.NO_HEROES),),
    traitor_now=(restore(K), restore(S), gain(K, 2), gain(S, 2)),
    monsters=(Monster("Intellect Devourer", 3, 3, 5, number=Number(0, Count.ADVENTURERS), attacks=(M, K), turns=3),),
    tasks=(Task("find a clue", False, Spot.OMEN, K, 5, (OBSTACLE, MARK)),),
    traitor_attacks=(M, K),
    traitor_kills=(restore(K), gain(K, 2)),
    hero_stuns=gain(K),
)
DOCUMENTED = (BRAINS,)
IN_THE_BOX = 50

ORIGINAL = (
    Haunt(101, "The Collector", Shape.TRAITOR,
          heroes=(Aim(Goal.TRAITOR_DEAD), Aim(Goal.ROUNDS, by(12, 12, 12, 14))),
          traitor=(Aim(Goal.NO_HEROES),),
          chosen=Chosen.HIGHEST, trait=M,
          traitor_now=(restore(M), restore(SP), gain(M, 3), gain(SP, 2), gain(S, 2)),
          traitor_kills=(gain(M), gain(SP)),
          truce=1, traitor_wards=by(0, 2, 4, 11), hero_wards=by(1, 0, 0, 0)),
    Haunt(102, "Out of the Drains", Shape.TRAITOR,
          heroes=(Aim(Goal.NO_MONSTERS), Aim(Goal.TRAITOR_DEAD)),
          traitor=(Aim(Goal.NO_HEROES),),
          chosen=Chosen.LOWEST, trait=S,
          traitor_now=(restore(M), restore(SP), restore(S), gain(M, 2), gain(S, 2)),
          monsters=(Monster("Drain Thing", 5, 4, number=by(6, 8, 10, 12), where=Where.LANDING, killed=True),),
          hero_stuns=gain(M),
          truce=2, traitor_wards=by(3, 5, 7, 9), hero_wards=by(1, 1, 1, 1)),
    Haunt(103, "One Chair Too Many", Shape.HIDDEN,
          heroes=(Aim(Goal.TRAITOR_DEAD), Aim(Goal.MARKS, by(6, 8, 9, 10))),
          traitor=(Aim(Goal.NO_HEROES), Aim(Goal.ROUNDS, by(9, 8, 8, 8))),
          tasks=(Task("break a seal", False, Spot.OMEN, S, 6, (OBSTACLE, MARK)),),
          truce=1, hero_wards=by(1, 1, 1, 1)),
    Haunt(104, "The City Sinks", Shape.COOPERATIVE,
          heroes=(Aim(Goal.MARKS, by(7, 7, 8, 8)),),
          traitor=(Aim(Goal.NO_HEROES), Aim(Goal.ROUNDS, by(7, 7, 8, 7))),
          monsters=(Monster("Tide Hand", 4, 3, number=Number(0, Count.ADVENTURERS), where=Where.LANDING),),
          tasks=(Task("shore up a wall", False, Spot.OMEN, M, 5, (OBSTACLE, MARK)),),
          truce=1),
    Haunt(105, "Two Ledgers", Shape.TRAITOR,
          heroes=(Aim(Goal.MARKS, by(6, 7, 8, 10)), Aim(Goal.TRAITOR_DEAD)),
          traitor=(Aim(Goal.MARKS, by(5, 4, 4, 4)), Aim(Goal.NO_HEROES), Aim(Goal.ROUNDS, Number(25))),
          chosen=Chosen.HIGHEST, trait=K,
          traitor_now=(restore(M), restore(SP), restore(K), restore(S), gain(M, 2), gain(K)),
          tasks=(Task("copy a page", False, Spot.OMEN, K, 5, (OBSTACLE, MARK)),
                 Task("burn a page", True, Spot.OMEN, K, 4, (OBSTACLE, MARK))),
          truce=2, traitor_wards=by(2, 3, 6, 11)),
    Haunt(106, "The Last Ferry", Shape.TRAITOR,
          heroes=(Aim(Goal.ESCAPED, by(1, 2, 2, 3)),),
          traitor=(Aim(Goal.NO_HEROES), Aim(Goal.ROUNDS, by(12, 14, 14, 16))),
          traitor_now=(restore(M), restore(SP), gain(M, 2)),
          monsters=(Monster("Ferry Hound", 4, 5, number=by(1, 1, 3, 2), where=Where.WITH_TRAITOR),),
          tasks=(Task("board the ferry", False, Spot.TAVERN, SP, 5, ESCAPE, opens=Number(5)),),
          truce=1),
    Haunt(107, "Two Smiles", Shape.HIDDEN,
          heroes=(Aim(Goal.TRAITORS_DEAD), Aim(Goal.MARKS, by(5, 5, 6, 8))),
          traitor=(Aim(Goal.NO_HEROES), Aim(Goal.ROUNDS, by(7, 10, 9, 12))),
          tasks=(Task("find a letter", False, Spot.ITEM, K, 5, (OBSTACLE, MARK)),),
          truce=1, traitors=by(1, 2, 2, 2), hero_wards=by(1, 1, 1, 1)),
    Haunt(108, "The Charmed Captain", Shape.TRAITOR,
          heroes=(Aim(Goal.NO_MONSTERS),),
          traitor=(Aim(Goal.NO_HEROES), Aim(Goal.ROUNDS, by(10, 10, 11, 11))),
          chosen=Chosen.HIGHEST, trait=M,
          traitor_now=(restore(M), restore(SP), gain(M, 2)),
          monsters=(Monster("Charmer", 5, 3, number=by(10, 12, 12, 12), killed=True),),
          tasks=(Task("call the captain's name", False, Spot.OMEN, S, 5, (OBSTACLE, MARK)),),
          truce=3, traitor_wards=by(4, 5, 5, 6), hero_wards=by(3, 3, 3, 3), turns_back=by(3, 4, 5, 6)),
    Haunt(109, "Lone Vigils", Shape.TRAITOR,
          heroes=(Aim(Goal.MARKS, by(7, 12, 16, 24)), Aim(Goal.TRAITOR_DEAD)),
          traitor=(Aim(Goal.NO_HEROES), Aim(Goal.ROUNDS, by(10, 10, 10, 10))),
          chosen=Chosen.HIGHEST, trait=SP,
          traitor_now=(restore(M), restore(SP), gain(M, 2), gain(SP, 2)),
          truce=1, traitor_wards=by(0, 2, 6, 12), vigil=True),
    Haunt(110, "Night of Lanterns", Shape.COOPERATIVE,
          heroes=(Aim(Goal.ROUNDS, by(11, 11, 10, 12)),),
          traitor=(Aim(Goal.NO_HEROES),),
          monsters=(Monster("Moth", 4, 4, number=by(2, 3, 4, 5), where=Where.LANDING, more=by(1, 1, 2, 2)),),
          truce=1),
    Haunt(111, "The Gates Close", Shape.COOPERATIVE,
          heroes=(Aim(Goal.ESCAPED, by(2, 2, 3, 3)),),
          traitor=(Aim(Goal.NO_HEROES), Aim(Goal.ROUNDS, by(12, 12, 11, 12))),
          monsters=(Monster("Gatekeeper", 4, 3, number=by(2, 3, 2, 4), where=Where.LANDING, more=by(1, 1, 1, 1)),),
          tasks=(Task("slip through the gate", False, Spot.STAIRS, SP, 5, ESCAPE, opens=Number(5)),),
          truce=1),
    Haunt(112, "Tinder", Shape.TRAITOR,
          heroes=(Aim(Goal.TRAITOR_DEAD), Aim(Goal.ROUNDS, by(10, 11, 14, 15))),
          traitor=(Aim(Goal.MARKS, by(6, 6, 7, 8)), Aim(Goal.NO_HEROES)),
          traitor_now=(restore(M), restore(SP), gain(SP, 2)),
          tasks=(Task("set a fire", True, Spot.STREET, SP, 5, (OBSTACLE, MARK)),),
          truce=2, traitor_wards=by(1, 3, 5, 9)),
)  # fmt: skip
HAUNTS = (*DOCUMENTED, *ORIGINAL)

CHART = tuple(tuple(HAUNTS[(omen - row) % len(HAUNTS)].number for omen in range(13)) for row in range(13))
"""A chart of our own (the game's is UNKNOWN): a row for each tile with an omen symbol in the order of their numbers, a column for
each omen; each haunt is once in every row and column (R60)."""
