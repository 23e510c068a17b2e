"""Answers where the worlds are too many to be listed."""

LISTED = "worlds"
COPIES, BOUNDS = "sat", "sat-bounds"
DIAGRAMS = "bdd"

ALL = (COPIES, BOUNDS, DIAGRAMS, LISTED)
"""The names of the methods in answers."""
