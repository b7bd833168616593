"""`heuristic`: a bot for Four Souls that weighs every legal action by what its card's program would do now.

`cards` rates cards once, from their programs; `board` reads an observation; `fights` computes chances of combat;
`judge` says what an effect is worth in the position; `choices` turns those figures into answers.
"""

from fs_env.agents.heuristic.agent import HeuristicAgent

__all__ = ["HeuristicAgent"]
