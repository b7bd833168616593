"""Training of policies: `fs-env train`. Needs the extra "train"; see docs/training.md.

Each learner is a module with `Settings` and `train(folder, settings, say, resume)`: `best_response`, `clone`, `expert_iteration`,
`league`, `ppo`, `sb3`. `settings` has what they share, `run` the folder of a run, `evaluation` plays against bots, `curve` draws a curve,
`stored` finds stored games to learn from. `networks` are the networks of `agents.networks` in torch, `collector` plays the games of
`ppo`. `selfplay` stores games of bots that think ahead and reads them; it needs no extra.
"""
