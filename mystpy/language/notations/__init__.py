"""Formulas in other notations: the table of them, and what to write instead."""
