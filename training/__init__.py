"""Training of policies: `fs-env train`. Needs the extra "train"; see docs/training.md.

`config` has the settings, `ppo_selfplay` the training loop, `wrappers` adapt the environment to the learner, `evaluation`
plays against bots, `records` manages the files of a run and `curve` draws its curve. `selfplay` stores games of bots that think
ahead and reads them; it needs no extra.
"""
