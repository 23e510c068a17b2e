"""The text protocol of the Speed Clue contest: our referee and our player."""
