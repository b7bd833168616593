"""What the printed cards say in numbers, entered apart from the programs of the cards, which are held against it."""

from __future__ import annotations

TOTALS = {  # a set: monsters, and what their hit points, evasion, attack and soul values come to
    "base": (85, 221, 318, 107, 36),
    "gold": (16, 49, 58, 16, 7),
    "plus": (22, 74, 78, 29, 11),
}

MONSTERS = """
# base
dip 1 4 1 0 1c
pooter 2 3 1 0 loot 1
fly 1 2 1 0 1c
trite 1 5 1 0 loot 2
fatty 4 2 1 0 loot 1
spider 1 4 1 0 loot 1
conjoined_fatty 4 3 2 0 loot 2
pale_fatty 4 3 1 0 6c
leech 1 4 2 0 loot 1
clotty 2 3 1 0 4c
red_host 2 3 2 0 5c
squirt 2 3 1 0 loot 1
fat_bat 3 5 1 0 treasure 1
cod_worm 2 5 0 0 3c
swarm_of_flies 5 2 1 0 5c
black_bony 3 4 1 0 roll: loot X
dinga 3 3 1 0 roll: Xc
ring_of_flies 3 3 1 0 3c
hanger 2 4 2 0 7c
wizoob 3 5 1 0 loot 3
mulligan 1 3 1 0 3c
hopper 2 3 1 0 3c
keeper_head 2 4 1 0 roll: Xc
big_spider 3 4 1 0 loot 1
boom_fly 1 4 1 0 4c
dople 2 4 2 0 7c
psy_horf 1 5 1 0 loot 1
portal 2 4 1 0 3c
moms_dead_hand 2 5 1 0 4c
greedling 2 5 1 0 7c
dank_globin 2 4 2 0 loot 2
evil_twin 3 5 2 0 treasure 1
mulliboom 1 2 4 0 6c
leaper 2 4 1 0 5c
moms_eye 1 4 2 0 loot 1
rage_creep 1 5 1 0 loot 2
horf 1 4 1 0 3c
moms_hand 2 4 1 0 4c
stoney 3 0 0 0 loot 1
holy_dip 1 4 1 0 1c
holy_moms_eye 1 4 2 0 loot 1
holy_dinga 3 3 1 0 roll: Xc
holy_keeper_head 2 4 1 0 roll: Xc
holy_squirt 2 3 1 0 loot 2
cursed_keeper_head 2 4 1 0 roll: Xc
cursed_horf 1 4 1 0 3c
cursed_fatty 4 2 1 0 loot 2
cursed_moms_hand 2 4 1 0 4c
cursed_psy_horf 1 5 1 0 loot 2
cursed_gaper 2 4 1 0 3c
gurdy 5 4 1 1 7c
monstro 4 4 1 1 6c
little_horn 2 6 1 1 loot 2
dark_one 3 4 1 1 treasure 1
larry_jr 4 3 1 1 6c
the_duke_of_flies 4 3 1 1 loot 2
daddy_long_legs_boss 4 4 1 1 7c
mega_fatty 3 3 1 1 loot 2
famine 2 3 1 1 loot 3
war 3 3 1 1 8c
death_boss 3 4 2 1 treasure 1
pestilence 4 4 1 1 loot 2
conquest 2 3 1 1 6c
pride 2 4 1 1 5c
wrath 3 3 1 1 6c
gluttony 4 3 1 1 loot 1
envy 2 5 1 1 1c
greed_boss 3 4 1 1 9c
lust 2 4 1 1 loot 2
sloth 3 4 1 1 1c
pin 2 4 1 1 5c
the_bloat 4 4 2 1 treasure 1
chub 4 3 1 1 7c
scolex 3 5 1 1 treasure 1
gemini 3 4 1 1 5c
gurdy_jr 2 5 1 1 treasure 1
peep 3 4 1 1 treasure 1
ragman 2 3 2 1 loot 3
carrion_queen 3 4 1 1 treasure 1
the_haunt 3 4 1 1 treasure 1
mask_of_infamy 4 4 1 1 treasure 1
mom 5 4 2 2 treasure 1
satan 6 4 2 2 treasure 2
the_lamb 6 3 6 1 3c
delirium 5 4 3 0 treasure 2
# gold
ragling 2 3 1 0 loot 1
boil 2 4 1 0 3c
parabite 2 3 1 0 loot 1
gaper 2 4 1 0 3c
deaths_head 2 0 0 0 loot 1
round_worm 1 5 1 0 4c
imp 3 5 1 0 roll: loot X
knight 2 6 1 0 loot 2
charger 1 5 1 0 3c
begotten 3 4 1 0 loot 2
polycephalus 3 3 1 1 loot 3
the_cage 6 4 1 1 treasure 2
hush 8 3 2 2 treasure 2
gurglings 4 5 1 1 loot 2
steven 4 2 1 1 treasure 1
fistula 4 2 1 1 7c
# plus
sucker 1 3 1 0 loot 1
roundy 3 4 2 0 6c
flaming_hopper 1 4 2 0 4c
globin 4 4 1 0 loot 3
bony 2 3 1 0 loot 1
tumor 3 4 1 0 6c
holy_bony 1 3 1 0 loot 2
holy_mulligan 1 3 1 0 3c
cursed_tumor 3 4 1 0 roll: Xc
cursed_globin 3 4 1 0 roll: loot X
swarmer 4 3 2 0 treasure 1
brain 2 3 1 0 loot 1
nerve_ending 4 2 1 0 3c
widow 3 4 1 1 loot 2
dingle 3 3 1 1 6c
blastocyst 5 4 1 1 loot 1
monstro_ii 5 4 1 1 treasure 1
the_fallen 4 5 2 1 treasure 1
krampus 4 4 2 1 treasure 1
isaac_boss 7 3 1 2 treasure 1
headless_horseman 3 3 2 1 treasure 1
moms_heart 8 4 2 2 -
"""
"""A line for each monster: id, hit points, evasion, attack, soul value, rewards ("-": none; Xc: as many cents as rolled)."""

CHARACTERS = """
isaac 2 1 the_d6
cain 2 1 sleight_of_hand
maggy 2 1 yum_heart
judas 2 1 book_of_belial
samson 2 1 blood_lust
eve 2 1 the_curse
lilith 2 1 incubus
blue_baby 2 1 forever_alone
lazarus 2 1 lazarus_rags
the_forgotten 2 1 the_bone
eden 2 1 -
the_lost 1 1 holy_mantle
the_keeper 2 1 wooden_nickel
azazel 2 1 lord_of_the_pit
apollyon 2 1 void
guppy 2 1 infestation
bum_bo 2 1 bag_o_trash
whore_of_babylon 2 1 gimpy
dark_judas 2 1 dark_arts
"""
"""A line for each character: id, hit points, attack, starting item."""

OTHER_SOULS = {
    "lost_soul": 1,
    "the_chest": 1,
    "pandoras_box": 1,
    "the_bone": 1,
    "soul_of_greed": 1,
    "soul_of_gluttony": 1,
    "soul_of_guppy": 1,
    "holy_chest": 1,
}
"""Cards other than monsters that can be souls, with their value."""

GUPPY_ITEMS = (
    "guppys_hairball",
    "the_dead_cat",
    "guppys_head",
    "guppys_paw",
    "guppys_collar",
    "guppys_tail",
    "guppys_eye",
)
"""Items that count as Guppy items (R19.1)."""
