"""Players who search the games of drawn deals, as baselines for the strong player."""
