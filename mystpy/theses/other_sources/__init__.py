"""Claims of three reports: a Clue player, Clue agents, and a game of numbers."""
