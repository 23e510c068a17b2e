"""Numbers in formulas: what they are, what they come to, how many values there are."""
