"""The chance of winning a fight: attack rolls until one side has no hit points left (R11.9 to R11.13)."""

from fs_env.agents.heuristic.improvements import Improvement
from fs_env.agents.heuristic.monsters import FACTOR, IMMUNE, MEANT, MORE, TEXT, THORNS
from fs_env.agents.heuristic.scratch import MOST_HP, kernel


@kernel
def left_to_others(obs):
    total = 0
    for k in range(1, obs.decision.players):
        if obs.players[k].dead == 0:
            total += obs.players[k].hp + obs.players[k].shield
    return total


@kernel
def thorns(s, obs, card, monster_hp, attack):
    """Damage to the attacker from each hit: what a text deals to a player of the attacker's choice is for the others while they live."""
    n = int(THORNS[card])
    if s.improved & Improvement.THORNS and MEANT[card] > 0 and attack > 0:
        hits = (monster_hp + attack - 1) // attack
        if hits * MEANT[card] > left_to_others(obs):
            n += int(MEANT[card])
    return n


@kernel
def struck(card, need, n, monster_atk, dealt, thorn):
    """Damage to the attacker from an attack roll of final number n; `need`: the lowest number that hits."""
    if n >= need:
        return int(TEXT[card, n]) + (thorn if dealt > 0 else 0)
    return int(TEXT[card, n]) + monster_atk * int(FACTOR[card, n]) + int(MORE[card, n])


@kernel
def dealt_by(card, need, n, atk):
    return 0 if n < need or IMMUNE[card, n] else atk


@kernel
def chance(s, hp, monster_hp, n_outcomes):
    """The probability that the monster reaches 0 hit points and the attacker does not; `own`, `other` and `throws` hold the
    outcomes of a throw. Fills `chance`."""
    if hp <= 0:
        return 0.0
    if monster_hp <= 0:
        return 1.0
    all_throws = 0
    for k in range(n_outcomes):
        all_throws += s.throws[k]
    if all_throws == 0:
        return 0.0
    for m in range(monster_hp + 1):
        s.chance[0, m] = 0.0
    for h in range(1, hp + 1):
        s.chance[h, 0] = 1.0
        for m in range(1, monster_hp + 1):
            total = 0.0
            for k in range(n_outcomes):
                total += s.throws[k] * s.chance[max(0, h - s.own[k]), max(0, m - s.other[k])]
            s.chance[h, m] = total / all_throws
    return s.chance[hp, monster_hp]


@kernel
def win(s, obs, k, card, monster_hp, monster_atk, evasion, hp, atk, rolls, shown):
    """The probability that player k beats a monster; fills the outcomes of a throw, `strikes`, `hits` and `chance`.

    `hp`, `atk` and `rolls` change the attacker; `shown` is the final number of the first attack roll, NONE if unknown.
    """
    need = max(1, min(6, evasion + s.harder[k]))
    attack = max(0, obs.players[k].attack + atk)
    strength = max(0, monster_atk)
    bonus = s.rolls[k] + obs.players[k].roll_bonus + rolls
    thorn = thorns(s, obs, card, monster_hp, attack)
    n_outcomes = 0
    for n in range(1, 7):
        count = 0
        for throw in range(1, 7):
            if max(1, min(6, throw + bonus)) == n:
                count += 1
        other = dealt_by(card, need, n, attack)
        own = struck(card, need, n, strength, other, thorn)
        s.strikes[n], s.hits[n] = max(0, own), max(0, other)
        if count == 0 or (own <= 0 and other <= 0):
            continue
        if n_outcomes > 0 and s.own[n_outcomes - 1] == own and s.other[n_outcomes - 1] == other:
            s.throws[n_outcomes - 1] += count
        else:
            s.own[n_outcomes], s.other[n_outcomes], s.throws[n_outcomes] = own, other, count
            n_outcomes += 1
    left = obs.players[k].hp + obs.players[k].shield + hp
    if shown > 0:
        other = dealt_by(card, need, shown, attack)
        left -= struck(card, need, shown, strength, other, thorn)
        monster_hp -= other
    return chance(s, min(MOST_HP, max(0, left)), min(MOST_HP, max(0, monster_hp)), n_outcomes)
