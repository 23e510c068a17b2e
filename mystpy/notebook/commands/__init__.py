"""The command `mystpy notebook`."""
