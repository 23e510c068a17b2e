"""Conjectures reduced to formulas that the other methods prove."""
