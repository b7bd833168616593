"""The bot as an agent of the arena; its play is one compiled policy."""

from fs_env.agents.castles_of_caleira.choice import choose, choose_1, choose_aggressively, choose_passively
from fs_env.agents.compiled import CompiledAgent
from fs_env.core.machine.run.policy import Policy


class HeuristicAgent(CompiledAgent):
    """Plays Castles of Caleira by the points that each legal action brings now; sees only its `SeatView`.

    It hunts Princess Spires, turns up its own pieces when that pays, turns down and destroys those of the leading player, and
    keeps its own Spire in hand for as long as it can. It uses no randomness: among equal values it takes the lowest id.
    """

    name = "heuristic"
    policy = Policy("heuristic", "castles_of_caleira", choose, 2)


class HeuristicAgent1(HeuristicAgent):
    """The first version of the bot, with unchanged answers, for comparison."""

    name = "heuristic@1"
    policy = Policy("heuristic@1", "castles_of_caleira", choose_1, 2)


class AggressiveAgent(HeuristicAgent):
    """The first version in another style: it plays Trebuchets and Barracks sooner than it should, and at others."""

    name = "aggressive"
    policy = Policy("aggressive", "castles_of_caleira", choose_aggressively, 2)


class PassiveAgent(HeuristicAgent):
    """The first version in another style: it builds, and keeps its Trebuchets and Barracks face down."""

    name = "passive"
    policy = Policy("passive", "castles_of_caleira", choose_passively, 2)
