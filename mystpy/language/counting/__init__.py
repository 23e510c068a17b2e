"""Numbers in formulas: their terms, their values, and the sizes of domains."""
