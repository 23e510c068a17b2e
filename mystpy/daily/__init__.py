"""A deduction puzzle for each day: a small game of Clue, solved by proofs alone."""
