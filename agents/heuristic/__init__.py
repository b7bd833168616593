"""`heuristic`: a bot for Four Souls that weighs every legal action by what its card's program would do now.

`cards` rates cards once, from their programs; `card_facts` and `monsters` hold the ratings as arrays; `weights` holds the other
numbers, `improvements` names what the first edition lacks. The other modules are kernels that read the observation by name: `board`
answers questions about it; `fights`, `possessions` and `outlook` estimate what lives, coins and fights are worth, `verbs`, `later`
and `several` what an instruction is worth; `judge` walks through programs; `move_worth` corrects what moves are worth; `position`
prepares a decision; `moves`, `choices` and `keeping` turn the figures into answers; `answer` is the one kernel that is called.
"""

from fs_env.agents.heuristic.agent import AggressiveAgent, HeuristicAgent, HeuristicAgent1, PassiveAgent

__all__ = ["AggressiveAgent", "HeuristicAgent", "HeuristicAgent1", "PassiveAgent"]
