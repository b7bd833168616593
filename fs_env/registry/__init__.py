"""The games of this package by id, and objects by the place where they are. Below arena and environments."""
