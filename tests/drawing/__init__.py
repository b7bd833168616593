"""Drawings of positions."""
