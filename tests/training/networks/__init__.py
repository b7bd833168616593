"""Tests of the networks as torch modules."""
