"""How many situations and histories a game has, by their number of actions."""
