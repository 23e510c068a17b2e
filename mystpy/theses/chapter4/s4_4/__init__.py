"""Section 4.4: games in which nobody asks for own cards."""
