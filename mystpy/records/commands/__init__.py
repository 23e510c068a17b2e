"""The command `mystpy record`."""
