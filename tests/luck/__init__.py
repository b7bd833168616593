"""Tests of luck-adjusted results."""
