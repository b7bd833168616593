"""`heuristic` for Betrayal at Baldur's Gate: explores until the haunt begins, then plays for the objectives of its own side.

`facts` turns the content of the game into numbers, `ground` finds ways over the map, `odds` gives the value of an attack,
`tile_values` that of standing on each tile, `turn` chooses among the actions of a turn, `answers` among all other answers.
"""

from fs_env.agents.betrayal.agent import HeuristicAgent, HeuristicAgent1

__all__ = ["HeuristicAgent", "HeuristicAgent1"]
