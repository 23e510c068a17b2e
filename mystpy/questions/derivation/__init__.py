"""Derivations: from observations and axioms to what a player knows, line by line."""
