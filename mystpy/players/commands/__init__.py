"""The commands `mystpy sheet` and `mystpy optquest`, and their text."""
