"""Games in words: cards by name, players by name, and the log of a seat."""
