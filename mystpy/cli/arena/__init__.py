"""Games between players: one, told or played along, and many, counted."""
