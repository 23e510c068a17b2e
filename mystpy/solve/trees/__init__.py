"""Solved games as trees, for other programs."""
