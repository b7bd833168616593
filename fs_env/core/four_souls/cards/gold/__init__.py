"""Cards of the Gold Box, one module a deck."""
