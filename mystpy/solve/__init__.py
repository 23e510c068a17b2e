"""Games of two players: strategies, and what the best reply to them is worth."""
