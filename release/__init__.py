"""Builds, tries and describes releases; for maintainers, and no part of what is installed."""
