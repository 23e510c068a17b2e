"""The claims of players in plain English, read as formulas and checked exactly."""
