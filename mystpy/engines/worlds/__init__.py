"""The engine "worlds": the model of possible worlds, listed."""
