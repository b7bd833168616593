"""`heuristic`: a bot for Four Souls that weighs every legal action by what its card's program would do now.

`cards` rates cards once, from their programs; `card_facts` and `monsters` hold the ratings as arrays. The other modules are kernels
that read the observation by name: `board` answers questions about it; `fights`, `possessions` and `outlook` value lives, coins and
fights, `verbs`, `later` and `several` an instruction; `judge` walks through programs; `move_worth` corrects the value of moves;
`position` prepares a decision; `moves`, `choices` and `keeping` turn figures into answers; `answer` is the kernel that is called.
"""

from fs_env.agents.heuristic.agent import AggressiveAgent, HeuristicAgent, HeuristicAgent1, PassiveAgent

__all__ = ["AggressiveAgent", "HeuristicAgent", "HeuristicAgent1", "PassiveAgent"]
