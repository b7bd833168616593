"""Decisions for a learner, collected in compiled code: the learner's network and its opponents play many games side by side."""
