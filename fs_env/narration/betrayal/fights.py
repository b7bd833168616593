"""Dice of both sides of an attack in Betrayal at Baldur's Gate, as far as they are known before it: traits, cards and tokens lie open."""

from __future__ import annotations

from typing import Any

from fs_env.core.betrayal.content.haunts import HAUNTS
from fs_env.core.betrayal.language.codes import DICE, Trait
from fs_env.core.betrayal.tables import POSSESSIONS

Plain = dict[str, Any]
TRAITS = [trait.name.capitalize() for trait in Trait]
WEAPONS = {card.name: card for card in POSSESSIONS}


def odds(table: Plain, who: str, other: str, means: str = "Might") -> str:
    """The dice of `who` against those of `other`, with a space before them: " (6 dice + 1 against 4)"; `means`: weapon or trait."""
    card = WEAPONS.get(means)
    trait = card.attack.name.capitalize() if card else means
    own, bonus = dice(table, who, trait, card.dice if card else 0), card.bonus if card else 0
    player = table["players"][int(who.rpartition("_")[2])] if who.startswith("player_") else {}
    bonus += player.get("mark") == other
    of_trait = "" if trait == TRAITS[Trait.MIGHT] else f" of {trait}"
    dice_text = f"{own} {'die' if own == 1 else 'dice'}{of_trait}{f' + {bonus}' if bonus else ''}"
    cursed = other.startswith("player_") and table["players"][int(other.rpartition("_")[2])]["cursed"]
    against = 0 if cursed else dice(table, other, trait)
    return f" ({f'{bonus} by a curse' if player.get('cursed') else dice_text} against {against})"


def dice(table: Plain, figure: str, trait: str, more: int = 0) -> int:
    """The dice of a figure that attacks or defends itself with a trait, `more` by a card."""
    number = int(figure.replace("_", " ").partition(" ")[2])
    if not figure.startswith("player_"):
        kind = next(monster["kind"] for monster in table["monsters"] if monster["monster"] == number)
        haunt = next(haunt for haunt in HAUNTS if haunt.number == table["haunt"]["number"])
        row = next(monster for monster in haunt.monsters if monster.name == kind)
        return max(0, min(DICE, int(getattr(row, trait.lower())) + more))
    player = table["players"][number]
    n: int = player["traits"][trait.lower()] + more
    tokens: list[str] = next((tile["tokens"] for tile in table["tiles"] if tile["tile"] == player["tile"]), [])
    if trait == "Sanity" and "Mists of Ravenloft" in player["events"]:
        n = max(1, n - 1)
    if trait == "Might" and "stench" in tokens and not (player["side"] == "traitor" and player["side_open"]):
        n = max(1, n - 2)
    return min(DICE, n)
