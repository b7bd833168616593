"""`policy:FILE.npz`: a trained network as an agent, without torch.

`features` makes the network's input from an observation; `network` holds its weights, `archive` reads files; `agent` plays.
"""

from fs_env.agents.policy.agent import PolicyAgent
from fs_env.agents.policy.features import Features
from fs_env.agents.policy.network import Network

__all__ = ["Features", "Network", "PolicyAgent"]
