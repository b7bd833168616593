"""Games as conversations: what a player who reads text is told, and what it answers."""

VERSION = 2
"""Version of what a player who reads text is told: results of other versions are not compared. Raise it with every change of the words."""
