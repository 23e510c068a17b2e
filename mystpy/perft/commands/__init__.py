"""The command that counts situations and histories."""
