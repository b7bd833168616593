"""Learning to play: `fs-env train`. Needs the extra "train"; see docs/training.md.

`config` says what is trained and how, `ppo_selfplay` is the training loop, `wrappers` stand between environment and
learner, `evaluation` plays against bots, `records` keeps the files of a run and `curve` draws one.
"""
