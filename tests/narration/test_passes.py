"""The words of a pass in Four Souls against what the engine does when all players pass."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.actions import PASS
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.scenario import Play
from fs_env.core.four_souls.state import Frame, Obj, ObjectFlag, Phase, Question
from fs_env.narration.four_souls import events as four_souls
from tests.core.four_souls.rules.table import start

TABLES = (
    {"num_players": 2},
    {"num_players": 3, "bartering": 1, "rooms": 1},
    {"num_players": 4, "rooms": 1},
    {"num_players": 2, "variant": 1},
    {"num_players": 2, "variant": 2, "rooms": 1},
    {"num_players": 4, "bartering": 1},
    {"num_players": 2, "eden_only": 1, "draft": 1},
)
OUTCOMES = {  # end of the words, without the part that says whose it is -> what the engine does
    "roll the attack die": {"roll"},
    "let WHO roll the attack die": {"roll"},
    "end your attack": {"attack over"},
    "go on to your loot step": {"loot"},
    "let the loot step of WHO begin": {"loot"},
    "go on to your action phase": {"action"},
    "let the action phase of WHO begin": {"action"},
    "end your action phase": {"end"},
    "let the action phase of WHO end": {"end"},
    "let WHO declare an attack that is demanded, or else end the action phase": {"must attack", "end"},
    "let the effects of the end of the turn trigger": {"delayed"},
    "go on to a possible exchange of the room": {"room", "turn over", "discard"},
    "let WHO go on to a possible exchange of the room": {"room", "turn over", "discard"},
    "go on to discarding down to 10 loot cards": {"discard"},
    "let WHO go on to discarding down to 10 loot cards": {"discard"},
    "end your turn": {"turn over"},
    "let the turn of WHO end": {"turn over"},
}
RULES = tuple("attack purchase combat loot_step player_death penalty refill roll_bonus held_damage held_gain".split())
"""Objects whose words do not name the card they come from."""


def stack(s) -> list[int]:
    """Rows of the objects on the stack, the top first."""
    return s["stack"][: s["n_stack"]][::-1].tolist()


def uids(s) -> set[int]:
    return {int(s["objects"][r]["uid"]) for r in stack(s)}


def all_pass(S):
    """The state after all players who have to pass in this window have done so."""
    S = GAME.clone(S)
    while True:
        passes = int(S[0]["passes"])
        assert GAME.step(S, PASS) in (0, None)
        s = S[0]
        if s["passes"] != passes + 1 or s["question"] != Question.PRIORITY or s["asked"] < 0:
            return S


def attack_rolls(s) -> set[int]:
    found = [s["objects"][r] for r in stack(s)]
    return {int(o["uid"]) for o in found if o["kind"] == Obj.ROLL and o["flags"] & ObjectFlag.ATTACK_ROLL}


def outcome(b, a) -> str:
    """What happened between two states that only passes separate, with nothing on the stack of the first, from the fields."""
    if a["outcome"] != 0 or a["turn"] != b["turn"]:
        return "turn over"
    if a["question"] in (Question.HAND_LIMIT, Question.ROOM):
        return "discard" if a["question"] == Question.HAND_LIMIT else "room"
    throwing = any(frame["kind"] == Frame.THROW for frame in a["frames"][: a["n_frames"]])
    if attack_rolls(a) - attack_rolls(b) or throwing:
        return "roll"
    if b["attacking"] and not a["attacking"]:
        return "attack over"
    if a["phase"] != b["phase"]:
        return Phase(int(a["phase"])).name.lower()
    return "delayed" if a["phase"] == Phase.END else "must attack"


def check(S, seat: int, words: str) -> str:
    """Compares the words of a pass with what follows; returns their kind."""
    b, a = S[0], all_pass(S)[0]
    assert words.startswith("pass: "), words
    words = words.removeprefix("pass: ")
    if b["n_stack"] == 0:
        active = f"player_{b['active_player']}"
        assert (active in words) == (seat != b["active_player"]) or "effects of the end" in words, words
        kind = words.replace(active, "WHO")
        assert outcome(b, a) in OUTCOMES[kind], (words, outcome(b, a))
        return kind
    top = b["objects"][b["stack"][b["n_stack"] - 1]]
    kind = Obj(int(top["kind"])).name.lower()
    assert int(top["uid"]) not in uids(a), words
    if kind == "roll":
        assert words == f"let the roll of {top['n']} stand"
        assert a["turn"] > b["turn"] or a["outcome"] or a["history"][top["controller"], 0] == top["n"]
    else:
        card = T.NAMES[T.INST_CARD[top["src"]]] if top["src"] >= 0 else "a rule"
        end = " leave its slot" if kind == "monster_card" else " resolve"
        assert words.endswith(end) and (kind in RULES or card in words), (kind, words)
    return kind


def positions(wanted: int):
    """States with a decision in which passing is possible, of random games at tables of all kinds, and who is asked."""
    chance, S, n = random.Random(4), GAME.new(1), 0
    for seed in range(10**6):
        GAME.setup(S, seed=seed, sets=7, **TABLES[seed % len(TABLES)])
        for _ in range(4000):
            if (seat := GAME.to_act(S)) < 0:
                break
            legal = sorted(GAME.legal(S).tolist())
            if legal[0] == PASS:
                n += 1
                yield S, seat
                if n == wanted:
                    return
            passes = legal[0] == PASS and (len(legal) == 1 or chance.random() < 0.6)
            GAME.step(S, PASS if passes else chance.choice(legal))


def follow(wanted: int, secrets: int) -> Counter[str]:
    """Checks the words at so many positions, and at each `secrets`-th that hidden cards do not change them; counts kinds."""
    found: Counter[str] = Counter()
    for k, (S, seat) in enumerate(positions(wanted)):
        (words,) = four_souls.offered(GAME.to_json(S, player=seat), ["pass"])
        found[check(S, seat, words)] += 1
        if k % secrets == 0:
            other = GAME.clone(S)
            GAME.resample(other, seat, 0, k)
            assert four_souls.offered(GAME.to_json(other, player=seat), ["pass"]) == [words]
    return found


def test_pass__says_what_follows_if_all_pass():
    """R4.4: the object on top resolves, the die of the attack is rolled, or the named phase or turn ends, as in the engine."""
    found = follow(1500, 10)
    assert len(found) > 15, found
    assert found["roll the attack die"] and found["end your action phase"] and found["end your turn"]


@pytest.mark.slow
def test_pass__says_what_follows_in_many_games():
    """The same at 6,000 positions of games of all sets, 2 to 4 seats, for and against each other, with rooms and bartering."""
    assert len(follow(6_000, 30)) > 26


def rare() -> list[Play]:
    """Positions that random games hardly reach: an attack demanded after the active player has passed (ER-79), an effect that waits
    for the end of the turn in the end phase (R7.18), the last attack roll of a turn (ER-65)."""
    lustful = {"souls": ["pin"], "curses": ["curse_of_blood_lust"], "coins": 1}
    position = {"rooms": ["tax_for_the_mighty"], "options": {"bartering": True}, "sets": ("base", "plus")}
    taxed = start(lustful, {"coins": 5}, **position).pass_()
    paid = start(lustful, {"coins": 5}, **position).pass_().offer("gift", 1, "accept")
    plan = start({}, {"items": ["plan_c"]}, monster_deck=["trite"], phase="end")
    plan.activate("plan_c", "fly", by=1).settle()
    endless = start(monsters=["cod_worm", "fly"]).attack("cod_worm").pass_all()
    endless.S["attack_rolls"][0, 0] = 500
    return [taxed, paid, plan, endless]


def test_pass__says_what_follows_in_rare_positions():
    """An attack that is due, effects of the end of the turn that come late, an attack that reaches the limit of rolls."""
    found = []
    for game in rare():
        seat = GAME.to_act(game.S)
        found.append(check(game.S, seat, four_souls.offered(GAME.to_json(game.S, player=seat), ["pass"])[0]))
    due = "let WHO declare an attack that is demanded, or else end the action phase"
    assert found == [due, due, "let the effects of the end of the turn trigger", "end your attack"]
