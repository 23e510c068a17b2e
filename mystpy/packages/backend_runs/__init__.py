"""Answers where another program lends clingo, as in a browser: all runs are listed."""

__all__: list[str] = []
