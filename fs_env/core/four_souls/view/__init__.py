"""A position for readers: what one seat may see of it, as plain data, as sentences and as a table of text."""
