"""Forty-four of the forty-five event cards, documented; the last one is UNKNOWN and in no deck."""

from fs_env.core.betrayal.language.codes import Deck, Harm, Token, Trait, Who
from fs_env.core.betrayal.language.rows import UNKNOWN, Event
from fs_env.core.betrayal.language.words import *

M, SP, K, S = Trait
PHYSICAL, MENTAL = Harm
ITEM = draw(Deck.ITEMS)
TAVERN = place("Elfsong Tavern", 0)
LANDING = place("Catacomb Landing", 3)  # the Kobold Hideout is in no content (A27)
DIE, TWO_DICE, MENTAL_DIE = harm(PHYSICAL, dice=1), harm(PHYSICAL, dice=2), harm(MENTAL, dice=1)
POINT = harm(PHYSICAL, points=1)
CHEST = roll_dice(2, {4: ITEM, 2: NOTHING, 0: DIE})
SLIME = roll(SP, {5: take_up(Token.SLIME), 4: NOTHING, 0: DIE})
MOLD = roll(M, {4: NOTHING, 1: lose(M), 0: DIE})
RUNES = Act(Op.KEEP, "keep the card as a weapon item: discard it to attack with Knowledge instead of Might", 1)
DRAW_THREE = (Act(Op.DISCARD_THIS, "discard this card"), draw_one_of(3))

TRIED = gain_chosen((M, SP, K))
LAST = roll(K, {2: NOTHING, 0: lose(K)})
TRIALS = roll(M, {2: roll(SP, {2: roll(K, {2: TRIED, 0: lose(K)}), 0: (lose(SP), LAST)}),
                  0: (lose(M), roll(SP, {2: NOTHING, 0: lose(SP)}), LAST)})  # fmt: skip

EVENTS = (
    Event("A Flumph Appears", roll(K, {4: ITEM, 2: lose(M), 0: (LANDING, DIE)})),
    Event("A Hag's Blessing", roll_dice(2, {4: gain(K), 3: gain(S), 2: NOTHING, 1: lose(S), 0: CURSE})),
    Event("Arcane Gate", Act(Op.GATE, "put one Arcane Gate token here and the second on any other tile"),
          special="everybody may step between the two tiles for 1 space"),
    Event("Bhaal's Call", roll(S, {4: gain(M), 2: lose(S), 0: assault(S, 3, defended=False)})),
    Event("Cranium Rats", roll(S, {4: gain(S), 2: lose(K), 0: MENTAL_DIE})),
    Event("Crawling Claw", roll(M, {4: NOTHING, 0: KEEP}), at_end=POINT,
          special="discard it when you gain in a trait, or end your turn on the Weapon Shop or the Kitchen Basement"),
    Event("Death Vision", roll(S, {4: gain(S), 2: lose(S), 0: DIE})),
    Event("Demonic Possession", roll(S, {6: gain_chosen(), 3: NOTHING, 1: lose(S), 0: lose(S, 2)}, ("drow",))),
    Event("Desiccated Heart", either((lose(M), gain(S)), (lose(S), gain(M)))),
    Event("Echo of Moander", roll(S, {5: (gain(S), gain(K)), 2: lose(S), 0: (lose(M), lose(S))})),
    Event("Explosive Runes", roll(K, {5: RUNES, 3: NOTHING, 1: DIE,
          0: Act(Op.BLAST, "everybody here and on adjacent connected tiles takes 1 die of physical damage", PHYSICAL, 1)},
          ("sorcerer", "wizard")), reach=Who.NEAR),
    Event("Familiar Echoes", (Act(Op.GATHER, "place your figure on the tile of the closest adventurer who is no opponent"),
          roll(S, {5: share(gain(S)), 1: NOTHING, 0: share(lose(S))}, ("bard", "monk"))),
          reach=Who.FRIENDS),
    Event("Fireside Horrors", roll(K, {4: gain(K), 2: NOTHING, 0: (harm(MENTAL, points=1), TAVERN)})),
    Event("Flash Flood", roll(M, {4: NOTHING, 0: lose(M)}), Who.CATACOMB),  # the Flooded Chamber is in no content (A27)
    Event("Forgotten Relic", roll(K, {5: RESET_BELOW, 4: gain_below(), 0: NOTHING})),
    Event("Future Sight", (KEEP, may(DRAW_THREE)), opening=may(DRAW_THREE)),
    Event("Go for the Eyes!", roll(M, {5: NOTHING, 2: lose(M), 0: lose(SP)})),
    Event("Green Slime", (lay(Token.SLIME), SLIME), entering=SLIME),
    Event("Hungry Horde", roll_by_tile({5: GAIN_ROLLED, 2: may_discard(NOTHING, DIE, must=True), 0: LOSE_ROLLED}),
          Who.CITY),
    Event("Illusory Wall", Act(Op.WALL, "put the Illusion token on a wall of this or an adjacent connected tile; if nothing "
          "lies behind it draw a tile for it and place your figure there, as just discovered; the two tiles stay connected")),
    Event("Infernal Pact", roll_one_of(tuple(Trait), {4: GAIN_ROLLED, 1: PACT, 0: LOSE_ROLLED}, above_lowest=True)),
    Event("Lonely Chest", may(CHEST, lay(Token.LONELY_CHEST)), opening=(take_up(Token.LONELY_CHEST), CHEST)),
    Event("Lost Ghost", roll(K, {5: gain(K), 1: lose(S), 0: (TAVERN, harm(MENTAL, dice=2))}, ("dwarf",))),
    Event("Lost and Found", lay(Token.LOST_CHEST),
          ending=may(roll(K, {6: (take_up(Token.LOST_CHEST), draw_one_of(2)), 0: NOTHING}))),
    Event("Mists of Ravenloft", roll(S, {4: gain(S), 0: KEEP}),
          special="while you keep it roll 1 die fewer, at least 1, for Sanity; discard it when you gain Sanity"),
    Event("Moment of Calm", roll_dice(1, {2: ITEM, 1: NOTHING, 0: lose(M)}), Who.BUILDING),
    Event("Otyugh Tentacle", lay(Token.OTYUGH),
          special="after the haunt has begun a Might 3 attack is made against each hero who leaves the tile; a hero who wins "
          "discards token and card, and gains 1 Might or gains 1 Speed for winning by 3 or more"),
    Event("Pit Trap", (unless_halfling(POINT), lay(Token.PIT)), special="entering its tile costs 2 spaces instead of 1"),
    Event("Red Wizard", may_discard((draw_one_of(2), lose(S)))),
    Event("Rogue Air Elemental", roll(M, {4: gain(SP), 2: POINT,
          0: (DIE, Act(Op.SLOW, "you can move only 1 space on your next turn"))}), Who.STREET),
    Event("Rot Grub", roll_one_of((SP, S), {5: GAIN_ROLLED, 3: MENTAL_DIE, 0: TWO_DICE})),
    Event("Shambling Form", roll(SP, {4: ITEM, 2: lose(SP), 0: lose(M)})),
    Event("Sound of Looming Doom", Act(Op.LOOM, "every adventurer rolls Speed, ties for the highest or lowest again: the "
          "highest gains 1 Speed, against the lowest a Speed 3 attack is made, defended with Speed", 3),
          reach=Who.EVERYONE),
    Event("Stalking Shadow", roll(SP, {4: NOTHING, 2: lose(S), 0: lose(SP)})),
    Event("Test of the Dead Three", worded("roll Might, Speed and Knowledge: 2+ nothing; 0-1 lose 1 in that trait; if all "
          "three are 2+ gain 1 in one of the three", TRIALS)),
    Event("The Green Devil Face", roll_dice(4, {5: ITEM, 3: NOTHING,
          1: (Act(Op.STRIP, "discard all item cards that you control"), TAVERN, lose(S)),
          0: Act(Op.DOOM, "after the haunt has begun you die, before it as for 1")})),
    Event("The Storm", worded("use your Speed to move onto the closest building tile if possible; 8 dice where none is in reach, "
          "otherwise roll as many dice as spaces moved: 6+ take 2 dice of physical damage; 4-5 take 1 die; 2-3 take 1 point; 0-1 "
          "nothing", (Act(Op.STORM, ""), roll_dice(0, {6: TWO_DICE, 4: DIE, 2: POINT, 0: NOTHING}))), Who.STREET),
    Event("Trapper", roll(M, {4: ITEM, 1: DIE, 0: (DIE, Act(Op.TRAP, "your turn ends, keep the card: roll again at the start "
          "of your next turn with 1 extra die for each other adventurer on your tile, discard it unless you roll 0 again"))})),
    Event("Troglodyte Stench", lay(Token.STENCH), special="Might is rolled with 2 dice fewer, at least 1, on its tile"),
    Event("Vampiric Mist", roll(K, {4: gain(SP), 0: POINT})),
    Event("Wererat Bite", (KEEP, Act(Op.INFECT, "lose 1 Knowledge and 1 Sanity, gain 1 Might and 1 Speed")),
          special="when you inflict physical damage by an attack on an adventurer on your tile you may infect them: the same "
          "changes, once per game for each adventurer, who can infect others"),
    Event("Will-o'-Wisp", roll(K, {4: gain(K), 2: Act(Op.VANISH, "your figure leaves the board: at the start of your next "
          "turn place it on any omen tile, on the Elfsong Tavern without one, and take 1 die of physical damage"), 0: TAVERN})),
    Event("Yellow Mold", (lay(Token.MOLD), MOLD), entering=MOLD),
    Event("Zhentarim Opportunist", may_discard(NOTHING, (assault(M, 4),
          Act(Op.RETURN_HURT, "if you take damage from it shuffle this card with the top 3 event cards")))),
)  # fmt: skip
FORTY_FIFTH = Event(UNKNOWN, UNKNOWN)
"""The card that no source names."""
