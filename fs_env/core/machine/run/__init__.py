"""Games that run: the compiled entry with its commands, policies and values, batches of games, rollouts, snapshots."""
