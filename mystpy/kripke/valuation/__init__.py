"""The truth of formulas in a model: now, before, and by what convention."""
