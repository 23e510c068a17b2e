"""What players claim in plain English, read as formulas and checked exactly."""
