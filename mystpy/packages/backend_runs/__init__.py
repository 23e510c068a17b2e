"""Answers through a clingo backend, as in a browser: all runs are listed."""

__all__: list[str] = []
