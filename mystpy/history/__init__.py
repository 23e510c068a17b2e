"""Histories: what is given of a game, what was done, and how both are written."""
