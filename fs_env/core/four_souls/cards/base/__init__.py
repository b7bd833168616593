"""Cards of the base set, one module per deck."""
