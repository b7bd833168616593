"""Limits that the command line checks before it imports anything large."""

ROLLOUTS, MOST_ROLLOUTS = 32, 4096
"""Rollouts for each mean when luck is measured: the default and the upper limit."""
