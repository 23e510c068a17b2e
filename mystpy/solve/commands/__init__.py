"""The command `mystpy solve`: one game, turn by turn from a file, and many at once."""
