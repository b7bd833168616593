"""Drawings of Betrayal at Baldur's Gate."""
