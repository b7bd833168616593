"""Files of every kind that the package reads, damaged in many ways: they are read or refused, and nothing else happens."""
