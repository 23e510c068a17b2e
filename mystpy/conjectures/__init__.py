"""Conjectures about all situations of games, and the ways to settle them."""
