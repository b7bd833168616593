"""Games as conversations: what a player who reads text is told, and what it answers."""

VERSION = 2
"""Version of the text interface: results of other versions are not compared. Raise it with every change of its texts."""
