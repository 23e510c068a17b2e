"""The command for questions about positions."""
