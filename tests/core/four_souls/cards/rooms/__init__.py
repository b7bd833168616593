"""Tests of the rooms (R20)."""
