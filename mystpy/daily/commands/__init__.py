"""The command of the daily puzzle."""
