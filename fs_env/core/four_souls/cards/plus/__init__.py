"""Cards of Four Souls+, one module per deck."""
