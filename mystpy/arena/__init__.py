"""Games between players: one game and many, and what they settle."""
