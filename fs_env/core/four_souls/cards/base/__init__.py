"""Cards of the base set, one module a deck."""
