"""The rules, lowest first: dice, table, terrain, cards, starts, immunity, damage, fights, programs, single_cards, movement,
haunts, turns, flow."""
