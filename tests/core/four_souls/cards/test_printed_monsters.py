"""Printed numbers, rewards and souls of monsters and bosses of all sets in play, as the tables of the printed cards have them."""

from __future__ import annotations

from tests.core.four_souls.cards.fights import KILLER, facing, slay
from tests.core.four_souls.printed import table
from tests.every import every

PRINTED = {row["id"]: row for row in table("monsters") if row["hp"]}
CHANGED = ("pale_fatty", "stoney", "delirium", "deaths_head")
"""Monsters whose own text changes these numbers, and the one that is in the other slot."""
DOES_MORE = (
    *"pale_fatty black_bony dinga keeper_head boom_fly greedling dank_globin mulliboom moms_eye".split(),
    *("holy_dinga", "holy_keeper_head", "cursed_keeper_head", "death_boss", "pestilence", "wrath", "peep", "ragman"),
    *("delirium", "ragling", "imp", "cursed_tumor", "cursed_globin", "the_fallen", "krampus", "headless_horseman"),
    "moms_heart",
)
"""Monsters whose reward is rolled, or whose text does more when they die or must be attacked."""


@every([monster for monster in PRINTED if monster not in CHANGED])
def test_numbers__in_play(monster: str) -> None:
    """R2.12: printed HP, evasion and attack, and the other monster keeps its own."""
    hp, evasion, attack = (int(PRINTED[monster][name]) for name in ("hp", "evasion", "attack"))
    game = facing(monster).expect(monster=monster, hp=hp, max_hp=hp, evasion=evasion, attack=attack, slot=0)
    game.expect(monster="pale_fatty", hp=4, evasion=3, attack=1)


@every([monster for monster in PRINTED if monster not in DOES_MORE])
def test_reward__and_soul(monster: str) -> None:
    """R14.4, R14.5, R18.2: the active player gains the reward; the card becomes a soul of its value or is discarded."""
    souls, reward = int(PRINTED[monster]["soul_value"] or 0), PRINTED[monster]["rewards"]
    kind, _, n = f"coins {reward[:-1]}".rpartition(" ") if reward.endswith("c") else reward.rpartition(" ")
    gains = {"coins": 3, "loot": 0, "treasure": 1}
    if kind:
        gains[kind] += int(n)
    game = slay(facing(monster, KILLER), monster)
    game.expect(player=0, coins=gains["coins"], hand=gains["loot"], items=gains["treasure"], souls=souls)
    game.expect(player=1, coins=3, hand=0, items=0, souls=0).expect(phase="action")
    if souls:
        game.expect(player=0, soul_cards=[monster], hp=2).expect(player=1, hp=2)
    else:
        game.expect(card=monster, zone="discard")
