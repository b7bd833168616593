"""Memory of the bot over a game, in words. The first is its seed."""

GIFTS, FATES, SUSPECT, LEFT_OUT, EXPOSED, WORDS = 1, 2, 3, 4, 5, 6
"""Tiles whose gift it has had, a bit each; uses of the Deck of Many Things; 1 + the seat, counted from itself, that attacked first in a
haunt with a hidden traitor; improvements that it does without, a bit each; whether it has attacked as a hidden
traitor; how many words there are."""
