"""Lines of Four Souls against the fields of the states, in random games of all sets: each line is true, and no change lacks one."""

from __future__ import annotations

import random
import re
from collections import Counter

import numpy as np
import pytest

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.actions import PASS
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.language.codes import Deck
from fs_env.core.four_souls.state import PLAYERS, Obj, Zone
from fs_env.narration.narrator import Narrator
from tests.narration.test_passes import TABLES

HP = re.compile(r"(.+) (loses|heals) (\d+) hp(?: to .+| from .+)?: (\d+)/(\d+)")
NOW = re.compile(r"(.+) (?:survives with|has) (\d+)/(\d+) hp(?: now)?")
CENTS = re.compile(r"player_(\d) (loses|gains|pays) (\d+)¢.* \(now (\d+)¢\)")
DRAWS = re.compile(
    r"player_(\d) (draws|gets) (\d+) loot cards?(?: from (?:player_(\d)|(the loot discard pile)))?(?P<none>)(?:: (.+))?"
)


class Step:
    """What differs between two states, from their fields."""

    def __init__(self, b, a) -> None:
        self.b, self.a, self.players = b, a, range(int(a["n_players"]))
        self.names = [f"player_{p}" for p in self.players]
        self.elsewhere = (b["zone"] != a["zone"]) | (b["owner"] != a["owner"])

    def name(self, inst: int) -> str:
        return T.NAMES[T.INST_CARD[inst]]

    def unit(self, name: str) -> list[int]:
        """Units of that name: a seat, or the slots of monsters."""
        if name in self.names:
            return [self.names.index(name)]
        return [
            PLAYERS + k
            for k in range(self.a["n_slots"])
            if self.a["slot"][k] >= 0 and self.name(self.a["slot"][k]) == name
        ]

    def alike(self, u: int) -> bool:
        """Whether a unit is the same monster as before."""
        return u < PLAYERS or (
            u - PLAYERS < self.b["n_slots"] and self.b["slot"][u - PLAYERS] == self.a["slot"][u - PLAYERS]
        )

    def moved(self, old: tuple, new: tuple) -> list[int]:
        """Cards that have moved between a zone and an owner, None for any of them."""
        here = np.ones(len(self.a["zone"]), bool)
        for state, (zone, owner) in ((self.b, old), (self.a, new)):
            here &= (zone is None) | (state["zone"] == zone)
            here &= (owner is None) | (state["owner"] == owner)
        return np.flatnonzero(here & self.elsewhere).tolist()

    # --- true lines ---------------------------------------------------------------------------------------------------
    def false(self, line: str) -> bool:
        b, a = self.b, self.a
        if found := HP.fullmatch(line):
            who, verb, n, hp, most = found[1], found[2], int(found[3]), int(found[4]), int(found[5])
            return not any(
                a["hp"][u] == hp and a["max_hp"][u] == most == b["max_hp"][u] and a["hp"][u] - b["hp"][u] == (n if verb == "heals" else -n)
                and (verb == "loses" or not b["dying"][u]) and (verb == "heals" or a["damage_sum"][u] > b["damage_sum"][u])
                for u in self.unit(who) if self.alike(u)
            )  # fmt: skip
        if found := NOW.fullmatch(line):
            units = [u for u in self.unit(found[1]) if self.alike(u)]
            saved = "survives" in line
            return not any(
                (a["hp"][u], a["max_hp"][u]) == (int(found[2]), int(found[3]))
                and (b["dying"][u] == 1 and a["dying"][u] == 0 if saved else b["max_hp"][u] != a["max_hp"][u])
                for u in units
            )
        if found := CENTS.fullmatch(line):
            p, n = int(found[1]), int(found[3])
            return a["coins"][p] != int(found[4]) or a["coins"][p] - b["coins"][p] != (n if found[2] == "gains" else -n)
        if found := re.fullmatch(r"(.+) dies", line):
            if found[1] in self.names:
                p = int(found[1][-1])
                return not (a["dead"][p] and not b["dead"][p])
        if found := re.fullmatch(r"player_(\d) is back to life", line):
            return not (b["dead"][int(found[1])] and not a["dead"][int(found[1])])
        if found := DRAWS.fullmatch(line):
            p = int(found[1])
            got = self.moved((None, None), (Zone.HAND, p))
            got = [i for i in got if T.C_DECK[T.INST_CARD[i]] == Deck.LOOT]
            where = Zone.HAND if found[4] else Zone.PILE if found[5] else Zone.DECK if found[2] == "draws" else None
            if found[7]:
                named = Counter(found[7].split(", "))
                if not named <= Counter(self.name(i) for i in got) | Counter(
                    {f"{k} x{v}": 1 for k, v in Counter(map(self.name, got)).items()}
                ):
                    return True
            fit = [
                i
                for i in got
                if where is None
                or b["zone"][i] == where
                or (where == Zone.DECK and b["zone"][i] == Zone.PILE and b["n_deck"][Deck.LOOT] < int(found[3]))
            ]
            if found[4]:
                fit = [i for i in fit if b["owner"][i] == int(found[4])]
            return len(fit) < int(found[3])
        if found := re.fullmatch(r"the (\w+) deck is shuffled anew", line):
            d = Deck[found[1].upper()]
            pile = [int(i) for i in b["pile"][d][: b["n_pile"][d]]]
            return not pile or any(a["zone"][i] == Zone.PILE for i in pile)
        if found := re.fullmatch(r"(.+)(?<!dies and) leaves monster slot (\d)", line):
            return self.still_there(found[1], int(found[2]) - 1)
        if found := re.fullmatch(r"(.+) dies and leaves monster slot (\d)", line):
            top = b["objects"][b["stack"][b["n_stack"] - 1]] if b["n_stack"] else None
            return top is None or top["kind"] != Obj.MONSTER_DEATH or self.still_there(found[1], int(found[2]) - 1)
        if found := re.fullmatch(r"(.+) covers (.+) in monster slot (\d)", line):
            k = int(found[3]) - 1
            return a["slot"][k] < 0 or self.name(a["slot"][k]) != found[1] or a["zone"][b["slot"][k]] != Zone.COVERED
        if found := re.fullmatch(r".+ triggers for .*: player_(\d) (dies|takes (\d+) damage)(?: \(.+\))?", line):
            p = int(found[1])
            return a["damage_sum"][p] < int(found[3]) if found[3] else not a["dead"][p]
        if found := re.fullmatch(r"(.+) triggers for .*: (.+) (dies|has died)(?: \(.+\))?", line):
            name = found[1] if found[2] == "it" else found[2]
            return all(self.name(i) != name for i in np.flatnonzero(a["zone"] != Zone.ACTIVE))
        return False

    def still_there(self, name: str, k: int) -> bool:
        old = int(self.b["slot"][k])
        return (
            self.name(old) != name or self.a["zone"][old] in (Zone.ACTIVE, Zone.COVERED) and self.a["owner"][old] == k
        )

    # --- lines that lack ----------------------------------------------------------------------------------------------
    def lacking(self, lines: list[str]) -> list[str]:
        b, a, text = self.b, self.a, "\n".join(lines)
        found = []
        for p, name in enumerate(self.names):
            if a["dead"][p] != b["dead"][p] and not re.search(rf"^{name} (dies|is back to life)$", text, re.M):
                found.append(f"{name} dead")
            elif not a["dead"][p] and not b["dead"][p] and (a["hp"][p], a["max_hp"][p]) != (b["hp"][p], b["max_hp"][p]):
                if not re.search(rf"^{name} .*{a['hp'][p]}/{a['max_hp'][p]}", text, re.M):
                    found.append(f"{name} hp")
            if a["coins"][p] != b["coins"][p] and not re.search(rf"^{name} .*\(now {a['coins'][p]}¢\)$", text, re.M):
                found.append(f"{name} cents")
            if a["souls"][p] != b["souls"][p] and not re.search(rf"^{name} has {a['souls'][p]} soul", text, re.M):
                found.append(f"{name} souls")
            for zone in (Zone.ITEM, Zone.CURSE):
                for inst in self.moved((None, None), (zone, p)):
                    if not re.search(rf"^{name} (gets|pays).*{re.escape(self.name(inst))}", text, re.M):
                        found.append(f"{name} gets {self.name(inst)}")
                for inst in self.moved((zone, p), (None, None)):
                    if not re.search(rf"^{name} loses .*{re.escape(self.name(inst))}", text, re.M):
                        found.append(f"{name} loses {self.name(inst)}")
        for k in range(min(a["n_slots"], b["n_slots"])):
            u = PLAYERS + k
            if self.alike(u) and a["slot"][k] >= 0 and (a["hp"][u], a["max_hp"][u]) != (b["hp"][u], b["max_hp"][u]):
                if not re.search(rf"{a['hp'][u]}/{a['max_hp'][u]}", text):
                    found.append(f"slot {k} hp")
        return found


def games(count: int, decisions: int = 400):
    """Steps of random games at tables of all kinds with what two viewers read: one who sees everything, and a seat."""
    chance, S = random.Random(8), GAME.new(1)
    for seed in range(count):
        GAME.setup(S, seed=seed, sets=7, **TABLES[seed % len(TABLES)])
        viewers = [None, seed % GAME.num_players(S)]
        narrators = [Narrator(GAME, viewer) for viewer in viewers]
        for narrator in narrators:
            narrator.see(S)
        for _ in range(decisions):
            if GAME.to_act(S) < 0:
                break
            before, legal = GAME.clone(S), sorted(GAME.legal(S).tolist())
            passes = legal[0] == PASS and (len(legal) == 1 or chance.random() < 0.5)
            GAME.step(S, PASS if passes else chance.choice(legal))
            for viewer, narrator in zip(viewers, narrators, strict=True):
                narrator.see(S)
                lines, narrator.pending = narrator.pending, []
                yield before, S, viewer, lines


def test_lines__are_true_and_complete():
    """Deaths, hit points and their maximum, cents, souls, items, curses, loot by where it comes from, monsters that die, leave or are
    covered, shuffles, and what is said of deaths and damage when a text triggers."""
    faults, steps = [], 0
    for before, S, viewer, lines in games(7, 80):
        step, steps = Step(before[0], S[0]), steps + 1
        faults += [(viewer, line, lines) for line in lines if step.false(line)]
        faults += [(viewer, "lacks", lack, lines) for lack in step.lacking(lines)]
    assert steps > 900 and not faults, faults[:5]


@pytest.mark.slow
def test_lines__are_true_and_complete_in_many_games():
    """The same in more games."""
    for before, S, viewer, lines in games(8, 200):
        step = Step(before[0], S[0])
        assert not [line for line in lines if step.false(line)] + step.lacking(lines), (viewer, lines)
