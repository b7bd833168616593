"""The contents of the box as data: packs of adventurers, tiles, cards and haunts."""
