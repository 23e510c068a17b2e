"""Language models behind chat endpoints, as players and for questions."""
