"""A game as data: fields, options, action ids, observation, features, and the `GameSpec` that holds them all."""
