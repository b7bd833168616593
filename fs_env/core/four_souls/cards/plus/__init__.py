"""Cards of Four Souls+, one module a deck."""
