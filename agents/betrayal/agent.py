"""The bot as an agent of the arena; its play is one compiled policy."""

from fs_env.agents.betrayal.choice import choose, choose_1
from fs_env.agents.betrayal.memory import WORDS
from fs_env.agents.compiled import CompiledAgent
from fs_env.core.machine.run.policy import Policy


class HeuristicAgent(CompiledAgent):
    """Plays Betrayal at Baldur's Gate on either side by rules of thumb; sees only its `SeatView`.

    Before the haunt it looks for items and for tiles that raise traits. Afterwards it weighs attacks, tasks and danger by the
    objectives that it may see: those of its own side. It remembers which tiles have given their gift and who attacked first in a
    haunt with a hidden traitor. It uses no randomness: among equal values it takes the lowest id.
    """

    name = "heuristic"
    policy = Policy("heuristic", "betrayal", choose, WORDS)


class HeuristicAgent1(HeuristicAgent):
    """The first version of the bot, with unchanged answers, for comparison."""

    name = "heuristic@1"
    policy = Policy("heuristic@1", "betrayal", choose_1, WORDS)
