"""How each game of this package is played, in words for people: one file a game."""
