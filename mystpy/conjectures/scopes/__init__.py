"""The domain of a sentence, and whether the scope of a result covers it."""
