"""Haunt 7 as it is documented, and six haunts of our own with numbers above 100, each of another shape."""

from __future__ import annotations

from fs_env.core.betrayal.codes import Trait
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
from fs_env.core.betrayal.language.words import Op, gain, plain, restore

M, SP, K, S = Trait
MARK = plain(Op.MARK, "lay a quest token of your side")
OBSTACLE = plain(Op.OBSTRUCT, "put an Obstacle token on the tile")
ESCAPE = plain(Op.ESCAPE, "leave the city for good")

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
          heroes=(Aim(Goal.TRAITOR_DEAD), Aim(Goal.ROUNDS, Number(20))),
          traitor=(Aim(Goal.NO_HEROES),),
          chosen=Chosen.HIGHEST, trait=M,
          traitor_now=(restore(M), restore(SP), gain(M, 3), gain(SP, 2), gain(S, 2)),
          traitor_kills=(gain(M), gain(SP))),
    Haunt(102, "Out of the Drains", Shape.TRAITOR,
          heroes=(Aim(Goal.NO_MONSTERS), Aim(Goal.TRAITOR_DEAD)),
          traitor=(Aim(Goal.NO_HEROES),),
          chosen=Chosen.LOWEST, trait=S,
          traitor_now=(restore(M), restore(SP), restore(S), gain(M, 2), gain(S, 2)),
          monsters=(Monster("Drain Thing", 5, 4, number=Number(3, Count.ADVENTURERS), where=Where.LANDING, killed=True),),
          hero_stuns=gain(M)),
    Haunt(103, "One Chair Too Many", Shape.HIDDEN,
          heroes=(Aim(Goal.TRAITOR_DEAD), Aim(Goal.MARKS, Number(4, Count.ADVENTURERS))),
          traitor=(Aim(Goal.NO_HEROES), Aim(Goal.ROUNDS, Number(15))),
          tasks=(Task("break a seal", False, Spot.OMEN, S, 6, (OBSTACLE, MARK)),)),
    Haunt(104, "The City Sinks", Shape.COOPERATIVE,
          heroes=(Aim(Goal.MARKS, Number(1, Count.ADVENTURERS)),),
          traitor=(Aim(Goal.NO_HEROES), Aim(Goal.ROUNDS, Number(12))),
          monsters=(Monster("Tide Hand", 4, 3, number=Number(0, Count.ADVENTURERS), where=Where.LANDING),),
          tasks=(Task("shore up a wall", False, Spot.OMEN, M, 5, (OBSTACLE, MARK)),)),
    Haunt(105, "Two Ledgers", Shape.TRAITOR,
          heroes=(Aim(Goal.MARKS, Number(2, Count.HEROES)), Aim(Goal.TRAITOR_DEAD)),
          traitor=(Aim(Goal.MARKS, Number(2)), Aim(Goal.NO_HEROES)),
          chosen=Chosen.HIGHEST, trait=K,
          traitor_now=(restore(M), restore(SP), restore(K), restore(S), gain(M, 2), gain(K)),
          tasks=(Task("copy a page", False, Spot.OMEN, K, 5, (OBSTACLE, MARK)),
                 Task("burn a page", True, Spot.OMEN, K, 4, (OBSTACLE, MARK)))),
    Haunt(106, "The Last Ferry", Shape.TRAITOR,
          heroes=(Aim(Goal.ESCAPED, Number(-1, Count.HEROES)),),
          traitor=(Aim(Goal.NO_HEROES), Aim(Goal.ROUNDS, Number(25))),
          traitor_now=(restore(M), restore(SP), gain(M, 2)),
          monsters=(Monster("Ferry Hound", 4, 5, number=Number(3), where=Where.WITH_TRAITOR),),
          tasks=(Task("board the ferry", False, Spot.TAVERN, SP, 5, ESCAPE),)),
)  # fmt: skip
HAUNTS = (*DOCUMENTED, *ORIGINAL)

CHART = (
    (7, 101, 102, 103, 104, 105, 106, 7, 101, 102, 103, 104, 105),
    (106, 7, 101, 102, 103, 104, 105, 106, 7, 101, 102, 103, 104),
    (105, 106, 7, 101, 102, 103, 104, 105, 106, 7, 101, 102, 103),
    (104, 105, 106, 7, 101, 102, 103, 104, 105, 106, 7, 101, 102),
    (103, 104, 105, 106, 7, 101, 102, 103, 104, 105, 106, 7, 101),
    (102, 103, 104, 105, 106, 7, 101, 102, 103, 104, 105, 106, 7),
    (101, 102, 103, 104, 105, 106, 7, 101, 102, 103, 104, 105, 106),
    (7, 101, 102, 103, 104, 105, 106, 7, 101, 102, 103, 104, 105),
    (106, 7, 101, 102, 103, 104, 105, 106, 7, 101, 102, 103, 104),
    (105, 106, 7, 101, 102, 103, 104, 105, 106, 7, 101, 102, 103),
    (104, 105, 106, 7, 101, 102, 103, 104, 105, 106, 7, 101, 102),
    (103, 104, 105, 106, 7, 101, 102, 103, 104, 105, 106, 7, 101),
    (102, 103, 104, 105, 106, 7, 101, 102, 103, 104, 105, 106, 7),
)
"""A chart of our own (the game's is UNKNOWN): a row for each tile with an omen symbol in the order of their numbers, a column for
each omen (R60)."""
