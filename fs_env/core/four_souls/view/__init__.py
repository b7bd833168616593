"""A position as one seat may see it, for readers: as plain data, as sentences and as a text table."""
