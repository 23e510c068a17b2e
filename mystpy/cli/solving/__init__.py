"""Games as `mystpy solve` solves them: turn by turn, and many at once."""
