"""Answers where the worlds are too many to be listed."""
