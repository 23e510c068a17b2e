"""The strong player, in levels that can be played alone."""
