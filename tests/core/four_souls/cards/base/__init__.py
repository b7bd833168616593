"""Tests of the cards of the set `base`, a file or more for each deck."""
