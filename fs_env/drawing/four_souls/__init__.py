"""The table of Four Souls as a drawing."""
