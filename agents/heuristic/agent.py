"""The bot: at every decision it takes the action whose effect has the highest value."""

from fs_env.agents.compiled import CompiledAgent
from fs_env.agents.heuristic.answer import answer, answer_1, answer_aggressively, answer_passively
from fs_env.agents.heuristic.memory import WORDS
from fs_env.core.machine.run.policy import Policy


class HeuristicAgent(CompiledAgent):
    """Plays Four Souls by weighing what each legal action would do now; sees only its `SeatView`.

    It attacks what it can beat, buys, uses items and loot when they bring something, answers lethal damage and bad rolls,
    and aims harm at the player who is ahead. Its own seed breaks ties, so the same seed gives the same choices.
    """

    name = "heuristic"
    policy = Policy("heuristic", "four_souls", answer, WORDS)


class HeuristicAgent1(HeuristicAgent):
    """The first version of the bot, with unchanged answers, for comparison."""

    name = "heuristic@1"
    policy = Policy("heuristic@1", "four_souls", answer_1, WORDS)


class AggressiveAgent(HeuristicAgent):
    """The heuristic in another style: it attacks even at a loss, minds its own deaths little, and harms its rivals."""

    name = "aggressive"
    policy = Policy("aggressive", "four_souls", answer_aggressively, WORDS)


class PassiveAgent(HeuristicAgent):
    """The heuristic in another style: it attacks only what it surely beats, buys instead, and does not attack its rivals."""

    name = "passive"
    policy = Policy("passive", "four_souls", answer_passively, WORDS)
