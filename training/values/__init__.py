"""Fitting values: positions from games, the network, how good it is."""
