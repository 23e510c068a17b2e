"""The commands `mystpy play` and `mystpy tournament`, and their text."""
