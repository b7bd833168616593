"""Rooms of the second edition (R20), from descriptions of their behaviour, not from printed cards: of low confidence.

`LEFT_OUT` has the known rooms without a program.
"""

EDITION = 2

_UNKNOWN = "its dice table or its numbers are not known"
_WORDING = "the wording of its attack on a player is not known"
_NAME_ONLY = "only its name is known"
LEFT_OUT: dict[str, tuple[str, str]] = {
    "battle_royale": ("Battle Royale!!!", _WORDING),
    "battle_royale_2": ("Battle Royale!!!!", _WORDING),
    "battle_royale_3": ("Battle Royale!!!!!", _WORDING),
    "bomb_bum": ("Bomb Bum", _UNKNOWN),
    "challenge_room": ("Challenge Room", _UNKNOWN),
    "devil_beggar": ("Devil Beggar", _UNKNOWN),
    "eternal_chest": ("Eternal Chest", _UNKNOWN),
    "floor_spikes": ("Floor Spikes", _UNKNOWN),
    "gus": ("Gus", f"rooms cannot be attacked in these rules, and {_UNKNOWN}"),
    "heavy_is_the_head": ("Heavy Is the Head", _UNKNOWN),
    "i_am_error_room": ("I Am Error", _UNKNOWN),
    "isaacs_blessing": ("Isaac's Blessing", _UNKNOWN),
    "key_master": ("Key Master", _UNKNOWN),
    "red_vise": ("Red Vise", _UNKNOWN),
    "splash_damage": ("Splash Damage", "it is not known which neighbour it damages"),
    "white_champions": ("White Champions", _NAME_ONLY),
    "shell_game": ("Shell Game", _NAME_ONLY),
    "slot_machine": ("Slot Machine", _NAME_ONLY),
    "static_shock": ("Static Shock", _NAME_ONLY),
    "pitfall": ("Pitfall!", _NAME_ONLY),
}
"""Id -> name and reason of each known room without a program."""

__all__ = ["EDITION", "LEFT_OUT"]
