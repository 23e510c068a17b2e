"""The sweep: a conjecture in every situation of a small game."""
