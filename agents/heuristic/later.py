"""The value of verbs by their later effects: the next card of a deck, the next attack, divided damage."""

from fs_env.agents.heuristic.board import active_player, can_attack, left_of
from fs_env.agents.heuristic.card_facts import FLAGS, HAND, LOOT, PLAY_RATING, REWARD_RATING, SOULS
from fs_env.agents.heuristic.fights import win
from fs_env.agents.heuristic.outlook import attack_unknown, best_attack, plain_fight
from fs_env.agents.heuristic.possessions import rated, souls
from fs_env.agents.heuristic.scratch import MONSTER, card_of, is_monster, kernel
from fs_env.agents.heuristic.verbs import attack_is_open, damage
from fs_env.agents.heuristic.weights import Weight
from fs_env.core.four_souls.language.codes import NONE
from fs_env.core.four_souls.state import Phase
from fs_env.core.four_souls.tables import C_ATK, C_EVASION, C_HP, C_LOOT, CardFlag


@kernel
def own_fight(s, obs, card):
    """Value of a monster card for the bot as the target of its attack on its own turn."""
    p = win(s, obs, 0, card, int(C_HP[card]), int(C_ATK[card]), int(C_EVASION[card]), 0, 0, 0, NONE)
    return p * (souls(s, obs, 0, int(SOULS[card])) + REWARD_RATING[card]) - (1.0 - p) * s.death[0]


@kernel
def on_top(s, obs, card):
    ap = active_player(obs)
    next_turn = left_of(obs, ap) == 0
    if C_LOOT[card] != NONE:
        if (ap == 0 and obs.decision.phase < Phase.LOOT) or (next_turn and obs.decision.phase == Phase.END):
            return HAND[card] - LOOT
        return 0.0
    if FLAGS[card] & (CardFlag.MONSTER | CardFlag.NONMONSTER) == 0:
        if (
            ap == 0
            and obs.decision.phase <= Phase.ACTION
            and obs.decision.attacking != 1
            and obs.players[0].coins >= 10
        ):
            return 0.5 * (rated(s, card) - s.weight[Weight.TOP_TREASURE])
        return 0.0
    mine = ap == 0 and can_attack(obs, 0) and obs.decision.attacking != 1
    if not mine and not (next_turn and not can_attack(obs, ap)):
        return 0.0
    if FLAGS[card] & CardFlag.CURSE:
        return 0.0
    worth = own_fight(s, obs, card) if FLAGS[card] & CardFlag.MONSTER else PLAY_RATING[card]
    if mine:
        return worth - max(best_attack(s, obs, 0, 0, 0), attack_unknown(s, obs))
    return worth - s.weight[Weight.USUAL_FIGHT]


@kernel
def put_on_top(s, obs, f, thing):
    card = card_of(thing)
    return on_top(s, obs, card) if card != NONE and s.frame[f].controller == 0 else 0.0


@kernel
def other_monsters(s, obs):
    """Value for the bot of other monsters instead of those that it may attack now."""
    if active_player(obs) != 0 or not attack_is_open(obs):
        return 0.0
    return max(0.0, attack_unknown(s, obs) - best_attack(s, obs, 0, 0, 0))


@kernel
def forced(s, obs, f, thing):
    """Value for the bot of forcing another player to attack a monster now."""
    k = active_player(obs)
    if k == 0 or s.frame[f].controller != 0 or not is_monster(thing):
        return 0.0
    if not can_attack(obs, k) or obs.decision.attacking == 1:
        return 0.0
    return plain_fight(s, obs, k, thing - MONSTER)


@kernel
def divided(s, obs, first, second):
    """Value of 2 damage that two things share, or that one takes."""
    if first == second:
        return damage(s, obs, first, 2)
    return damage(s, obs, first, 1) + damage(s, obs, second, 1)
