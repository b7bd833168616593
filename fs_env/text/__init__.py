"""Games as conversations: what a player who reads text is told, and what it answers."""
