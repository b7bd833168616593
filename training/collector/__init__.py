"""Decisions for a learner, collected in compiled code: the learner's network and its opponents play many games side by side.

`decisions` is what is collected, `kernels` writes it, `opponents` says who plays against the learner, `rows` plays some rows of
games and `collector` all of them on several threads. None of it needs torch.
"""
