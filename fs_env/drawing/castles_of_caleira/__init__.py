"""Drawings of Castles of Caleira."""
