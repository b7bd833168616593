"""Measures how fast a game runs on this machine; `fs-env bench` prints the figures, and the documentation uses them."""
