"""The rules, lowest first: dice, table, terrain, cards, starts, fights, programs, single_cards, movement, haunts, turns, flow."""
