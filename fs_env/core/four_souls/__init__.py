"""Four Souls: cards as data, rules as kernels, the game as one object (`game.GAME`)."""
