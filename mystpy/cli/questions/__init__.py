"""Commands that ask about one history."""
