"""Value of an item that changes rolls in the rest of a fight: the reason to keep it for a later roll."""

from fs_env.agents.heuristic.board import active_player, can_attack, can_be_attacked, final, shown_by
from fs_env.agents.heuristic.card_facts import ADDS, CHANGED_BY_N, CHANGER, SETS
from fs_env.agents.heuristic.fights import win
from fs_env.agents.heuristic.outlook import best_attack
from fs_env.agents.heuristic.scratch import MOST_HP, kernel
from fs_env.core.four_souls.language.codes import NONE
from fs_env.core.four_souls.state import SLOTS


@kernel
def after(s, h, m, n):
    return s.chance[max(0, h - s.strikes[n]), max(0, m - s.hits[n])]


@kernel
def changed(s, ability, bonus, h, m, n):
    """The best chance of winning without the item when it changes a roll that shows n."""
    kind = CHANGER[ability]
    if kind != SETS and kind != ADDS:
        total = 0.0
        for other in range(1, 7):
            total += after(s, h, m, max(1, min(6, other + bonus)))
        return total / 6
    best = 0.0
    for k in range(CHANGED_BY_N.shape[1]):
        if CHANGED_BY_N[ability, k]:
            shown = max(1, min(6, k - 6 if kind == SETS else n + k - 6))
            best = max(best, after(s, h, m, max(1, min(6, shown + bonus))))
    return best


@kernel
def with_changer(s, ability, bonus, hp, monster_hp):
    """The chance of winning a fight with an item that can change one roll; `chance` holds that without it. Fills `better`."""
    for m in range(monster_hp + 1):
        s.better[0, m] = 0.0
    for h in range(1, hp + 1):
        s.better[h, 0] = 1.0
        for m in range(1, monster_hp + 1):
            total, throws = 0.0, 0
            for n in range(1, 7):
                end = max(1, min(6, n + bonus))
                if s.strikes[end] > 0 or s.hits[end] > 0:
                    stored = s.better[max(0, h - s.strikes[end]), max(0, m - s.hits[end])]
                    total += max(stored, changed(s, ability, bonus, h, m, n))
                    throws += 1
            s.better[h, m] = total / throws if throws > 0 else changed(s, ability, bonus, h, m, 1)
    return s.better[hp, monster_hp]


@kernel
def start(s, obs, slot):
    """The chance of winning without the item, from the next attack roll on; fills `strikes`, `hits`, and `chance` where it is not 0."""
    hurt = s.coming_to_monster if s.attacked == slot else 0
    return win(
        s, obs, 0, shown_by(obs, slot), obs.slots[slot].hp - hurt, obs.slots[slot].attack,
        obs.slots[slot].evasion, -s.coming[0], 0, 0, NONE,
    )  # fmt: skip


@kernel
def in_this_fight(s, obs, ability):
    """Value that an item that changes rolls still has in the bot's fight, if the pending attack roll stays as it is."""
    slot, place = s.attacked, s.attack_roll
    if place == NONE or obs.slots[slot].dying == 1:
        return 0.0
    bonus = s.rolls[0] + obs.players[0].roll_bonus
    shown = final(obs, place, obs.stack[place].number)
    won = start(s, obs, slot)
    left = obs.players[0].hp + obs.players[0].shield - s.coming[0] - s.strikes[shown]
    monster_left = obs.slots[slot].hp - s.coming_to_monster - s.hits[shown]
    if won <= 0.0 or left <= 0 or monster_left <= 0:
        return 0.0
    left, monster_left = min(MOST_HP, left), min(MOST_HP, monster_left)
    gain = with_changer(s, ability, bonus, left, monster_left) - s.chance[left, monster_left]
    return max(0.0, gain) * (s.reward[slot] + s.part[0] * s.death[0])


@kernel
def in_next_fight(s, obs, ability):
    """Value that an item that changes rolls would add to the best attack that the bot can still make in this turn."""
    bonus = s.rolls[0] + obs.players[0].roll_bonus
    hp = min(MOST_HP, obs.players[0].hp + obs.players[0].shield - s.coming[0])
    best = 0.0
    for slot in range(SLOTS):
        monster_hp = min(MOST_HP, int(obs.slots[slot].hp))
        if can_be_attacked(obs, slot) and hp > 0 and monster_hp > 0 and start(s, obs, slot) > 0.0:
            won = with_changer(s, ability, bonus, hp, monster_hp)
            best = max(best, won * s.reward[slot] - (1.0 - won) * s.part[0] * s.death[0])
    return max(0.0, best - max(s.unknown, best_attack(s, obs, 0, 0, 0)))


@kernel
def later_value(s, obs, ability):
    """Value that an item that changes rolls still has in this turn of the bot, if it is not used now."""
    if CHANGER[ability] == 0 or active_player(obs) != 0:
        return 0.0
    if s.attacked != NONE:
        return in_this_fight(s, obs, ability)
    return in_next_fight(s, obs, ability) if can_attack(obs, 0) else 0.0
