"""What agents and their hosts agree on: the protocol of agents, what an agent sees, specs, hooks and seeds."""
