"""Section 3.3: solvability, and how many questions are needed."""
