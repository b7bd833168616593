"""What is in the box, as data: packs of adventurers, tiles, cards and haunts."""
