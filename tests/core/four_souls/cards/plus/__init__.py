"""Tests of the cards of the set `plus`, a file or more for each deck."""
