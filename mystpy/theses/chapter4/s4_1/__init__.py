"""Section 4.1: questions of the largest size that is solvable."""
