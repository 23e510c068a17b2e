"""Others at the table: programs that play by messages, and what they say."""
