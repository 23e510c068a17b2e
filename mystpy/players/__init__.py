"""Players of games: those of the sources, and ours."""
