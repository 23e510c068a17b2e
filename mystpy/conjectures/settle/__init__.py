"""Settling a conjecture: each game by the method that reaches it."""
