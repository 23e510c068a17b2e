"""Statements of the thesis and of users, each with a check that settles it."""
