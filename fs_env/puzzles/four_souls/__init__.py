"""The puzzles of Four Souls, one file each."""
