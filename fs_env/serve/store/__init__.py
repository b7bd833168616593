"""Tables as they are stored: their setups, their choices, the file of SQLite."""
