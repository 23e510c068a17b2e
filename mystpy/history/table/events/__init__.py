"""Table notes of what happens besides questions and guesses."""
