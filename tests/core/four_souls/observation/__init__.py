"""Tests of what a seat may know as numbers."""
