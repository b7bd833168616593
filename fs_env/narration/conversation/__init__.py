"""Games as conversations: the messages that a player who reads text gets, and how its answers are parsed."""

VERSION = 8
"""Version of the text interface: results of other versions are not compared. Raise it with every change of its texts."""
