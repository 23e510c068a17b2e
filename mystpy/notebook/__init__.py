"""The notebook: a game as one player writes it down while it is played."""
