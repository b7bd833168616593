"""Four Souls: cards as data, rules as kernels, and the game as one object (`game.GAME`)."""
