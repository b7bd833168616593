"""The games in PettingZoo's parallel form, for tools that know no other. Source: https://pettingzoo.farama.org/api/parallel/"""

from __future__ import annotations

from typing import Any

from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from fs_env.envs.registry import make


def parallel_env(name: str, **options: Any) -> Any:
    """A `ParallelEnv` by PettingZoo's own conversion: all agents act in every step, and only the one that is asked is heard.

    The mask of the agent that is asked has its legal actions, the masks of the others are all zeros; their actions are ignored.
    At the end of a game all agents are given their rewards in the same step.

    Args:
        name: an id of `fs_env.make`, such as "castles_of_caleira_v1".
        options: keyword arguments of that environment. Tools that draw any id of the action space need `illegal="lose"`.

    Raises:
        ValueError: no environment has that id, or a value out of range.
        TypeError: an unknown option.
    """
    return turn_based_aec_to_parallel(make(name, **options))
