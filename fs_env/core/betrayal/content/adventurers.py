"""The twelve adventurers, documented; two share a card and cannot both be in play (R5)."""

from __future__ import annotations

from fs_env.core.betrayal.language.rows import Adventurer, Power

ADVENTURERS = (
    Adventurer("Torskar Stonecleaver", "dwarf", "barbarian", ("4 5 5 6 6 7 8 8", 3), ("2 2 2 3 4 5 5 6", 5),
               ("2 2 3 3 5 5 6 6", 3), ("2 2 3 4 5 5 6 7", 3), Power.RECKLESS_ATTACK),
    Adventurer("Aldan Pyrite", "dwarf", "fighter", ("2 3 3 4 5 6 6 7", 4), ("3 4 4 4 5 6 7 8", 3),
               ("1 3 3 5 5 6 6 7", 3), ("3 3 3 4 5 6 7 8", 4), Power.PROTECTION),
    Adventurer("Lia Faen Tlabbar", "drow", "warlock", ("1 2 2 4 4 5 5 7", 3), ("2 3 3 4 5 6 7 7", 3),
               ("1 3 3 4 5 6 6 8", 4), ("3 4 5 5 6 7 7 8", 5), Power.ELDRITCH_BLAST),
    Adventurer("Avrixis Mizzrym", "drow", "ranger", ("2 3 3 4 5 6 6 7", 3), ("4 4 4 5 6 7 7 8", 5),
               ("2 3 3 4 5 5 5 7", 3), ("1 2 3 4 5 5 5 7", 3), Power.HUNTERS_MARK),
    Adventurer("Gretchen Titchwillow", "halfling", "druid", ("3 4 4 4 4 5 6 8", 3), ("2 3 4 4 4 5 6 8", 4),
               ("2 3 3 4 4 5 6 8", 3), ("1 1 2 4 4 4 5 6", 5), Power.WILD_SHAPE),
    Adventurer("Tasha Brightbottle", "halfling", "rogue", ("2 3 3 3 4 5 6 7", 4), ("3 4 5 6 6 6 7 7", 3),
               ("2 3 4 4 5 6 6 6", 4), ("1 2 3 4 5 5 6 7", 3), Power.CUNNING_ACTION),
    Adventurer('"Grim" Grusk Mugtug', "half-orc", "paladin", ("2 3 3 4 5 5 5 6", 4), ("2 3 3 5 5 6 6 7", 3),
               ("1 3 4 4 4 5 6 6", 4), ("4 4 4 5 6 7 8 8", 3), Power.DEVOTION),
    Adventurer("Vort Dormall", "half-orc", "cleric", ("3 3 3 4 5 6 7 8", 3), ("3 3 4 5 6 6 7 8", 3),
               ("2 3 3 4 5 6 7 8", 5), ("3 3 3 4 5 6 6 6", 4), Power.HEALING_WORD),
    Adventurer("Miska Silversong", "human", "bard", ("1 2 3 4 5 5 6 6", 3), ("2 2 4 4 5 5 6 6", 4),
               ("4 5 5 5 5 6 7 8", 5), ("1 3 3 4 5 5 6 7", 3), Power.BARDIC_INSPIRATION),
    Adventurer("Azadeh Rashka", "human", "monk", ("2 2 3 3 4 4 6 7", 4), ("4 4 4 4 5 6 8 8", 4),
               ("1 2 3 4 4 5 5 5", 3), ("3 4 5 5 6 6 7 8", 3), Power.FLURRY_OF_BLOWS),
    Adventurer("Dhadius the Scarlet", "human", "wizard", ("2 2 2 4 4 5 6 6", 3), ("3 4 4 4 4 6 7 8", 4),
               ("4 5 5 5 5 6 6 7", 4), ("4 4 4 5 6 7 8 8", 3), Power.MAGIC_MISSILE),
    Adventurer("Ralvio Escanor", "human", "sorcerer", ("2 3 3 4 5 5 6 8", 3), ("3 3 3 4 6 6 7 7", 4),
               ("3 4 4 5 6 7 7 8", 3), ("3 4 4 4 5 6 6 7", 4), Power.WILD_MAGIC),
)  # fmt: skip
"""Adventurer 2 k and 2 k + 1 are the sides of card k. The fourth Speed value of Tasha is 6 in most sources, 5 in one."""
