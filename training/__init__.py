"""Training of policies: `fs-env train`. Needs the extra "train"; see docs/training.md.

Each algorithm is a module with `Settings` and `train(folder, settings, say, resume)`: `best_response`, `clone`, `improve`, `league`,
`ppo_fast`, `ppo_selfplay`. `settings` has what they share, `run` the folder of a run that trains a network of `agents.networks`,
`evaluation` plays against bots, `curve` draws a curve, and `stored` finds stored games to learn from. `collector` plays games for
`ppo_fast`. For `ppo_selfplay`, `config` has the settings, `wrappers` adapt the environment and `records` manages the files. `selfplay`
stores games of bots that think ahead and reads them; it needs no extra.
"""
