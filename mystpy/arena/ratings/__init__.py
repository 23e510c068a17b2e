"""A rating list: frozen opponents, submitted results, and the ratings."""
