"""Players of games: those of the sources, and the project's own."""
