"""The language in which tiles, cards and haunts are written; their English is generated from it."""
