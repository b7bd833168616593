"""Values of positions: what they read, and the networks that were fitted."""
