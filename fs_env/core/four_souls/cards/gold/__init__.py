"""Cards of the Gold Box, one module per deck."""
