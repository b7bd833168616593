"""Characters of Four Souls+ (4)."""

from fs_env.core.four_souls.language.cards import character_card

CARDS = (
    character_card("guppy", "Guppy", start="infestation"),
    character_card("bum_bo", "Bum-bo", start="bag_o_trash"),
    character_card("whore_of_babylon", "Whore of Babylon", start="gimpy"),
    character_card("dark_judas", "Dark Judas", start="dark_arts"),
)
