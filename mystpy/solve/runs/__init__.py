"""Games as they are solved, turn by turn: what is kept, and what it will take."""
