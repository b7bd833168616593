"""The games of this package by id, their options as text, and objects by their location. Arena and environments import this package,
not the reverse."""
