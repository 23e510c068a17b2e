"""The commands that ask about one history."""
