"""Tests of the cards of the set `gold`, a file or more for each deck."""
