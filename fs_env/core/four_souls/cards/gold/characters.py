"""Characters of the Gold Box (4)."""

from fs_env.core.four_souls.language.cards import character_card

CARDS = (
    character_card("the_lost", "The Lost", start="holy_mantle", hp=1, innate=1),
    character_card("the_keeper", "The Keeper", start="wooden_nickel"),
    character_card("azazel", "Azazel", start="lord_of_the_pit"),
    character_card("apollyon", "Apollyon", start="void"),
)
