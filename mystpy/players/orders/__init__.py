"""Agents of order zero, one and two, of a student project on Clue (Cluedo)."""
