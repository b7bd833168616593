"""Characters of the base set (11)."""

from fs_env.core.four_souls.language.cards import character_card

CARDS = (
    character_card("isaac", "Isaac", start="the_d6"),
    character_card("cain", "Cain", start="sleight_of_hand"),
    character_card("maggy", "Maggy", start="yum_heart"),
    character_card("judas", "Judas", start="book_of_belial"),
    character_card("samson", "Samson", start="blood_lust"),
    character_card("eve", "Eve", start="the_curse"),
    character_card("lilith", "Lilith", start="incubus"),
    character_card("blue_baby", "Blue Baby", start="forever_alone"),
    character_card("lazarus", "Lazarus", start="lazarus_rags"),
    character_card("the_forgotten", "The Forgotten", start="the_bone"),
    character_card("eden", "Eden", drafts=3),
)
