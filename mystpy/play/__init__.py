"""Games as they are played: the table, what each player has seen, believes and does."""
