"""`heuristic` for Castles of Caleira: a bot that takes the action that gains the most points now.

`values` estimates the value of a piece, an effect and a card in the position; `choice` turns that into an answer.
"""

from fs_env.agents.castles_of_caleira.agent import AggressiveAgent, HeuristicAgent, HeuristicAgent1, PassiveAgent

__all__ = ["AggressiveAgent", "HeuristicAgent", "HeuristicAgent1", "PassiveAgent"]
