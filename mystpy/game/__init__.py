"""Games: cards, players, sizes, and how a game is written."""
