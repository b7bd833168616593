"""A small puzzle as text, whose values are easily computed by hand."""

FIGHT = """
title = "One hit"
task = "win this turn"
seat = 0
goal = { win = true }
chance = "3/4"
argument = "Evasion 4, and The D6 rolls a miss again: 1 - 1/2 * 1/2."
mistake = "Passing."

[[lines]]
rolls = [2, 5]
play = ["attack Monstro", 2, "activate The D6"]

[position]
monsters = [{ card = "monstro", hp = 1 }]
shop = ["synthoil"]
exact_decks = ["loot", "treasure", "monster"]
loot_deck = ["a_penny", "two_cents"]
treasure_deck = ["dinner", "breakfast"]
monster_deck = ["dip", "trite"]

[[position.players]]
souls = 3
coins = 0
hp = 1
items = ["the_d6"]

[[position.players]]
coins = 0
"""
