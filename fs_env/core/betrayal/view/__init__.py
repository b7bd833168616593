"""A position and its cards for readers: as plain data and in words; and what happens in one step."""
