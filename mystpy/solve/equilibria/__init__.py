"""Optimal plans of solved games: simple ones, whether there are others, what errs."""
