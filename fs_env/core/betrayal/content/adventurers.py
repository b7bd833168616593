"""The twelve adventurers, documented; two share a card and cannot both be in play (R5)."""

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
               ("2 3 3 4 5 6 7 8", 5), ("3 3 3 4 5 6 6 6", 3), Power.HEALING_WORD),
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
POWERS = {
    Power.RECKLESS_ATTACK: ("Reckless Attack", "before you roll for an attack you may add 2 dice; after it take 1 die of physical damage"),
    Power.PROTECTION: ("Protection", "when somebody else on your tile would take damage you may take it instead"),
    Power.ELDRITCH_BLAST: ("Eldritch Blast", "you may attack with Sanity instead of Might; if you win so you may also move the "
                           "defender 1 tile away"),
    Power.HUNTERS_MARK: ("Hunter's Mark", "once in your turn place your 1 mark under an opponent in line of sight: +1 to your "
                         "attack rolls against that opponent"),
    Power.WILD_SHAPE: ("Wild Shape", "once per game, for the rest of it: gain 2 Might and lose 1 Sanity, gain 2 Speed and lose 1 "
                       "Knowledge, gain 2 Knowledge and lose 1 Might, or gain 2 Sanity and lose 1 Speed"),
    Power.CUNNING_ACTION: ("Cunning Action", "opponents do not slow you down"),
    Power.DEVOTION: ("Devotion", "once in your turn an event tile that you discover has no symbol for you"),
    Power.HEALING_WORD: ("Healing Word", "once in your turn, 2 times per game, an adventurer on your tile, you included, gains 1 in "
                         "a trait that is below its starting value"),
    Power.BARDIC_INSPIRATION: ("Bardic Inspiration", "give your 1 token to another adventurer within 3 tiles, who may return it in "
                               "an own turn to add 1 to a roll that is no haunt roll"),
    Power.FLURRY_OF_BLOWS: ("Flurry of Blows", "after an attack you may roll 1 die: on 0 take 1 point of physical damage, otherwise "
                            "the same defender takes that much physical damage without a defence"),
    Power.MAGIC_MISSILE: ("Magic Missile", "you may attack with Knowledge instead of Might, also within 1 tile; where the defender "
                          "is not on your tile losing costs nothing"),
    Power.WILD_MAGIC: ("Wild Magic", "you may attack with Knowledge or Sanity instead of Might; if you do roll 1 die: a 0 takes 1 "
                       "off the result"),
}  # fmt: skip
"""Names of the powers and what they do, in words (R88); their rules are in `rules`."""
