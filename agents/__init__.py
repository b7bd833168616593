"""The bots that come with the package, by name.

A bot is a class with `name`, `reset(seat, seed)` and `act(view) -> action`, or a plain function `f(view) -> action`;
see `fs_env.arena.agent`. A new bot is one module here and one line in `AGENTS`.
"""

from __future__ import annotations

# name -> "module:class", imported when the bot is first used; if each game has its own bot: game -> "module:class"
AGENTS: dict[str, str | dict[str, str]] = {
    "heuristic": {
        "four_souls": "fs_env.agents.heuristic:HeuristicAgent",
        "castles_of_caleira": "fs_env.agents.castles_of_caleira:HeuristicAgent",
        "betrayal": "fs_env.agents.betrayal:HeuristicAgent",
    },
    "heuristic@1": {
        "four_souls": "fs_env.agents.heuristic:HeuristicAgent1",
        "castles_of_caleira": "fs_env.agents.castles_of_caleira:HeuristicAgent",
    },
    "heuristic@2": {"four_souls": "fs_env.agents.heuristic:HeuristicAgent2"},
    "heuristic@3": {"four_souls": "fs_env.agents.heuristic:HeuristicAgent"},
    "random": "fs_env.agents.random_agent:RandomAgent",
}

# bots with parameters, written as in "search:milliseconds=300,policy=heuristic" -> "module:class", constructed with the texts of
# the parameters by name and the game
WITH_PARAMETERS: dict[str, str] = {
    "search": "fs_env.agents.search:SearchAgent",
    "tree": "fs_env.agents.tree:TreeAgent",
}

# the word before a colon and a file, as in "policy:FILE" -> "module:function", called with what follows the colon and the game
FROM_FILE: dict[str, str] = {"policy": "fs_env.agents.networks.agent:load_policy"}
