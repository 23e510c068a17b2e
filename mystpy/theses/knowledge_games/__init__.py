"""Checks of the claims of the paper on knowledge games (van Ditmarsch 2000)."""
