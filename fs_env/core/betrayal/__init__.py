"""Betrayal at Baldur's Gate: a map that grows, then one player (or more) against the rest; three to six players."""
