"""What a sentence speaks of, and whether the scope of a result covers it."""
