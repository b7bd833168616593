"""What happens in a game in words: cards by name, players by name, and what a seat saw happen."""
