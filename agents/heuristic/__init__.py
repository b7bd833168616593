"""`heuristic`: a bot for Four Souls that weighs every legal action by what its card's program would do now.

`cards` rates cards once, from their programs, and `card_facts` and `monsters` hold that as arrays. Everything else is
kernels that read the observation by name: `board` asks it, `fights`, `possessions` and `outlook` say what lives, coins and
fights are worth, `verbs` and `several` what an instruction is worth, `judge` walks programs, `position` prepares a
decision, `moves`, `choices` and `keeping` turn the figures into answers, and `answer` is the kernel of the whole.
"""

from fs_env.agents.heuristic.agent import HeuristicAgent

__all__ = ["HeuristicAgent"]
