"""Players as programs in contests of Clue were described."""
