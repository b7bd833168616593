"""Tables in memory: games that run, what each seat and watcher sees, bots, and the lobby of all of them."""
